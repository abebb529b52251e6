package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.lucene.search.Queries;
import org.opensearch.core.ParseField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.mapper.IdFieldMapper;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;

/**
 * The query {@code simhash}: all documents within a distance of a text, a fingerprint or another
 * document, or the n nearest of each shard.
 *
 * <pre>
 * {"simhash": {"field": "near", "text": "...", "max_distance": 8}}
 * </pre>
 *
 * <p>In a field with short texts, a text or document is compared by its words with those that have
 * words too, as {@link ShortTexts} says, but where the query names a distance and no resemblance.
 */
public final class SimHashQueryBuilder extends AbstractQueryBuilder<SimHashQueryBuilder> {

  static final String NAME = "simhash";

  private static final int VERSION = 1;

  /** With a resemblance, or the words of a document. */
  private static final int SHORT_TEXTS = 2;

  /**
   * Sent for the fingerprint that is not there where no distance is named; the default one is sent.
   * A node without short texts reads that alone: it has no use for a fingerprint beside a text.
   */
  private static final long NO_DISTANCE_NAMED = 0;

  private static final int MAX_NEAREST = 10_000;

  private static final ObjectParser<SimHashQueryBuilder, Void> PARSER =
      new ObjectParser<>(NAME, SimHashQueryBuilder::new);

  static {
    PARSER.declareString((query, field) -> query.field = field, new ParseField("field"));
    PARSER.declareString((query, text) -> query.text = text, new ParseField("text"));
    PARSER.declareField(
        (query, bits) -> query.fingerprint = bits,
        parser ->
            parser.currentToken() == XContentParser.Token.VALUE_STRING
                ? Fingerprint.parseHex(parser.text())
                : parser.longValue(false),
        new ParseField("fingerprint"),
        ValueType.LONG);
    PARSER.declareObject(
        (query, like) -> query.like = like, LikeDocument.PARSER, new ParseField("like"));
    PARSER.declareInt((query, bits) -> query.maxDistance = bits, new ParseField("max_distance"));
    PARSER.declareDouble(
        (query, share) -> query.minResemblance = share, new ParseField("min_resemblance"));
    PARSER.declareInt((query, n) -> query.nearest = n, new ParseField("nearest"));
    PARSER.declareBoolean(
        (query, ignore) -> query.ignoreUnmapped = ignore, new ParseField("ignore_unmapped"));
    declareStandardFields(PARSER);
  }

  private String field;

  // one of these three is not null
  private String text;
  private Long fingerprint;
  private LikeDocument like;

  // null if they were not named; not both
  private Integer maxDistance;
  private Integer nearest;

  private Double minResemblance; // of words; null if it was not named
  private boolean ignoreUnmapped;

  /** True if {@link #like} is set again as soon as it was looked up. */
  private boolean isAsked;

  private SimHashQueryBuilder() {}

  SimHashQueryBuilder(StreamInput in) throws IOException {
    super(in);
    int version = WireVersion.read(in, "a query", SHORT_TEXTS);
    field = in.readString();
    text = in.readOptionalString();
    fingerprint = in.readOptionalLong();
    like = in.readOptionalWriteable(LikeDocument::new);
    maxDistance = in.readOptionalVInt();
    nearest = in.readOptionalVInt();
    ignoreUnmapped = in.readBoolean();
    if (version >= SHORT_TEXTS) {
      minResemblance = in.readOptionalDouble();
      String words = in.readString();
      like = like == null ? null : like.withWords(words);
    }
    if (fingerprint != null && (text != null || like != null)) {
      fingerprint = null;
      maxDistance = null;
    }
  }

  /** All documents of a field within a distance of a fingerprint. */
  public static SimHashQueryBuilder within(String field, long fingerprint, int maxDistance) {
    SimHashQueryBuilder query = new SimHashQueryBuilder();
    query.field = field;
    query.fingerprint = fingerprint;
    query.maxDistance = maxDistance;
    return query;
  }

  /** Refuses what is missing or out of range. */
  static SimHashQueryBuilder fromXContent(XContentParser parser) throws IOException {
    SimHashQueryBuilder query = PARSER.parse(parser, null);
    query.check();
    if (query.fingerprint != null && query.nearest == null && query.maxDistance == null) {
      query.maxDistance = FingerprintScheme.DEFAULT_DISTANCE;
    }
    return query;
  }

  private void check() {
    if (field == null) {
      throw BadRequest.of("[simhash] query has no [field]");
    }
    long targets = Stream.of(text, fingerprint, like).filter(Objects::nonNull).count();
    if (targets != 1) {
      throw BadRequest.of(
          "[simhash] query has {} of [text], [fingerprint] and [like], expected one",
          targets == 0 ? "none" : "several");
    }
    if (maxDistance != null && nearest != null) {
      throw BadRequest.of("[simhash] query has both [max_distance] and [nearest], expected one");
    }
    checkRange("max_distance", maxDistance, 0, Fingerprint.BITS);
    checkRange("nearest", nearest, 1, MAX_NEAREST);
    if (minResemblance != null
        && !(minResemblance >= ShortTexts.LEAST_RESEMBLANCE && minResemblance <= 1)) {
      String message = "[simhash] query has min_resemblance [{}], expected a number from 0.5 to 1";
      throw BadRequest.of(message, minResemblance);
    }
    if (minResemblance != null && (fingerprint != null || nearest != null)) {
      throw BadRequest.of(
          "[simhash] query has [min_resemblance] beside [{}], which has no words: expected [text]"
              + " or [like], without [nearest]",
          fingerprint != null ? "fingerprint" : "nearest");
    }
  }

  private static void checkRange(String name, Integer value, int min, int max) {
    if (value != null && (value < min || value > max)) {
      throw BadRequest.of("[simhash] query has {} [{}], expected {} to {}", name, value, min, max);
    }
  }

  private int maxDistance() {
    return maxDistance == null ? FingerprintScheme.DEFAULT_DISTANCE : maxDistance;
  }

  /** Whether words are compared where both texts have them. */
  private boolean isByWords() {
    return fingerprint == null
        && nearest == null
        && (maxDistance == null || minResemblance != null);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    String words = like == null ? "" : like.words();
    boolean isOld = minResemblance == null && words.isEmpty();
    WireVersion.write(out, isOld ? VERSION : SHORT_TEXTS);
    out.writeString(field);
    out.writeOptionalString(text);
    boolean isNamed = maxDistance != null || nearest != null;
    out.writeOptionalLong(isNamed ? fingerprint : Long.valueOf(NO_DISTANCE_NAMED));
    out.writeOptionalWriteable(like);
    out.writeOptionalVInt(nearest != null ? null : Integer.valueOf(maxDistance()));
    out.writeOptionalVInt(nearest);
    out.writeBoolean(ignoreUnmapped);
    if (!isOld) {
      out.writeOptionalDouble(minResemblance);
      out.writeString(words);
    }
  }

  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) {
    if (like == null || like.stamped() != null || isAsked) {
      return this;
    }
    SimHashQueryBuilder query = new SimHashQueryBuilder();
    query.field = field;
    query.like = like;
    query.maxDistance = maxDistance;
    query.nearest = nearest;
    query.minResemblance = minResemblance;
    query.ignoreUnmapped = ignoreUnmapped;
    query.isAsked = true;
    context.registerAsyncAction(
        (client, listener) ->
            like.lookUp(
                client,
                field,
                isByWords(),
                ActionListener.map(
                    listener,
                    found -> {
                      query.like = found;
                      return null;
                    })));
    return query;
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    if (ignoreUnmapped && context.fieldMapper(field) == null) {
      return new MatchNoDocsQuery("no field '" + field + "'");
    }
    SimHashFieldType near = SimHashFieldType.of(field, context);
    // a ready fingerprint is taken to be of the field's scheme
    Signature ofText = text == null ? null : near.read(text);
    OptionalLong target =
        ofText != null
            ? ofText.fingerprint()
            : like != null ? like.fingerprint(near) : OptionalLong.of(fingerprint);
    Query others = // than the document of like, if it is in this index
        like != null && like.index().equals(context.index().getName())
            ? Queries.not(context.fieldMapper(IdFieldMapper.NAME).termQuery(like.id(), context))
            : null;
    if (nearest != null && target.isPresent()) {
      return near.nearestQuery(target.getAsLong(), nearest, others);
    }
    Query found =
        target.isEmpty()
            ? new MatchNoDocsQuery("no fingerprint under scheme " + near.scheme().id())
            : near.distanceQuery(target.getAsLong(), maxDistance());
    if (near.hasWords && isByWords()) {
      BytesRef words = ofText != null ? ofText.words() : like.words(near, field);
      ShortTexts rule = ShortTexts.of(minResemblance, words);
      found = near.scheme().newNearQuery(near.name(), words, rule, found);
    }
    return Queries.filtered(found, others);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("field", field);
    if (text != null) {
      builder.field("text", text);
    } else if (like != null) {
      like.toXContent(builder);
    } else {
      builder.field("fingerprint", Fingerprint.toHex(fingerprint));
    }
    if (nearest != null) {
      builder.field("nearest", nearest);
    }
    if (maxDistance != null) {
      builder.field("max_distance", maxDistance);
    }
    if (minResemblance != null) {
      builder.field("min_resemblance", minResemblance);
    }
    builder.field("ignore_unmapped", ignoreUnmapped);
    printBoostAndQueryName(builder);
    builder.endObject();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(SimHashQueryBuilder that) {
    return toString().equals(that.toString());
  }

  @Override
  protected int doHashCode() {
    return toString().hashCode();
  }
}
