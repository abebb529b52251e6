package io.github.lucenesimhash.opensearch.passages;

import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.SearchTime;
import io.github.lucenesimhash.opensearch.field.SourceValues;
import io.github.lucenesimhash.passage.PassageQuery;
import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;
import org.opensearch.index.mapper.SourceFieldMapper;

/**
 * Reads the texts of a field of copied passages from the sources of documents. A user who may not
 * see a text does not learn that the text has a passage.
 *
 * @param field the field of the passages
 * @param paths the paths at which sources have the texts
 */
record SourcePassages(String field, Set<String> paths) implements PassageQuery.Texts {

  @Override
  @SuppressWarnings("deprecation") // a source does not name its format
  public String[] of(LeafReaderContext leaf, StoredFields stored, int doc) throws IOException {
    SearchTime.check(leaf, field);
    BytesRef found =
        stored.document(doc, Set.of(SourceFieldMapper.NAME)).getBinaryValue(SourceFieldMapper.NAME);
    if (found == null) {
      return new String[0];
    }
    return SourceValues.of(
            new BytesArray(found),
            MediaTypeRegistry.mediaTypeFromBytes(found.bytes, found.offset, found.length),
            paths,
            (parser, path) -> read(field, parser))
        .stream()
        .map(Object::toString)
        .toArray(String[]::new);
  }

  /** Returns the text at a parser's position in a source or new document, or null for no text. */
  static String read(String field, XContentParser parser) throws IOException {
    Token token = parser.currentToken();
    if (token != Token.VALUE_NULL && !token.isValue()) {
      throw BadRequest.of("field [{}] got {}, expected a text", field, token);
    }
    return parser.textOrNull();
  }
}
