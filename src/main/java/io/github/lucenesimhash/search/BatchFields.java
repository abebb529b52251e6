package io.github.lucenesimhash.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;

/**
 * The fields of a batch, as a segment would describe them.
 *
 * @param id null if the documents have none
 */
record BatchFields(FieldInfo id, FieldInfo near, FieldInfos infos) {

  static BatchFields of(String idField, String field, String schemeId) {
    Map<String, String> attributes = new HashMap<>();
    if (schemeId != null) {
      SchemeStamp.put(attributes, schemeId);
    }
    List<FieldInfo> infos = new ArrayList<>();
    FieldInfo near = info(field, 0, DocValuesType.NUMERIC, attributes);
    infos.add(near);
    FieldInfo id = null;
    if (idField != null) {
      id = info(idField, 1, DocValuesType.NONE, new HashMap<>());
      infos.add(id);
    }
    return new BatchFields(id, near, new FieldInfos(infos.toArray(FieldInfo[]::new)));
  }

  private static FieldInfo info(
      String name, int number, DocValuesType docValues, Map<String, String> attributes) {
    return new FieldInfo(
        name,
        number,
        false,
        true,
        false,
        IndexOptions.DOCS,
        docValues,
        DocValuesSkipIndexType.NONE,
        -1,
        attributes,
        0,
        0,
        0,
        0,
        VectorEncoding.FLOAT32,
        VectorSimilarityFunction.EUCLIDEAN,
        false,
        false);
  }
}
