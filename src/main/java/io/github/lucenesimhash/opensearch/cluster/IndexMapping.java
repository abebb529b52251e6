package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.BadRequest;
import io.github.lucenesimhash.opensearch.NearOptions;
import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.opensearch.SourceTexts;
import io.github.lucenesimhash.verify.Comparison;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.lucene.Lucene;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexService;
import org.opensearch.index.mapper.DateFieldMapper;
import org.opensearch.index.mapper.KeywordFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.ObjectMapper;
import org.opensearch.indices.IndicesService;

/** The mapping of an index, on any node, whether it has a shard of the index or not. */
final class IndexMapping implements Closeable {

  private final String index;
  private final MapperService mapping;
  private final boolean isOwn;

  /** Made for this, unless a shard of the index is here, and has the mapping already. */
  IndexMapping(IndicesService indices, IndexMetadata index) throws IOException {
    this(indices, index, indices.indexService(index.getIndex()));
  }

  /** Usable after the shards that are here have gone. */
  static IndexMapping own(IndicesService indices, IndexMetadata index) throws IOException {
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

  boolean has(String field) {
    return mapping.fieldType(field) != null;
  }

  /** A field of fingerprints, usable until this is closed; a nested one is refused. */
  SimHashFieldType field(String name) {
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

  /** The one field of fingerprints that the index has. */
  String onlyField() {
    List<String> fields =
        StreamSupport.stream(mapping.fieldTypes().spliterator(), false)
            .filter(SimHashFieldType.class::isInstance)
            .map(MappedFieldType::name)
            .sorted()
            .toList();
    if (fields.size() != 1) {
      throw BadRequest.of(
          "[field] is missing, expected one of type [simhash], of which index [{}] has {}",
          index,
          fields);
    }
    return fields.getFirst();
  }

  /** Refuses the indexes of a name if they have fingerprints of the field that do not compare. */
  void requireSameScheme(
      String all,
      IndexMetadata own,
      List<IndexMetadata> others,
      String name,
      IndicesService indices) {
    for (IndexMetadata other : others) {
      if (Objects.equals(other.mapping(), own.mapping()) && analysis(other).equals(analysis(own))) {
        continue;
      }
      try (IndexMapping mapping = new IndexMapping(indices, other)) {
        if (mapping.has(name) && !mapping.field(name).schemeId().equals(field(name).schemeId())) {
          throw BadRequest.of(
              "field [{}] has scheme [{}] in index [{}] and [{}] in index [{}] of [{}],"
                  + " which do not compare",
              name,
              field(name).schemeId(),
              index,
              mapping.field(name).schemeId(),
              mapping.index,
              all);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Settings analysis(IndexMetadata index) {
    return index.getSettings().getByPrefix("index.analysis.");
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

  /** A field of dates that can be searched. */
  DateFieldMapper.DateFieldType date(String name) {
    MappedFieldType type = mapping.fieldType(name);
    if (type == null
        || !(type.unwrap() instanceof DateFieldMapper.DateFieldType date)
        || !date.isSearchable()) {
      throw BadRequest.of(
          "date_field [{}] of index [{}] is {}, expected one of type [date] or [date_nanos] that"
              + " is indexed",
          name,
          index,
          described(type));
    }
    checkNotNested(name, type);
    return date;
  }

  /** A field of tenants that can be searched, and has the values that documents have. */
  KeywordFieldMapper tenant(String name) {
    MappedFieldType type = mapping.fieldType(name);
    Mapper mapper = type == null ? null : mapping.documentMapper().mappers().getMapper(type.name());
    if (!(mapper instanceof KeywordFieldMapper keyword) || !type.isSearchable()) {
      throw BadRequest.of(
          "tenant_field [{}] of index [{}] is {}, expected one of type [keyword] that is indexed",
          name,
          index,
          described(type));
    }
    if (!Lucene.KEYWORD_ANALYZER.equals(type.getTextSearchInfo().getSearchAnalyzer())) {
      throw BadRequest.of(
          "tenant_field [{}] of index [{}] has a normalizer, or splits queries on whitespace,"
              + " expected neither",
          name,
          index);
    }
    checkNotNested(name, type);
    return keyword;
  }

  private static String described(MappedFieldType type) {
    if (type == null) {
      return "not in the mapping";
    }
    return "of type [" + type.typeName() + "]" + (type.isSearchable() ? "" : ", not indexed");
  }

  /** Where a document's source has the values of a field, by this or another name of it. */
  Set<String> sourcePaths(String field) {
    MappedFieldType type = mapping.fieldType(field);
    return mapping.sourcePath(type == null ? field : type.name());
  }

  /** Whose fingerprints may be ready in a source; null for a field of another type. */
  SimHashFieldType own(String field) {
    MappedFieldType type = mapping.fieldType(field);
    return type != null && type.unwrap() instanceof SimHashFieldType near ? near : null;
  }

  /** Why documents' sources do not have all values of a field, or null if they may have. */
  String whyNotInSource(String field) {
    return SourceTexts.whyNotKept(mapping, index, field);
  }

  /**
   * Refuses a field for marks if it is no keyword, or takes other values than those of its own
   * name, or if the fingerprints of {@code near} are made of it, or if the source does not keep it.
   */
  void checkMark(String name, String near) {
    MappedFieldType type = mapping.fieldType(name);
    String what = null;
    if (type == null) {
      what = "not in the mapping";
    } else if (!type.typeName().equals(KeywordFieldMapper.CONTENT_TYPE)) {
      what = "of type [" + type.typeName() + "]";
    } else if (!type.name().equals(name) || !sourcePaths(name).equals(Set.of(name))) {
      what = "filled from " + new TreeSet<>(sourcePaths(type.name()));
    } else if (sourcePaths(near).contains(name)) {
      what = "what the fingerprints of [" + near + "] are made of";
    } else if (whyNotInSource(name) != null) {
      what = "not kept: " + whyNotInSource(name);
    }
    if (what != null) {
      throw BadRequest.of(
          "mark is [{}], which is {},"
              + " expected a field of type [keyword] that documents do not fill",
          name,
          what);
    }
  }

  @Override
  public void close() throws IOException {
    if (isOwn) {
      mapping.close();
    }
  }
}
