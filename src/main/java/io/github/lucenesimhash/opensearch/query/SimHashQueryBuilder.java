package io.github.lucenesimhash.opensearch.query;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.NearOptions;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
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
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.QuerySpec;

/**
 * The query {@code simhash}, which finds all documents within a distance of a text, a fingerprint
 * or another document. With {@code nearest}, the query finds the n nearest documents of each shard,
 * among the documents that match a filter.
 *
 * <pre>
 * {"simhash": {"field": "near", "text": "...", "max_distance": 8}}
 * </pre>
 *
 * <p>The query reads no texts, so no guard keeps documents apart.
 */
public final class SimHashQueryBuilder extends FieldQueryBuilder<SimHashQueryBuilder> {

  private static final String NAME = SimHashFieldType.NAME;

  /** The name and the readers of the query. */
  public static final QuerySpec<SimHashQueryBuilder> SPEC =
      new QuerySpec<>(NAME, SimHashQueryBuilder::new, SimHashQueryBuilder::fromXContent);

  private static final int MAX_NEAREST = 10_000;

  private static final String HEX = "0x"; // without it, 64 digits of 0 and 1 are ambiguous

  private static final ObjectParser<SimHashQueryBuilder, Void> PARSER =
      new ObjectParser<>(NAME, SimHashQueryBuilder::new);

  static {
    PARSER.declareString((query, text) -> query.text = text, new ParseField("text"));
    PARSER.declareField(
        (query, bits) -> query.fingerprint = bits,
        parser ->
            parser.currentToken() == XContentParser.Token.VALUE_STRING
                ? Fingerprint.parse(parser.text())
                : Fingerprint.of(parser.longValue(false)),
        new ParseField("fingerprint"),
        ValueType.LONG);
    PARSER.declareObject(
        (query, like) -> query.like = like, LikeDocument.PARSER, new ParseField("like"));
    NearOptions.declare(
        PARSER,
        NearOptions.OF_SEARCHES,
        (query, change) -> query.options = change.apply(query.options));
    PARSER.declareInt((query, n) -> query.nearest = n, new ParseField("nearest"));
    PARSER.declareObject(
        (query, filter) -> query.filter = filter,
        (parser, nothing) -> parseInnerQueryBuilder(parser),
        new ParseField("filter"));
    declareField(PARSER);
  }

  // exactly one of the following three is not null
  private String text;
  private Fingerprint fingerprint;
  private LikeDocument like;

  private Integer nearest; // null if the request does not name it
  private QueryBuilder filter; // null for none; applied before the nearest documents are chosen
  private NearOptions options = NearOptions.NONE;

  /** Whether the lookup of {@link #like} was started, which replaces {@link #like} at its end. */
  private boolean isAsked;

  private SimHashQueryBuilder() {
    super(NAME);
  }

  SimHashQueryBuilder(StreamInput in) throws IOException {
    super(NAME, in);
    text = in.readOptionalString();
    String bits = in.readOptionalString();
    fingerprint = bits == null ? null : Fingerprint.parse(HEX + bits);
    like = in.readOptionalWriteable(LikeDocument::new);
    nearest = in.readOptionalVInt();
    filter = in.readOptionalNamedWriteable(QueryBuilder.class);
    options = new NearOptions(in);
    ignoreUnmapped = in.readBoolean();
  }

  /** Parses the query; rejects a value that is missing or out of range. */
  static SimHashQueryBuilder fromXContent(XContentParser parser) throws IOException {
    SimHashQueryBuilder query = PARSER.parse(parser, null);
    query.check();
    return query;
  }

  /** Returns a query for the documents near a fingerprint in the indexes that have the field. */
  public static SimHashQueryBuilder within(String field, Fingerprint fingerprint, int maxDistance) {
    SimHashQueryBuilder query = new SimHashQueryBuilder();
    query.field = field;
    query.fingerprint = fingerprint;
    query.options = NearOptions.NONE.with(NearOptions.MAX_DISTANCE, maxDistance);
    query.ignoreUnmapped = true;
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
    for (String distance : List.of(NearOptions.MAX_DISTANCE, NearOptions.PRESET)) {
      if (nearest != null && options.names(distance)) {
        throw BadRequest.of("[simhash] query has both [{}] and [nearest], expected one", distance);
      }
    }
    if (nearest != null && (nearest < 1 || nearest > MAX_NEAREST)) {
      throw BadRequest.of(
          "[simhash] query has nearest [{}], expected 1 to {}", nearest, MAX_NEAREST);
    }
    if (nearest == null && filter != null) {
      throw BadRequest.of(
          "[simhash] query has [filter] without [nearest], expected the filter beside the query in"
              + " a [bool]");
    }
  }

  @Override
  protected void writeOwn(StreamOutput out) throws IOException {
    out.writeOptionalString(text);
    out.writeOptionalString(fingerprint == null ? null : fingerprint.toString());
    out.writeOptionalWriteable(like);
    out.writeOptionalVInt(nearest);
    out.writeOptionalNamedWriteable(filter);
    options.writeTo(out);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // queries are equal before and after the lookup
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    boolean asks = like != null && like.found() == null && !isAsked;
    QueryBuilder rewritten = filter == null ? null : filter.rewrite(context);
    if (!asks && rewritten == filter) {
      return this;
    }
    SimHashQueryBuilder query = new SimHashQueryBuilder();
    query.field = field;
    query.text = text;
    query.fingerprint = fingerprint;
    query.like = like;
    query.nearest = nearest;
    query.filter = rewritten;
    query.options = options;
    query.ignoreUnmapped = ignoreUnmapped;
    query.isAsked = like != null;
    if (asks) {
      context.registerAsyncAction(
          (client, listener) ->
              like.lookUp(
                  client,
                  field,
                  ActionListener.map(
                      listener,
                      found -> {
                        query.like = found;
                        return null;
                      })));
    }
    return query;
  }

  @Override
  protected Query ofMapped(QueryShardContext context) throws IOException {
    SimHashFieldType near = SimHashFieldType.of(field, context);
    // a ready fingerprint is assumed to be of the field's scheme
    Optional<Fingerprint> target =
        text != null
            ? near.fingerprint(text)
            : like != null ? like.fingerprint(near) : Optional.of(near.checked(fingerprint));
    int maxDistance = near.comparison(options, false).maxDistance();
    if (target.isEmpty()) {
      return new MatchNoDocsQuery("no fingerprint under scheme " + near.schemeId());
    }
    Query others = // all except the document of like, if it is in this index
        like != null && like.index().equals(context.index().getName())
            ? Queries.not(context.fieldMapper(IdFieldMapper.NAME).termQuery(like.id(), context))
            : null;
    if (nearest != null) {
      Query filtered = filter == null ? null : filter.toQuery(context);
      return near.nearest(
          target.get(), nearest, filtered == null ? others : Queries.filtered(filtered, others));
    }
    return Queries.filtered(near.within(target.get(), maxDistance), others);
  }

  @Override
  protected void addOwn(XContentBuilder builder) throws IOException {
    if (text != null) {
      builder.field("text", text);
    } else if (like != null) {
      like.toXContent(builder);
    } else {
      builder.field("fingerprint", HEX + fingerprint);
    }
    if (nearest != null) {
      builder.field("nearest", nearest);
    }
    if (filter != null) {
      builder.field("filter", filter);
    }
    options.toXContent(builder, EMPTY_PARAMS);
  }
}
