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
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;

/** A text of an application with tenants and dates. */
record TenantItem(String id, String tenant, long date, String text) {

  static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  static final Duration WINDOW = Duration.ofDays(14);
  private static final List<String> WORDS =
      List.of("ferry", "island", "late", "bread", "cool", "cut", "north", "gate", "rain", "king");

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

  /** As it is in an index without fingerprints. */
  Document document() {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(new TextField("body", text, Store.YES));
    document.add(new KeywordField("tenant", tenant, Store.NO));
    document.add(new LongField("date", date, Store.NO));
    return document;
  }

  /** As it is offered to a writer. */
  Document offer() {
    Document document = document();
    SCHEME.field("near").of(text).ifPresent(document::add);
    return document;
  }
}
