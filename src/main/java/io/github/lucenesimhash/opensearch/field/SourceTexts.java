package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.SourceFieldMapper;

/**
 * The texts to compare, as the sources of documents have them: those that fingerprints are made of,
 * or those of another field. Several values are one text. A ready fingerprint is no text.
 *
 * @param verifier of the scheme of the fingerprints, so that texts have the same features
 * @param paths where sources have the text, in the order of their names
 * @param own the field whose path may have a ready fingerprint; null for none
 */
public record SourceTexts(TextVerifier verifier, List<String> paths, SimHashFieldType own) {

  /** Between the values of which a text is made. */
  public static final String BETWEEN = "\n";

  /** Why documents' sources do not have all values of a field, or null if they may have. */
  public static String whyNotKept(MapperService mapping, String index, String field) {
    SourceFieldMapper source = mapping.documentMapper().sourceMapper();
    if (!source.enabled()) {
      return "the mapping of index [" + index + "] does not keep the source of documents";
    }
    MappedFieldType type = mapping.fieldType(field);
    if (type == null) {
      return "field [" + field + "] of index [" + index + "] is not in the mapping";
    }
    Set<String> paths = mapping.sourcePath(type.name());
    for (String path : paths) {
      boolean isCopied = !path.equals(type.name());
      if ((isCopied || paths.size() == 1) && isLeftOut(source, path)) {
        return "the mapping of index [" + index + "] leaves [" + path + "] out of the source";
      }
    }
    return null;
  }

  public static boolean isLeftOut(SourceFieldMapper source, String path) {
    String[] includes = source.getIncludes().toArray(String[]::new);
    String[] excludes = source.getExcludes().toArray(String[]::new);
    return XContentMapValues.filter(Map.of(path, ""), includes, excludes).isEmpty();
  }

  /** Returns the features of the text in a document's source; null if it has none. */
  FeatureSet features(Map<String, Object> source) {
    List<String> texts =
        paths.stream()
            .flatMap(
                path ->
                    XContentMapValues.extractRawValues(path, source).stream()
                        .filter(value -> isText(value, path)))
            .map(String::valueOf)
            .toList();
    return texts.isEmpty() ? null : verifier.features(String.join(BETWEEN, texts));
  }

  private boolean isText(Object value, String path) {
    boolean isOwn = own != null && path.equals(own.name());
    return isOwn ? value instanceof String text && !own.isFingerprint(text) : value != null;
  }
}
