package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.BadRequest;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.opensearch.OpenSearchParseException;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.index.mapper.DateFieldMapper.DateFieldType;
import org.opensearch.index.mapper.DateFieldMapper.Resolution;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.QueryShardContext;

/**
 * Which documents are compared with each other: those of one tenant whose dates are no farther
 * apart than a window. Without either field, all. A document of the index that has no date, or no
 * tenant, is compared with none.
 *
 * @param window most that two dates are apart; null if dates do not matter
 * @param dateField null if dates do not matter
 * @param tenantField of keywords; null if tenants do not matter
 */
record Scope(TimeValue window, String dateField, String tenantField) implements Writeable {

  static final Scope ALL = new Scope(null, null, null);

  /**
   * When and for whom a document is.
   *
   * @param date in the resolution of its field; 0 where dates do not matter
   * @param tenant null where tenants do not matter
   */
  record Origin(long date, String tenant) implements Writeable {

    Origin(StreamInput in) throws IOException {
      this(in.readZLong(), in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeZLong(date);
      out.writeOptionalString(tenant);
    }
  }

  /** As a request gives them, each null if it does not. */
  static Scope of(String window, String dateField, String tenantField) {
    if ((window == null) != (dateField == null)) {
      throw BadRequest.of(
          "window is [{}] and date_field is [{}], expected both or none", window, dateField);
    }
    TimeValue time = TimeValue.parseTimeValue(window, null, "window");
    if (time != null && time.nanos() <= 0) {
      throw BadRequest.of("window is [{}], expected more than 0, such as [14d]", window);
    }
    return new Scope(time, dateField, tenantField);
  }

  Scope(StreamInput in) throws IOException {
    this(in.readOptionalTimeValue(), in.readOptionalString(), in.readOptionalString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalTimeValue(window);
    out.writeOptionalString(dateField);
    out.writeOptionalString(tenantField);
  }

  boolean isAll() {
    return dateField == null && tenantField == null;
  }

  /** Refuses fields that cannot tell dates and tenants. */
  void check(IndexMapping mapping) {
    if (dateField != null) {
      mapping.date(dateField);
    }
    if (tenantField != null) {
      mapping.tenant(tenantField);
    }
  }

  /** Of a new document, as the index will have it; one without is refused. */
  Origin origin(Map<String, Object> source, IndexMapping mapping) {
    long date = 0;
    String tenant = null;
    if (dateField != null) {
      Object value = only("date_field", dateField, source, mapping);
      try {
        date = mapping.date(dateField).parse(digits(value));
      } catch (IllegalArgumentException
          | OpenSearchParseException
          | DateTimeException
          | ArithmeticException e) {
        throw BadRequest.of(
            "date_field [{}] of the document is [{}], expected a date: {}",
            dateField,
            value,
            e.getMessage());
      }
    }
    if (tenantField != null) {
      Object value = only("tenant_field", tenantField, source, mapping);
      if (value instanceof Double || value instanceof Float) { // the index has it as it was written
        throw BadRequest.of(
            "tenant_field [{}] of the document is [{}], expected a word or a whole number",
            tenantField,
            value);
      }
      tenant = value.toString();
      int most = mapping.tenant(tenantField).ignoreAbove();
      if (tenant.length() > most) {
        throw BadRequest.of(
            "tenant_field [{}] of the document has [{}] characters, expected at most [{}], as the"
                + " mapping has it in [ignore_above]",
            tenantField,
            tenant.length(),
            most);
      }
    }
    return new Origin(date, tenant);
  }

  /** A number without an exponent, as the index reads it. */
  private static String digits(Object value) {
    boolean isFraction = value instanceof Double || value instanceof Float;
    return isFraction ? new BigDecimal(value.toString()).toPlainString() : value.toString();
  }

  private static Object only(
      String parameter, String field, Map<String, Object> source, IndexMapping mapping) {
    List<Object> values =
        mapping.sourcePaths(field).stream()
            .flatMap(path -> XContentMapValues.extractRawValues(path, source).stream())
            .filter(Objects::nonNull)
            .toList();
    if (values.size() != 1) {
      throw BadRequest.of(
          "{} [{}] of the document has [{}] values, expected one", parameter, field, values.size());
    }
    return values.getFirst();
  }

  /** Of two documents of one index. */
  boolean isCompared(Origin one, Origin other, IndexMapping mapping) {
    if (dateField != null) {
      long window = units(mapping.date(dateField));
      if (other.date < minus(one.date, window) || other.date > plus(one.date, window)) {
        return false;
      }
    }
    return tenantField == null || one.tenant.equals(other.tenant);
  }

  /** The documents of a query that one is compared with, in a shard. */
  Query of(Query all, Origin origin, QueryShardContext context) {
    if (isAll()) {
      return all;
    }
    if (isUnknown(dateField, context) || isUnknown(tenantField, context)) {
      return new MatchNoDocsQuery("no document has a value there yet");
    }
    BooleanQuery.Builder compared = new BooleanQuery.Builder().add(all, Occur.MUST);
    if (dateField != null) {
      DateFieldType type = (DateFieldType) context.fieldMapper(dateField).unwrap();
      long from = minus(origin.date, units(type));
      long to = plus(origin.date, units(type));
      Query points = LongPoint.newRangeQuery(type.name(), from, to);
      Query range =
          type.hasDocValues()
              ? new IndexOrDocValuesQuery(
                  points, SortedNumericDocValuesField.newSlowRangeQuery(type.name(), from, to))
              : points;
      compared.add(range, Occur.FILTER);
    }
    if (tenantField != null) {
      MappedFieldType type = context.fieldMapper(tenantField);
      compared.add(type.termQuery(origin.tenant, context), Occur.FILTER);
    }
    return compared.build();
  }

  private static boolean isUnknown(String field, QueryShardContext context) {
    return field != null && context.fieldMapper(field) == null;
  }

  private long units(DateFieldType type) {
    return type.resolution() == Resolution.NANOSECONDS ? window.nanos() : window.millis();
  }

  /* A sum that is too large or too small for a date leaves none out. */

  private static long minus(long date, long window) {
    return date < Long.MIN_VALUE + window ? Long.MIN_VALUE : date - window;
  }

  private static long plus(long date, long window) {
    return date > Long.MAX_VALUE - window ? Long.MAX_VALUE : date + window;
  }
}
