package io.github.lucenesimhash.opensearch;

import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.indices.IndicesService;

/** The mapping of an index, on any node, whether it has a shard of the index or not. */
final class IndexMapping implements Closeable {

  private final String index;
  private final MapperService mapping;

  IndexMapping(IndicesService indices, IndexMetadata index) throws IOException {
    this.index = index.getIndex().getName();
    mapping = indices.createIndexMapperService(index);
    mapping.merge(index, MapperService.MergeReason.MAPPING_RECOVERY);
  }

  /**
   * A field of fingerprints; usable until this is closed.
   *
   * @throws IllegalArgumentException if it is not there, or of another type
   */
  SimHashFieldType field(String name) {
    MappedFieldType type = mapping.fieldType(name);
    if (type == null || !(type.unwrap() instanceof SimHashFieldType near)) {
      throw new IllegalArgumentException(
          "field ["
              + name
              + "] of index ["
              + index
              + "] is "
              + (type == null ? "not in the mapping" : "of type [" + type.typeName() + "]")
              + ", expected one of type ["
              + SimHashFieldType.NAME
              + "]");
    }
    return near;
  }

  /** Where a document's source has the values of a field. */
  Set<String> sourcePaths(String field) {
    return mapping.sourcePath(field);
  }

  @Override
  public void close() throws IOException {
    mapping.close();
  }
}
