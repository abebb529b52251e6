package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeOption;
import io.github.lucenesimhash.analysis.SchemeSources;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.analysis.NamedAnalyzer;
import org.opensearch.index.mapper.Mapper.TypeParser.ParserContext;

/**
 * The scheme of a field, with the value from which the mapping defines the scheme.
 *
 * @param given the value as the mapping shows it: a name or an object
 */
record MappedScheme(Object given, FingerprintScheme scheme) {

  static final MappedScheme DEFAULT = new MappedScheme("standard", FingerprintScheme.standard());

  /** The scheme of a mapping that names the preset {@code titles} and no scheme. */
  static final MappedScheme TITLES = new MappedScheme("titles", FingerprintScheme.parse("titles"));

  static MappedScheme parse(String field, ParserContext context, Object node) {
    boolean isObject = node instanceof Map;
    Map<?, ?> values = isObject ? new TreeMap<>((Map<?, ?>) node) : Map.of("scheme", node);
    Map<String, String> options = new TreeMap<>();
    values.forEach((name, value) -> options.put(name.toString(), String.valueOf(value)));
    try {
      return new MappedScheme(
          isObject ? values : node, FingerprintScheme.parse(options, analyzers(field, context)));
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new IllegalArgumentException(
          "scheme of field [" + field + "]: " + inMapping(e.getMessage()), e);
    }
  }

  /** Returns a message in which the names of options are spelled as in a mapping. */
  private static String inMapping(String message) {
    String spelled = message;
    for (SchemeOption option : SchemeOption.values()) {
      spelled = spelled.replace(option.toString(), option.toString().replace('-', '_'));
    }
    return spelled;
  }

  private static SchemeSources analyzers(String field, ParserContext context) {
    return new SchemeSources() {
      @Override
      public FingerprintScheme analyzer(String name) {
        NamedAnalyzer analyzer = context.getIndexAnalyzers().get(name);
        if (analyzer == null) {
          throw new IllegalArgumentException(
              "analyzer is [" + name + "], which the index's settings do not have");
        }
        return FingerprintScheme.of(name + digest(context.getSettings(), name), analyzer, field);
      }
    };
  }

  /**
   * Returns a digest of the settings of an analyzer and of the tokenizer and filters that it names,
   * or an empty string for an analyzer without settings. The digest changes the id of the scheme
   * when the settings change.
   */
  private static String digest(Settings index, String analyzer) {
    String prefix = "index.analysis.analyzer." + analyzer + ".";
    List<String> prefixes = new ArrayList<>(List.of(prefix));
    for (String part : List.of("tokenizer", "filter", "char_filter")) {
      for (String name : index.getAsList(prefix + part)) {
        prefixes.add("index.analysis." + part + "." + name + ".");
      }
    }
    Map<String, String> all = new TreeMap<>();
    for (String key : index.keySet()) {
      if (prefixes.stream().anyMatch(key::startsWith)) {
        all.put(key, index.getAsList(key).toString());
      }
    }
    return all.isEmpty() ? "" : "." + FeatureHash.digest(all.toString());
  }
}
