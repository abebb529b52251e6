package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.lucene.search.Query;
import org.opensearch.common.geo.ShapeRelation;
import org.opensearch.common.lucene.BytesRefs;
import org.opensearch.common.lucene.Lucene;
import org.opensearch.common.time.DateMathParser;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.mapper.DocValueFetcher;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.lookup.SearchLookup;

/** The type of a field of fingerprints, which defines how it is searched, shown and sorted. */
public final class SimHashFieldType extends MappedFieldType {

  /** The value of {@code type} in a mapping. */
  public static final String NAME = "simhash";

  /** The reader of the formats in which nodes request fingerprints from each other. */
  public static final NamedWriteableRegistry.Entry FORMAT =
      new NamedWriteableRegistry.Entry(DocValueFormat.class, NAME, HexFormat::read);

  /** The maximum length of a text, in characters. */
  static final int MAX_TEXT_LENGTH = 10_000_000;

  /** The name of the docvalue format that shows a {@link ShownFingerprint}. */
  public static final String STAMPED = "stamped";

  /** 64 to 256 bits: hex digits after {@code 0x}, or bits with or without {@code 0b}. */
  private static final Pattern READY =
      Pattern.compile("0x(?:\\p{XDigit}{16}){1,4}|(?:0b)?(?:[01]{64}){1,4}");

  final MappedScheme mappedScheme;
  final boolean isFast;

  /** The options of the mapping, which a request may replace. */
  final NearOptions mapped;

  SimHashFieldType(
      String name,
      MappedScheme scheme,
      boolean isFast,
      NearOptions mapped,
      Map<String, String> meta) {
    super(name, true, false, true, TextSearchInfo.NONE, meta);
    mappedScheme = scheme;
    this.isFast = isFast;
    this.mapped = mapped;
    setIndexAnalyzer(Lucene.KEYWORD_ANALYZER);
  }

  /** Returns the type of a field that a query names, directly or by an alias. */
  public static SimHashFieldType of(String field, QueryShardContext context) {
    MappedFieldType type = context.fieldMapper(field);
    if (type == null || !(type.unwrap() instanceof SimHashFieldType near)) {
      throw new QueryShardException(
          context,
          "[simhash] field [{}] is {}",
          field,
          type == null
              ? "not in the mapping; [ignore_unmapped] allows that"
              : "of type [" + type.typeName() + "], expected [simhash]");
    }
    return near;
  }

  FingerprintScheme scheme() {
    return mappedScheme.scheme();
  }

  /** Returns the id of the scheme that makes the fingerprints. */
  public String schemeId() {
    return scheme().id();
  }

  /** Returns a verifier that compares the features from which the fingerprints are made. */
  public TextVerifier verifier() {
    return TextVerifier.of(scheme());
  }

  /**
   * Returns the comparison for a request, with the mapping's options where the request names none.
   *
   * @param hasTexts whether texts can be read, as in {@link NearOptions#comparison}
   */
  public Comparison comparison(NearOptions options, boolean hasTexts) {
    return options.or(mapped).comparison(scheme(), hasTexts);
  }

  /** Returns the fingerprint of a text, or empty without features; rejects a text too long. */
  public Optional<Fingerprint> fingerprint(String text) {
    checkLength(name(), text);
    return scheme().fingerprint(text);
  }

  /**
   * Reads the current value of a parser: a ready fingerprint, a text or null; rejects other values.
   *
   * @param isOwn whether the document gives the value to this field itself; a value of another
   *     field is never a ready fingerprint, but a text as it is written
   */
  public Object read(XContentParser parser, boolean isOwn) throws IOException {
    Token token = parser.currentToken();
    if (token == Token.VALUE_NULL) {
      return null;
    }
    if (token == Token.VALUE_NUMBER && isOwn && isOfOneLane()) {
      return Fingerprint.of(parser.longValue(false));
    }
    if (token == Token.VALUE_STRING && isOwn && isFingerprint(parser.text())) {
      return checked(Fingerprint.parse(parser.text()));
    }
    if (token == Token.VALUE_STRING
        || (!isOwn && (token == Token.VALUE_NUMBER || token == Token.VALUE_BOOLEAN))) {
      return parser.text();
    }
    throw BadRequest.of("field [{}] got {}, expected a text, {}", name(), token, readyForms());
  }

  /** Returns the fingerprint of a value that {@link #read(XContentParser, boolean)} returned. */
  public Optional<Fingerprint> fingerprintOf(Object value) {
    return value instanceof Fingerprint ready ? Optional.of(ready) : fingerprint(value.toString());
  }

  /**
   * Returns true if a string in the field itself is meant as a ready fingerprint. The string is 16,
   * 32 or 64 hex digits, according to the field's bits, or has the form {@code 0x} and hex digits,
   * {@code 0b} and bits, or bits, for one to four times 64 bits. It may be rejected later, for its
   * number of bits or because bits without {@code 0b} are ambiguous. Any other string is a text.
   */
  public boolean isFingerprint(String value) {
    boolean isHex =
        value.length() == hexDigits() && value.chars().allMatch(java.util.HexFormat::isHexDigit);
    return isHex || READY.matcher(value).matches();
  }

  /** Returns a ready fingerprint; rejects it if its number of bits is not that of the field. */
  public Fingerprint checked(Fingerprint ready) {
    if (ready.bits() != scheme().bits()) {
      throw BadRequest.of(
          "field [{}] got a fingerprint of [{}] bits, expected {}",
          name(),
          ready.bits(),
          scheme().bits());
    }
    return ready;
  }

  private int hexDigits() {
    return scheme().bits() / 4;
  }

  private boolean isOfOneLane() {
    return scheme().bits() == Fingerprint.LANE_BITS;
  }

  private String readyForms() {
    String bits = hexDigits() + " hex digits, 0b and " + scheme().bits() + " bits";
    return bits + (isOfOneLane() ? ", or a signed long" : "");
  }

  /** Returns the fingerprint of a number or of a form that {@link Fingerprint#parse} reads. */
  static Fingerprint bits(Object value) {
    return value instanceof Number bits
        ? Fingerprint.of(bits.longValue())
        : Fingerprint.parse(value.toString());
  }

  public static void checkLength(String field, String text) {
    if (text.length() > MAX_TEXT_LENGTH) {
      throw BadRequest.of(
          "text for field [{}] has {} characters, expected at most {}",
          field,
          text.length(),
          MAX_TEXT_LENGTH);
    }
  }

  /** Returns a query for all documents within a distance of a fingerprint. */
  public Query within(Fingerprint fingerprint, int maxDistance) {
    return ofScheme(
        new UnguardedQuery(
            name(), SimHashField.newDistanceQuery(name(), fingerprint, maxDistance)));
  }

  /**
   * Returns a query for the nearest documents of each shard.
   *
   * @param filter the query that the documents must match, or null for all documents
   */
  public Query nearest(Fingerprint fingerprint, int n, Query filter) {
    return ofScheme(new NearestInShard(name(), fingerprint, n, filter));
  }

  /** Returns a query that fails if a segment's fingerprints are of another scheme. */
  private Query ofScheme(Query query) {
    return SimHashField.requireScheme(query, name(), schemeId());
  }

  @Override
  public Query termQuery(Object value, QueryShardContext context) {
    boolean isInteger = (value instanceof Long || value instanceof Integer) && isOfOneLane();
    if (!isInteger && !isFingerprint(BytesRefs.toString(value))) {
      throw BadRequest.of(
          "field [{}] of type [simhash] got [{}], expected a fingerprint as {}: look for a text by the"
              + " query [simhash]",
          name(),
          BytesRefs.toString(value),
          readyForms());
    }
    Fingerprint wanted = checked(bits(isInteger ? value : BytesRefs.toString(value)));
    return within(wanted, 0);
  }

  /**
   * Returns a query for all documents with a fingerprint if there are no bounds, as a search that
   * sorts by the field requests. Rejects bounds.
   */
  @Override
  public Query rangeQuery(
      Object from,
      Object to,
      boolean includeLower,
      boolean includeUpper,
      ShapeRelation relation,
      ZoneId timeZone,
      DateMathParser parser,
      QueryShardContext context) {
    if (from == null && to == null) {
      return existsQuery(context);
    }
    throw BadRequest.of(
        "field [{}] of type [simhash] has no ranges: near fingerprints are not near as numbers. Use"
            + " the query [simhash], whose [_score] is highest for the nearest",
        name());
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(
      String fullyQualifiedIndexName, Supplier<SearchLookup> searchLookup) {
    return (cache, breakers) ->
        isOfOneLane() ? new FingerprintData(this) : new FingerprintData.Wide(this);
  }

  @Override
  public DocValueFormat docValueFormat(String format, ZoneId timeZone) {
    return STAMPED.equals(format)
        ? new HexFormat(comparison(NearOptions.NONE, false).maxDistance())
        : HexFormat.of(name(), format, timeZone);
  }

  @Override
  public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
    return lookup == null
        ? source -> List.of() // for a highlighter: there is nothing to highlight
        : new DocValueFetcher(docValueFormat(format, null), lookup.doc().getForField(this));
  }

  @Override
  public String typeName() {
    return NAME;
  }
}
