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
 * Reads the texts to compare from the sources of documents: the texts of the fingerprints, or the
 * texts of another field. Several values are joined into one text. A ready fingerprint is no text.
 *
 * @param verifier the verifier of the fingerprints' scheme, so that texts have the same features
 * @param paths the paths at which sources have the text, in the order of their names
 * @param own the field whose path may have a ready fingerprint, or null for no field
 */
public record SourceTexts(TextVerifier verifier, List<String> paths, SimHashFieldType own) {

  /** The separator between the values that are joined into a text. */
  public static final String BETWEEN = "\n";

  /** Returns the reason why sources lack values of a field, or null if they may have all values. */
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

  /** Returns the features of the text in a document's source, or null if it has no text. */
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
