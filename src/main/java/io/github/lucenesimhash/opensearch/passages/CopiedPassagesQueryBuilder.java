package io.github.lucenesimhash.opensearch.passages;

import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import io.github.lucenesimhash.opensearch.query.FieldQueryBuilder;
import io.github.lucenesimhash.passage.PassageField;
import io.github.lucenesimhash.passage.PassageQuery;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.lucene.search.Query;
import org.opensearch.common.logging.HeaderWarning;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.QuerySpec;

/**
 * The query {@code copied_passages}, which finds all documents that have a passage of a text, of
 * {@code at_least} words or more. Parts of the text that are in more than {@code at_most_in}
 * documents of a shard are not looked for.
 *
 * <pre>
 * {"copied_passages": {"field": "passages", "text": "...", "at_least": 25}}
 * </pre>
 */
public final class CopiedPassagesQueryBuilder
    extends FieldQueryBuilder<CopiedPassagesQueryBuilder> {

  private static final String NAME = CopiedPassagesFieldType.NAME;

  /** The name and the readers of the query. */
  public static final QuerySpec<CopiedPassagesQueryBuilder> SPEC =
      new QuerySpec<>(
          NAME, CopiedPassagesQueryBuilder::new, CopiedPassagesQueryBuilder::fromXContent);

  private static final int MAX_TOLD = 5;

  private static final ObjectParser<CopiedPassagesQueryBuilder, Void> PARSER =
      new ObjectParser<>(NAME, CopiedPassagesQueryBuilder::new);

  static {
    PARSER.declareString((query, text) -> query.text = text, new ParseField("text"));
    PARSER.declareInt((query, words) -> query.atLeast = words, new ParseField("at_least"));
    PARSER.declareInt((query, n) -> query.atMostIn = n, new ParseField("at_most_in"));
    declareField(PARSER);
  }

  private String text;
  private int atLeast = PassageField.MIN_WORDS;
  private Integer atMostIn; // null for any number of documents

  private CopiedPassagesQueryBuilder() {
    super(NAME);
  }

  CopiedPassagesQueryBuilder(StreamInput in) throws IOException {
    super(NAME, in);
    text = in.readString();
    atLeast = in.readVInt();
    atMostIn = in.readOptionalVInt();
    ignoreUnmapped = in.readBoolean();
  }

  /** Parses the query; rejects a value that is missing or out of range. */
  static CopiedPassagesQueryBuilder fromXContent(XContentParser parser) throws IOException {
    CopiedPassagesQueryBuilder query = PARSER.parse(parser, null);
    query.check();
    return query;
  }

  private void check() {
    if (field == null || text == null) {
      throw BadRequest.of("[copied_passages] query has no [{}]", field == null ? "field" : "text");
    }
    if (atLeast < PassageField.MIN_WORDS) {
      throw BadRequest.of(
          "[copied_passages] query of field [{}] has at_least [{}], expected {} words or more",
          field,
          atLeast,
          PassageField.MIN_WORDS);
    }
    if (atMostIn != null && atMostIn < 1) {
      throw BadRequest.of(
          "[copied_passages] query of field [{}] has at_most_in [{}], expected 1 document or more",
          field,
          atMostIn);
    }
    SimHashFieldType.checkLength(field, text);
  }

  @Override
  protected void writeOwn(StreamOutput out) throws IOException {
    out.writeString(text);
    out.writeVInt(atLeast);
    out.writeOptionalVInt(atMostIn);
  }

  @Override
  protected Query ofMapped(QueryShardContext context) throws IOException {
    String index = context.index().getName();
    CopiedPassagesFieldType type = CopiedPassagesFieldType.of(field, context.fieldMapper(field));
    PassageQuery query =
        PassageField.newCopiedPassageQuery(type.name(), text, atLeast)
            .from(type.texts(context.getMapperService(), index));
    if (atMostIn == null) {
      return query;
    }
    query = query.atMostIn(atMostIn);
    if (context.searcher() != null) {
      warn(index, query.leftOut(context.searcher()));
    }
    return query;
  }

  /** Adds a header to the response with the parts of the text that a shard did not look for. */
  private void warn(String index, List<PassageQuery.LeftOut> parts) {
    if (!parts.isEmpty()) {
      HeaderWarning.addWarning(
          "[copied_passages] did not search for {} of the text's parts, which are in more than {}"
              + " documents of a shard of [{}]: characters {}{}",
          parts.size(),
          atMostIn,
          index,
          parts.stream()
              .limit(MAX_TOLD)
              .map(part -> part.from() + " to " + part.to())
              .collect(Collectors.joining(", ")),
          parts.size() > MAX_TOLD ? " and others" : "");
    }
  }

  @Override
  protected void addOwn(XContentBuilder builder) throws IOException {
    builder.field("text", text).field("at_least", atLeast);
    if (atMostIn != null) {
      builder.field("at_most_in", atMostIn);
    }
  }
}
