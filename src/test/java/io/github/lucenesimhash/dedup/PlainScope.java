package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Scope.Origin;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;

/**
 * Models the dates and tenants of users, and decides which documents are compared.
 *
 * @param window the window in milliseconds, or less than 0 for none
 * @param tenants the number of tenants, or 0 if documents have none
 * @param dateKind the kind of field that holds dates, 0 to 2
 * @param tenantKind the kind of field that holds tenants, 0 to 2
 */
record PlainScope(long window, int tenants, int dateKind, int tenantKind) {

  static final PlainScope NONE = new PlainScope(-1, 0, 0, 0);

  static PlainScope random(Random random) {
    long window = random.nextInt(4) == 0 ? -1 : random.nextInt(4) == 0 ? 0 : random.nextInt(200);
    return new PlainScope(window, random.nextInt(5), random.nextInt(3), random.nextInt(3));
  }

  NearDuplicateWriter.Builder in(NearDuplicateWriter.Builder builder) {
    if (window >= 0) {
      builder.window("published", Duration.ofMillis(window));
    }
    return tenants > 0 ? builder.tenant("tenant") : builder;
  }

  /** Draws a date and a tenant; the date is often just at the end of another date's window. */
  Origin origin(RandomGenerator random) {
    long at = random.nextInt(3) - 1L;
    long date = random.nextBoolean() ? random.nextInt(5) * window + at : random.nextInt(1000);
    String tenant = "t" + random.nextInt(1 + random.nextInt(Math.max(1, tenants)));
    return new Origin(
        window < 0 ? 0 : date,
        tenants == 0 ? null : new BytesRef(tenant.equals("t0") ? "" : tenant));
  }

  boolean isCompared(Origin a, Origin b) {
    return (window < 0 || Math.abs(a.date() - b.date()) <= window)
        && (tenants == 0 || a.tenant().equals(b.tenant()));
  }

  void addTo(Document document, Origin origin) {
    if (window >= 0) {
      document.add(
          switch (dateKind) {
            case 0 -> new LongField("published", origin.date(), Store.NO);
            case 1 -> new NumericDocValuesField("published", origin.date());
            default -> new SortedNumericDocValuesField("published", origin.date());
          });
    }
    if (tenants > 0) {
      if (tenantKind > 0) {
        document.add(new StringField("tenant", origin.tenant(), Store.YES));
      }
      document.add(
          switch (tenantKind) {
            case 0 -> new KeywordField("tenant", origin.tenant(), Store.NO);
            case 1 -> new SortedDocValuesField("tenant", origin.tenant());
            default -> new SortedSetDocValuesField("tenant", origin.tenant());
          });
    }
  }

  Origin read(LeafReader reader, int doc) throws IOException {
    long date = 0;
    BytesRef tenant = null;
    if (window >= 0) {
      SortedNumericDocValues dates = DocValues.getSortedNumeric(reader, "published");
      date = dates.advanceExact(doc) ? dates.nextValue() : Long.MIN_VALUE;
    }
    if (tenants > 0) {
      SortedSetDocValues names = DocValues.getSortedSet(reader, "tenant");
      names.advanceExact(doc);
      tenant = BytesRef.deepCopyOf(names.lookupOrd(names.nextOrd()));
    }
    return new Origin(date, tenant);
  }
}
