package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.verify.Comparison;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.lucene.Lucene;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.index.IndexService;
import org.opensearch.index.mapper.KeywordFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.ObjectMapper;
import org.opensearch.indices.IndicesService;

/** The mapping of an index, available on any node, with or without a shard of the index. */
public final class IndexMapping implements Closeable {

  private final String index;
  private final MapperService mapping;
  private final boolean isOwn;

  /** Takes the mapping that this node has of the index, or creates one if this node has none. */
  public IndexMapping(IndicesService indices, IndexMetadata index) throws IOException {
    this(indices, index, indices.indexService(index.getIndex()));
  }

  /** Creates a mapping that stays usable after the shards of the index have left this node. */
  public static IndexMapping own(IndicesService indices, IndexMetadata index) throws IOException {
    return new IndexMapping(indices, index, null);
  }

  private IndexMapping(IndicesService indices, IndexMetadata index, IndexService service)
      throws IOException {
    this.index = index.getIndex().getName();
    isOwn =
        service == null
            || (service.mapperService().documentMapper() == null && index.mapping() != null);
    if (isOwn) {
      mapping = indices.createIndexMapperService(index);
      mapping.merge(index, MapperService.MergeReason.MAPPING_RECOVERY);
    } else {
      mapping = service.mapperService();
    }
  }

  public boolean has(String field) {
    return mapping.fieldType(field) != null;
  }

  /**
   * Returns a field of fingerprints, usable until this mapping is closed. Rejects a missing field,
   * a nested field and a field of another type.
   */
  public SimHashFieldType field(String name) {
    MappedFieldType type = mapping.fieldType(name);
    if (type == null || !(type.unwrap() instanceof SimHashFieldType near)) {
      throw BadRequest.of(
          "field [{}] of index [{}] is {}, expected one of type [simhash]",
          name,
          index,
          type == null ? "not in the mapping" : "of type [" + type.typeName() + "]");
    }
    checkNotNested(name, near);
    return near;
  }

  /** Returns the comparison for a request on a field of fingerprints, with or without texts. */
  Comparison comparison(String field, NearOptions options, boolean hasTexts) {
    return field(field).comparison(options, hasTexts);
  }

  private void checkNotNested(String name, MappedFieldType type) {
    String path = type.name();
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      ObjectMapper parent = mapping.getObjectMapper(path.substring(0, dot));
      if (parent != null && parent.nested().isNested()) {
        throw BadRequest.of(
            "field [{}] of index [{}] is nested, expected one of a document", name, index);
      }
    }
  }

  /**
   * Returns the tenant of a document. Rejects a field that cannot be searched for the tenant as it
   * is written, and a document without exactly one tenant. The tenant must be a word or a whole
   * number of at most {@code ignore_above} characters.
   */
  public String tenant(String name, Map<String, Object> source) {
    MappedFieldType type = mapping.fieldType(name);
    Mapper mapper = type == null ? null : mapping.documentMapper().mappers().getMapper(type.name());
    if (!(mapper instanceof KeywordFieldMapper keyword)
        || !type.isSearchable()
        || !Lucene.KEYWORD_ANALYZER.equals(type.getTextSearchInfo().getSearchAnalyzer())) {
      throw BadRequest.of(
          "tenant_field [{}] of index [{}] is {}, expected one of type [keyword] that is indexed"
              + " and that neither [normalizer] nor [split_queries_on_whitespace] changes",
          name,
          index,
          described(type));
    }
    checkNotNested(name, keyword.fieldType());
    List<Object> values =
        sourcePaths(name).stream()
            .flatMap(path -> XContentMapValues.extractRawValues(path, source).stream())
            .filter(Objects::nonNull)
            .toList();
    if (values.size() != 1) {
      throw BadRequest.of(
          "tenant_field [{}] of the document has [{}] values, expected one", name, values.size());
    }
    String tenant = values.getFirst().toString();
    if (values.getFirst() instanceof Double || values.getFirst() instanceof Float) {
      throw BadRequest.of( // the index has the number as the document spells it
          "tenant_field [{}] of the document is [{}], expected a word or a whole number",
          name,
          tenant);
    }
    if (tenant.length() > keyword.ignoreAbove()) {
      throw BadRequest.of(
          "tenant_field [{}] of the document has [{}] characters, expected at most [{}], as the"
              + " mapping has it in [ignore_above]",
          name,
          tenant.length(),
          keyword.ignoreAbove());
    }
    return tenant;
  }

  /** Rejects a field without doc values, by which searches cannot sort. */
  public void checkSorts(String option, String name) {
    MappedFieldType type = mapping.fieldType(name);
    if (type == null || !type.hasDocValues()) {
      throw BadRequest.of(
          "{} is [{}], which is {} in index [{}], expected a field with doc values",
          option,
          name,
          described(type),
          index);
    }
  }

  private static String described(MappedFieldType type) {
    if (type == null) {
      return "not in the mapping";
    }
    return "of type [" + type.typeName() + "]" + (type.isSearchable() ? "" : ", not indexed");
  }

  /** Returns the paths at which sources have the values of a field, which an alias may name. */
  public Set<String> sourcePaths(String field) {
    MappedFieldType type = mapping.fieldType(field);
    return mapping.sourcePath(type == null ? field : type.name());
  }

  /** Returns a field for which sources may have ready fingerprints, or null for any other name. */
  public SimHashFieldType own(String field) {
    MappedFieldType type = mapping.fieldType(field);
    return type != null && type.unwrap() instanceof SimHashFieldType near ? near : null;
  }

  /** Returns the reason why sources lack values of a field, or null if they may have all values. */
  String whyNotInSource(String field) {
    return SourceTexts.whyNotKept(mapping, index, field);
  }

  @Override
  public void close() throws IOException {
    if (isOwn) {
      mapping.close();
    }
  }
}
