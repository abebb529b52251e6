package io.github.lucenesimhash.opensearch.query;

import io.github.lucenesimhash.opensearch.field.WireVersion;
import java.io.IOException;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryShardContext;

/**
 * A query of one field. If an index does not have the field, the query fails, or finds nothing if
 * {@code ignore_unmapped} is true.
 */
public abstract class FieldQueryBuilder<T extends FieldQueryBuilder<T>>
    extends AbstractQueryBuilder<T> {

  private final String name;
  protected String field; // null if the request names no field
  protected boolean ignoreUnmapped;

  protected FieldQueryBuilder(String name) {
    this.name = name;
  }

  /** Reads the values that {@link #doWriteTo} writes before {@link #writeOwn}. */
  protected FieldQueryBuilder(String name, StreamInput in) throws IOException {
    super(in);
    this.name = name;
    WireVersion.read(in, "a query");
    field = in.readString();
  }

  protected static <Q extends FieldQueryBuilder<Q>> void declareField(
      ObjectParser<Q, Void> parser) {
    parser.declareString((query, field) -> query.field = field, new ParseField("field"));
    parser.declareBoolean(
        (query, ignore) -> query.ignoreUnmapped = ignore, new ParseField("ignore_unmapped"));
    declareStandardFields(parser);
  }

  /** Writes the values that only this kind of query has. */
  protected abstract void writeOwn(StreamOutput out) throws IOException;

  /** Adds the values that only this kind of query has. */
  protected abstract void addOwn(XContentBuilder builder) throws IOException;

  /** Returns the Lucene query for an index that has the field. */
  protected abstract Query ofMapped(QueryShardContext context) throws IOException;

  @Override
  protected final void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out);
    out.writeString(field);
    writeOwn(out);
    out.writeBoolean(ignoreUnmapped);
  }

  @Override
  protected final Query doToQuery(QueryShardContext context) throws IOException {
    return ignoreUnmapped && context.fieldMapper(field) == null
        ? new MatchNoDocsQuery("no field '" + field + "'")
        : ofMapped(context);
  }

  @Override
  protected final void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(name).field("field", field);
    addOwn(builder);
    builder.field("ignore_unmapped", ignoreUnmapped);
    printBoostAndQueryName(builder);
    builder.endObject();
  }

  @Override
  public final String getWriteableName() {
    return name;
  }

  @Override
  protected final boolean doEquals(T that) {
    return toString().equals(that.toString());
  }

  @Override
  protected final int doHashCode() {
    return toString().hashCode();
  }
}
