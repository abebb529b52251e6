package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.opensearch.common.geo.ShapeRelation;
import org.opensearch.common.lucene.BytesRefs;
import org.opensearch.common.lucene.Lucene;
import org.opensearch.common.time.DateMathParser;
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

/** A field of fingerprints: how it is searched, shown and sorted. */
public final class SimHashFieldType extends MappedFieldType {

  /** Value of {@code type} in a mapping. */
  public static final String NAME = "simhash";

  /** Longest text that is fingerprinted, in characters. */
  static final int MAX_TEXT_LENGTH = 10_000_000;

  /**
   * Name of the docvalue format that shows a {@link ShownSignature}; behind it may stand options of
   * a request.
   */
  public static final String STAMPED = "stamped";

  final MappedScheme mappedScheme;
  final boolean isFast;

  /**
   * The least similarity of short texts that the mapping names; 0 if it names none, but documents
   * have the words; null if they have not.
   */
  final Double shortTexts;

  /** What the mapping says besides of what is near. */
  final NearOptions mapped;

  SimHashFieldType(
      String name,
      MappedScheme scheme,
      boolean isFast,
      Double shortTexts,
      NearOptions mapped,
      Map<String, String> meta) {
    super(name, true, false, true, TextSearchInfo.NONE, meta);
    mappedScheme = scheme;
    this.isFast = isFast;
    this.shortTexts = shortTexts;
    this.mapped = mapped;
    setIndexAnalyzer(Lucene.KEYWORD_ANALYZER);
  }

  /** The type of a field that a query names, or of what its alias stands for. */
  static SimHashFieldType of(String field, QueryShardContext context) {
    MappedFieldType type = context.fieldMapper(field);
    if (type == null || !(type.unwrap() instanceof SimHashFieldType near)) {
      throw new QueryShardException(
          context,
          "[simhash] field [{}] is {}",
          field,
          type == null
              ? "not in the mapping; [ignore_unmapped] would let that pass"
              : "of type [" + type.typeName() + "], expected [simhash]");
    }
    return near;
  }

  FingerprintScheme scheme() {
    return mappedScheme.scheme();
  }

  /** Of the scheme that makes the fingerprints. */
  public String schemeId() {
    return scheme().id();
  }

  /** Of texts, by the features that the fingerprints are made of. */
  public TextVerifier verifier() {
    return TextVerifier.of(scheme());
  }

  /** Whether documents have the words of short texts. */
  public boolean hasWords() {
    return shortTexts != null;
  }

  /**
   * What a request compares in this field of an index.
   *
   * @param hasTexts as {@link NearOptions#comparison} takes it
   */
  public Comparison comparison(NearOptions options, String index, boolean hasTexts) {
    if (!hasWords() && options.namesWords()) {
      throw BadRequest.of(
          "short_texts is [{}], but field [{}] of [{}] is mapped without [short_texts], expected"
              + " one that has the words",
          options.shown(NearOptions.SHORT_TEXTS),
          name(),
          index);
    }
    return options
        .or(hasWords() ? mapped.with(NearOptions.SHORT_TEXTS, words()) : mapped)
        .comparison(scheme(), hasTexts);
  }

  private Object words() {
    return shortTexts == 0 ? (Object) false : shortTexts;
  }

  /** What a text is compared by in this field; one too long is refused. */
  Signature read(String text) {
    return hasWords() ? scheme().read(checked(text)) : Signature.of(fingerprint(text));
  }

  Optional<Fingerprint> fingerprint(String text) {
    return scheme().fingerprint(checked(text));
  }

  private String checked(String text) {
    checkLength(name(), text);
    return text;
  }

  /**
   * What the parser is at in a document: a ready fingerprint, a text, or null. Only what the
   * document gives the field itself may be ready: of other fields it is the text as written.
   */
  public Object read(XContentParser parser, boolean isOwn) throws IOException {
    Token token = parser.currentToken();
    if (token == Token.VALUE_NULL) {
      return null;
    }
    if (token == Token.VALUE_NUMBER && isOwn && isOfOneWord()) {
      return Fingerprint.of(parser.longValue(false));
    }
    if (token == Token.VALUE_STRING && isOwn && isFingerprint(parser.text())) {
      return Fingerprint.parse(parser.text());
    }
    if (token == Token.VALUE_STRING
        || (!isOwn && (token == Token.VALUE_NUMBER || token == Token.VALUE_BOOLEAN))) {
      return parser.text();
    }
    throw BadRequest.of("field [{}] got {}, expected a text, {}", name(), token, readyForms());
  }

  /** Of what was {@linkplain #read(XContentParser, boolean) read}. */
  public Signature signatureOf(Object value) {
    return value instanceof Fingerprint bits
        ? Signature.of(bits)
        : value == null ? Signature.NONE : read(value.toString());
  }

  /** Whether a string of the field itself is a ready fingerprint; any other is a text. */
  public boolean isFingerprint(String value) {
    return value.length() == hexDigits() && value.chars().allMatch(java.util.HexFormat::isHexDigit);
  }

  private int hexDigits() {
    return scheme().bits() / 4;
  }

  private boolean isOfOneWord() {
    return scheme().bits() == Fingerprint.WORD_BITS;
  }

  private String readyForms() {
    return hexDigits() + " hex digits" + (isOfOneWord() ? " or a signed long" : "");
  }

  /** A ready fingerprint: a number or a form that {@link Fingerprint#parse} reads. */
  static Fingerprint bits(Object value) {
    return value instanceof Number bits
        ? Fingerprint.of(bits.longValue())
        : Fingerprint.parse(value.toString());
  }

  static void checkLength(String field, String text) {
    if (text.length() > MAX_TEXT_LENGTH) {
      throw BadRequest.of(
          "text for field [{}] has {} characters, expected at most {}",
          field,
          text.length(),
          MAX_TEXT_LENGTH);
    }
  }

  /** What is searched for here. */
  public FieldQueries queries() {
    return new FieldQueries(name(), scheme(), hasWords());
  }

  @Override
  public Query termQuery(Object value, QueryShardContext context) {
    boolean isInteger = (value instanceof Long || value instanceof Integer) && isOfOneWord();
    if (!isInteger && !isFingerprint(BytesRefs.toString(value))) {
      throw BadRequest.of(
          "field [{}] of type [simhash] got [{}], expected a fingerprint as {}: look for a text by the"
              + " query [simhash]",
          name(),
          BytesRefs.toString(value),
          readyForms());
    }
    Signature same = Signature.of(bits(isInteger ? value : BytesRefs.toString(value)));
    return queries().near(same, Comparison.within(0));
  }

  /** Without bounds all that have a fingerprint: a search that sorts by the field asks for that. */
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
        "field [{}] of type [simhash] has no ranges: near fingerprints are no near numbers. Look for"
            + " them by the query [simhash], and sort by distance with a [_script] of language"
            + " [simhash]",
        name());
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(
      String fullyQualifiedIndexName, Supplier<SearchLookup> searchLookup) {
    return (cache, breakers) ->
        isOfOneWord() ? new FingerprintData(this) : new FingerprintData.Wide(this);
  }

  @Override
  public DocValueFormat docValueFormat(String format, ZoneId timeZone) {
    if (format == null || !format.startsWith(STAMPED)) {
      return HexFormat.of(name(), format, timeZone);
    }
    String options = format.substring(STAMPED.length());
    return HexFormat.stamped(
        comparison(
            options.isEmpty() ? NearOptions.NONE : NearOptions.parse(options), "the index", false));
  }

  @Override
  public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
    return lookup == null
        ? source -> List.of() // a highlighter asks so: there is nothing to highlight
        : new DocValueFetcher(docValueFormat(format, null), lookup.doc().getForField(this));
  }

  @Override
  public String typeName() {
    return NAME;
  }
}
