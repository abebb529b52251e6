package io.github.lucenesimhash.dedup;

import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.util.BytesRef;

/** Draws from few ids, all of bytes or all of letters, in fields of one kind. */
final class RandomIds {

  private final boolean keyword;
  private final boolean areLetters;
  private final BytesRef[] ids;

  RandomIds(Random random) {
    keyword = random.nextBoolean();
    areLetters = random.nextBoolean();
    ids = new BytesRef[10 + random.nextInt(100)];
    for (int i = 0; i < ids.length; i++) {
      byte[] id = new byte[1 + random.nextInt(16)];
      random.nextBytes(id);
      ids[i] = areLetters ? new BytesRef("" + i) : new BytesRef(id);
    }
  }

  BytesRef any(Random random) {
    return ids[random.nextInt(ids.length)];
  }

  void addTo(Document document, BytesRef id) {
    if (areLetters) {
      String string = id.utf8ToString();
      document.add(
          keyword
              ? new KeywordField("id", string, Store.NO)
              : new StringField("id", string, Store.YES));
    } else {
      document.add(
          keyword ? new KeywordField("id", id, Store.NO) : new StringField("id", id, Store.YES));
    }
  }
}
