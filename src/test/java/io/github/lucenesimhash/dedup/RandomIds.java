package io.github.lucenesimhash.dedup;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;

/** Few ids, all of bytes, of letters or numbers, in fields of one kind. */
final class RandomIds {

  private enum Kind {
    STRING,
    BINARY,
    LONG,
    INT
  }

  private final boolean keyword;
  private final Kind kind;
  private final BytesRef[] ids;

  RandomIds(Random random) {
    keyword = random.nextBoolean();
    kind = RandomPicks.randomFrom(random, Kind.values());
    ids = new BytesRef[10 + random.nextInt(100)];
    for (int i = 0; i < ids.length; i++) {
      byte[] id = new byte[1 + random.nextInt(16)];
      random.nextBytes(id);
      ids[i] =
          switch (kind) {
            case STRING -> new BytesRef("" + i);
            case BINARY -> new BytesRef(id);
            case LONG -> new BytesRef("" + random.nextLong());
            case INT -> new BytesRef("" + random.nextInt());
          };
    }
  }

  boolean areNumbers() {
    return kind == Kind.LONG || kind == Kind.INT;
  }

  BytesRef any(Random random) {
    return ids[random.nextInt(ids.length)];
  }

  void addTo(Document document, BytesRef id) {
    String string = Term.toString(id);
    switch (kind) {
      case STRING ->
          document.add(
              keyword
                  ? new KeywordField("id", string, Store.NO)
                  : new StringField("id", string, Store.YES));
      case BINARY ->
          document.add(
              keyword
                  ? new KeywordField("id", id, Store.NO)
                  : new StringField("id", id, Store.YES));
      case LONG -> {
        long number = Long.parseLong(string);
        if (keyword) {
          document.add(new LongField("id", number, Store.NO));
        } else {
          document.add(new LongPoint("id", number));
          document.add(new StoredField("id", number));
        }
      }
      case INT -> {
        int number = Integer.parseInt(string);
        if (keyword) {
          document.add(new IntField("id", number, Store.YES));
        } else {
          document.add(new IntPoint("id", number));
          document.add(new NumericDocValuesField("id", number));
        }
      }
    }
  }
}
