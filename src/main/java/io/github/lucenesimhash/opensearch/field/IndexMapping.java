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

/** The mapping of an index, on any node, whether it has a shard of the index or not. */
public final class IndexMapping implements Closeable {

  private final String index;
  private final MapperService mapping;
  private final boolean isOwn;

  /** Takes the mapping of a shard that is on this node, or else makes one. */
  public IndexMapping(IndicesService indices, IndexMetadata index) throws IOException {
    this(indices, index, indices.indexService(index.getIndex()));
  }

  /** Makes a mapping that can still be used when the shards have left this node. */
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

  /** Returns a field of fingerprints, usable until this is closed. Refuses a nested one. */
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

  /** Returns the comparison of a request in a field of fingerprints, with texts or without. */
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
   * Returns the tenant of a document. Refuses a field that cannot be searched by it, and a document
   * that has not one tenant.
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
      throw BadRequest.of( // the index has it as it was written
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

  /** Refuses a field that searches cannot sort by. */
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

  /** Returns where sources have the values of a field, which may be named by an alias. */
  public Set<String> sourcePaths(String field) {
    MappedFieldType type = mapping.fieldType(field);
    return mapping.sourcePath(type == null ? field : type.name());
  }

  /** Returns a field of fingerprints, which may stand ready in a source; null for another type. */
  public SimHashFieldType own(String field) {
    MappedFieldType type = mapping.fieldType(field);
    return type != null && type.unwrap() instanceof SimHashFieldType near ? near : null;
  }

  /** Why documents' sources do not have all values of a field, or null if they may have. */
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
