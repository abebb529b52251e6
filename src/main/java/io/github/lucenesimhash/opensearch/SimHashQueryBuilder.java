package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.opensearch.core.ParseField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.mapper.IdFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.index.query.WithFieldName;

/**
 * The query {@code simhash}: all documents within a distance of a text, a fingerprint or another
 * document, or the n nearest of each shard.
 *
 * <pre>
 * {"simhash": {"field": "near", "text": "...", "max_distance": 8}}
 * </pre>
 */
public final class SimHashQueryBuilder extends AbstractQueryBuilder<SimHashQueryBuilder>
    implements WithFieldName {

  static final String NAME = "simhash";

  private static final int MAX_NEAREST = 10_000;

  private static final ObjectParser<SimHashQueryBuilder, Void> PARSER =
      new ObjectParser<>(NAME, SimHashQueryBuilder::new);

  static {
    PARSER.declareString((query, field) -> query.field = field, new ParseField("field"));
    PARSER.declareString((query, text) -> query.text = text, new ParseField("text"));
    PARSER.declareField(
        (query, bits) -> query.fingerprint = bits,
        SimHashQueryBuilder::parseFingerprint,
        new ParseField("fingerprint"),
        ValueType.LONG);
    PARSER.declareObject(
        (query, like) -> query.like = like, LikeDocument.PARSER, new ParseField("like"));
    PARSER.declareInt((query, bits) -> query.maxDistance = bits, new ParseField("max_distance"));
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

  // one of these two is not null
  private Integer maxDistance;
  private Integer nearest;

  private boolean ignoreUnmapped;

  /** Gives the document as soon as it was looked up; null if there is nothing to be looked up. */
  private Supplier<LikeDocument> lookup;

  private SimHashQueryBuilder() {}

  SimHashQueryBuilder(StreamInput in) throws IOException {
    super(in);
    SimHashPlugin.afterVersion(in);
    field = in.readString();
    text = in.readOptionalString();
    fingerprint = in.readOptionalLong();
    like = in.readOptionalWriteable(LikeDocument::new);
    maxDistance = in.readOptionalVInt();
    nearest = in.readOptionalVInt();
    ignoreUnmapped = in.readBoolean();
  }

  /** All documents of a field within a distance of a fingerprint. */
  public static SimHashQueryBuilder within(String field, long fingerprint, int maxDistance) {
    SimHashQueryBuilder query = new SimHashQueryBuilder();
    query.field = field;
    query.fingerprint = fingerprint;
    query.maxDistance = maxDistance;
    return query;
  }

  /** Reads a query as it is written in a request, and refuses what is missing or out of range. */
  static SimHashQueryBuilder fromXContent(XContentParser parser) throws IOException {
    SimHashQueryBuilder query = PARSER.parse(parser, null);
    query.check();
    if (query.maxDistance == null && query.nearest == null) {
      query.maxDistance = FingerprintScheme.DEFAULT_DISTANCE;
    }
    return query;
  }

  private static long parseFingerprint(XContentParser parser) throws IOException {
    return parser.currentToken() == XContentParser.Token.VALUE_STRING
        ? Fingerprint.parseHex(parser.text())
        : parser.longValue(false);
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
  }

  private static void checkRange(String name, Integer value, int min, int max) {
    if (value != null && (value < min || value > max)) {
      throw BadRequest.of("[simhash] query has {} [{}], expected {} to {}", name, value, min, max);
    }
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    if (lookup != null) {
      throw new IllegalStateException("[" + NAME + "] still looks for " + like);
    }
    SimHashPlugin.writeVersion(out);
    out.writeString(field);
    out.writeOptionalString(text);
    out.writeOptionalLong(fingerprint);
    out.writeOptionalWriteable(like);
    out.writeOptionalVInt(maxDistance);
    out.writeOptionalVInt(nearest);
    out.writeBoolean(ignoreUnmapped);
  }

  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) {
    if (lookup != null) {
      return lookup.get() == null ? this : with(lookup.get(), null);
    }
    if (like == null || like.isLookedUp()) {
      return this;
    }
    SetOnce<LikeDocument> found = new SetOnce<>();
    context.registerAsyncAction(
        (client, listener) ->
            like.lookUp(
                client,
                field,
                ActionListener.map(
                    listener,
                    document -> {
                      found.set(document);
                      return null;
                    })));
    return with(like, found::get);
  }

  private SimHashQueryBuilder with(LikeDocument like, Supplier<LikeDocument> lookup) {
    SimHashQueryBuilder query = new SimHashQueryBuilder();
    query.field = field;
    query.like = like;
    query.maxDistance = maxDistance;
    query.nearest = nearest;
    query.ignoreUnmapped = ignoreUnmapped;
    query.lookup = lookup;
    return query.boost(boost).queryName(queryName);
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    MappedFieldType type = context.fieldMapper(field);
    if (type == null && ignoreUnmapped) {
      return new MatchNoDocsQuery("no field '" + field + "'");
    }
    if (type == null) {
      throw new QueryShardException(
          context,
          "[simhash] field [{}] is not in the mapping; [ignore_unmapped] would let that pass",
          field);
    }
    if (!(type.unwrap() instanceof SimHashFieldType near)) {
      throw new QueryShardException(
          context,
          "[simhash] field [{}] is of type [{}], expected [simhash]",
          field,
          type.typeName());
    }
    OptionalLong target = target(near);
    if (target.isEmpty()) {
      return new MatchNoDocsQuery("no fingerprint under scheme " + near.scheme().id());
    }
    Query self = self(context);
    return nearest != null
        ? near.nearestQuery(
            target.getAsLong(),
            nearest,
            self == null ? null : without(self, MatchAllDocsQuery.INSTANCE))
        : without(self, near.distanceQuery(target.getAsLong(), maxDistance));
  }

  /** Empty if it has too few features. A ready fingerprint is taken to be of the field's scheme. */
  private OptionalLong target(SimHashFieldType near) {
    if (text != null) {
      return near.fingerprint(text);
    }
    return like == null ? OptionalLong.of(fingerprint) : like.fingerprint(near);
  }

  private Query self(QueryShardContext context) {
    return like != null && like.index().equals(context.index().getName())
        ? context.fieldMapper(IdFieldMapper.NAME).termQuery(like.id(), context)
        : null;
  }

  private static Query without(Query self, Query query) {
    return self == null
        ? query
        : new BooleanQuery.Builder().add(query, Occur.MUST).add(self, Occur.MUST_NOT).build();
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("field", field);
    if (text != null) {
      builder.field("text", text);
    } else if (like != null) {
      like.toXContent(builder, params);
    } else {
      builder.field("fingerprint", Fingerprint.toHex(fingerprint));
    }
    if (nearest != null) {
      builder.field("nearest", nearest);
    } else {
      builder.field("max_distance", maxDistance);
    }
    builder.field("ignore_unmapped", ignoreUnmapped);
    printBoostAndQueryName(builder);
    builder.endObject();
  }

  @Override
  public String fieldName() {
    return field;
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  private List<Object> parts() {
    return Arrays.asList(
        field, text, fingerprint, like, maxDistance, nearest, ignoreUnmapped, lookup);
  }

  @Override
  protected boolean doEquals(SimHashQueryBuilder that) {
    return parts().equals(that.parts());
  }

  @Override
  protected int doHashCode() {
    return parts().hashCode();
  }
}
