package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.verify.DocumentFeatures;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.index.mapper.SourceFieldMapper;
import org.opensearch.search.lookup.SourceLookup;

/** The texts of a field as the documents' sources have them; several values are one text. */
record SourceTexts(String field) implements DocumentFeatures.Texts {

  private static final Set<String> STORED = Set.of(SourceFieldMapper.NAME);

  @Override
  public CharSequence text(LeafReaderContext leaf, int leafDoc) throws IOException {
    BytesRef source =
        leaf.reader()
            .storedFields()
            .document(leafDoc, STORED)
            .getBinaryValue(SourceFieldMapper.NAME);
    if (source == null) {
      throw new IllegalArgumentException(
          "the index keeps no source, which the texts of field [" + field + "] would come from");
    }
    Map<String, Object> map = SourceLookup.sourceAsMap(new BytesArray(source));
    List<Object> values = XContentMapValues.extractRawValues(field, map);
    return values.stream().map(String::valueOf).collect(Collectors.joining("\n"));
  }
}
