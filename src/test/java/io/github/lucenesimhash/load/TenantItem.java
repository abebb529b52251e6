package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.util.BytesRef;

/** A text of an application with tenants and dates, before a migration and after it. */
record TenantItem(String id, String tenant, long date, String text) {

  static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  static final Duration WINDOW = Duration.ofDays(14);
  private static final List<String> WORDS =
      List.of("ferry", "island", "late", "bread", "cool", "cut", "north", "gate", "rain", "king");

  /** How an application has tenants and dates. */
  enum Kind {
    INDEXED_AND_STORED,
    INDEXED,
    STORED,
    AS_NEEDED
  }

  static TenantItem random(Random random, int number) {
    List<String> words = new ArrayList<>();
    for (int size = random.nextBoolean() ? 4 : 100; size > 0; size--) {
      words.add(WORDS.get(random.nextInt(WORDS.size())));
    }
    String tenant = "tenant " + random.nextInt(2);
    long date = WINDOW.toMillis() * random.nextInt(4) + random.nextInt(1000);
    return new TenantItem("d" + number, tenant, date, String.join(" ", words));
  }

  /** Another of the same text. */
  TenantItem copy(Random random) {
    TenantItem other = random(random, 0);
    return new TenantItem(id + "-again", other.tenant, other.date, text);
  }

  Document document(Kind kind) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(new TextField("body", text, Store.YES));
    switch (kind) {
      case INDEXED_AND_STORED -> {
        document.add(new StringField("tenant", tenant, Store.YES));
        document.add(new LongPoint("date", date));
        document.add(new StoredField("date", date));
      }
      case INDEXED -> {
        document.add(new StringField("tenant", tenant, Store.NO));
        document.add(new LongPoint("date", date));
      }
      case STORED -> {
        document.add(new StoredField("tenant", tenant));
        document.add(new StoredField("date", date));
      }
      case AS_NEEDED -> {
        document.add(new KeywordField("tenant", tenant, Store.NO));
        document.add(new LongField("date", date, Store.NO));
      }
    }
    return document;
  }

  /** As it is offered to an index that had such documents. */
  Document offer(Kind kind) {
    Document document = document(kind == Kind.STORED ? Kind.STORED : Kind.AS_NEEDED);
    if (kind == Kind.STORED) {
      document.add(new SortedSetDocValuesField("tenant", new BytesRef(tenant)));
      document.add(new SortedNumericDocValuesField("date", date));
    }
    SCHEME.field("near").of(text).ifPresent(document::add);
    return document;
  }
}
