package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.opensearch.Target.Known;
import io.github.lucenesimhash.opensearch.Target.Like;
import java.io.IOException;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
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

  private final String field;
  private final Target target;
  private final int maxDistance;
  private final int nearest;
  private final boolean ignoreUnmapped;
  private final Supplier<Known> lookup;

  /**
   * @param nearest how many, or 0 for all within maxDistance
   * @param lookup gives the document that the target names once it is known, or null
   */
  SimHashQueryBuilder(
      String field,
      Target target,
      int maxDistance,
      int nearest,
      boolean ignoreUnmapped,
      Supplier<Known> lookup) {
    this.field = field;
    this.target = target;
    this.maxDistance = maxDistance;
    this.nearest = nearest;
    this.ignoreUnmapped = ignoreUnmapped;
    this.lookup = lookup;
  }

  SimHashQueryBuilder(StreamInput in) throws IOException {
    super(in);
    field = in.readString();
    target = Target.read(in);
    maxDistance = in.readVInt();
    nearest = in.readVInt();
    ignoreUnmapped = in.readBoolean();
    lookup = null;
  }

  /** All documents of a field within a distance of a fingerprint. */
  public static SimHashQueryBuilder within(String field, long fingerprint, int maxDistance) {
    return new SimHashQueryBuilder(
        field, new Target.Bits(fingerprint), maxDistance, 0, false, null);
  }

  static SimHashQueryBuilder fromXContent(XContentParser parser) throws IOException {
    return QuerySyntax.parse(parser);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    if (lookup != null) {
      throw new IllegalStateException("[" + NAME + "] still looks for " + target);
    }
    out.writeString(field);
    target.writeTo(out);
    out.writeVInt(maxDistance);
    out.writeVInt(nearest);
    out.writeBoolean(ignoreUnmapped);
  }

  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) {
    if (lookup != null) {
      return lookup.get() == null ? this : with(lookup.get(), null);
    }
    if (target instanceof Like like) {
      SetOnce<Known> found = new SetOnce<>();
      context.registerAsyncAction(
          (client, listener) ->
              new LikeLookup(field, like)
                  .run(
                      client,
                      ActionListener.map(
                          listener,
                          known -> {
                            found.set(known);
                            return null;
                          })));
      return with(target, found::get);
    }
    return this;
  }

  private SimHashQueryBuilder with(Target target, Supplier<Known> lookup) {
    return new SimHashQueryBuilder(field, target, maxDistance, nearest, ignoreUnmapped, lookup)
        .boost(boost)
        .queryName(queryName);
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
          "[{}] field [{}] is not in the mapping; [ignore_unmapped] would let that pass",
          NAME,
          field);
    }
    if (!(type.unwrap() instanceof SimHashFieldType near)) {
      throw new QueryShardException(
          context,
          "[{}] field [{}] is of type [{}], expected [{}]",
          NAME,
          field,
          type.typeName(),
          SimHashFieldType.NAME);
    }
    OptionalLong fingerprint = target.fingerprint(near);
    if (fingerprint.isEmpty()) {
      return new MatchNoDocsQuery("no fingerprint under scheme " + near.scheme().id());
    }
    Query self = self(context);
    return nearest > 0
        ? near.nearestQuery(
            fingerprint.getAsLong(),
            nearest,
            self == null ? null : without(self, MatchAllDocsQuery.INSTANCE))
        : without(self, near.distanceQuery(fingerprint.getAsLong(), maxDistance));
  }

  private Query self(QueryShardContext context) {
    return target instanceof Known known
            && known.document().index().equals(context.index().getName())
        ? context.fieldMapper(IdFieldMapper.NAME).termQuery(known.document().id(), context)
        : null;
  }

  private static Query without(Query self, Query query) {
    return self == null
        ? query
        : new BooleanQuery.Builder().add(query, Occur.MUST).add(self, Occur.MUST_NOT).build();
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME);
    builder.field(QuerySyntax.FIELD, field);
    target.toXContent(builder, params);
    if (nearest > 0) {
      builder.field(QuerySyntax.NEAREST, nearest);
    } else {
      builder.field(QuerySyntax.MAX_DISTANCE, maxDistance);
    }
    builder.field(QuerySyntax.IGNORE_UNMAPPED, ignoreUnmapped);
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

  @Override
  protected boolean doEquals(SimHashQueryBuilder that) {
    return field.equals(that.field)
        && target.equals(that.target)
        && maxDistance == that.maxDistance
        && nearest == that.nearest
        && ignoreUnmapped == that.ignoreUnmapped
        && Objects.equals(lookup, that.lookup);
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(field, target, maxDistance, nearest, ignoreUnmapped, lookup);
  }
}
