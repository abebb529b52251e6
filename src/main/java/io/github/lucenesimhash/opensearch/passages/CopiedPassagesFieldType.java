package io.github.lucenesimhash.opensearch.passages;

import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.SourceTexts;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.Query;
import org.opensearch.common.lucene.BytesRefs;
import org.opensearch.common.lucene.Lucene;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.lookup.SearchLookup;

/**
 * The type of a field of hashes of passages, which only the query {@code copied_passages} searches.
 */
final class CopiedPassagesFieldType extends MappedFieldType {

  static final String NAME = "copied_passages";

  CopiedPassagesFieldType(String name, Map<String, String> meta) {
    super(name, true, false, false, TextSearchInfo.NONE, meta);
    setIndexAnalyzer(Lucene.KEYWORD_ANALYZER);
  }

  /** Returns the type of a field that a query or highlighter names, directly or by an alias. */
  static CopiedPassagesFieldType of(String field, MappedFieldType type) {
    if (type == null || !(type.unwrap() instanceof CopiedPassagesFieldType passages)) {
      throw BadRequest.of(
          "[copied_passages] field [{}] is {}",
          field,
          type == null
              ? "not in the mapping; [ignore_unmapped] allows that"
              : "of type [" + type.typeName() + "], expected [copied_passages]");
    }
    return passages;
  }

  /** Returns a reader of the texts of the field; rejects a mapping whose sources lack texts. */
  SourcePassages texts(MapperService mapping, String index) {
    String problem = SourceTexts.whyNotKept(mapping, index, name());
    if (problem != null) {
      throw BadRequest.of("[copied_passages] field [{}] has no texts: {}", name(), problem);
    }
    return new SourcePassages(name(), mapping.sourcePath(name()));
  }

  @Override
  public Query termQuery(Object value, QueryShardContext context) {
    throw BadRequest.of(
        "field [{}] of type [copied_passages] got [{}]: look for the passages of a text by the query"
            + " [copied_passages]",
        name(),
        BytesRefs.toString(value));
  }

  @Override
  public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
    return source -> List.of();
  }

  @Override
  public String typeName() {
    return NAME;
  }
}
