package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeSources;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.analysis.NamedAnalyzer;
import org.opensearch.index.mapper.Mapper.TypeParser.ParserContext;

/**
 * The scheme of a field as its mapping gives it.
 *
 * @param given a name, or an object as the mapping shows it
 */
record MappedScheme(Object given, FingerprintScheme scheme) {

  static final MappedScheme DEFAULT = new MappedScheme("standard", FingerprintScheme.standard());

  /**
   * @throws IllegalArgumentException if an option or value is unknown or out of range
   */
  static MappedScheme parse(String field, ParserContext context, Object node) {
    Map<String, String> options = new TreeMap<>();
    Object given = node;
    if (node instanceof Map<?, ?> map) {
      map.forEach((name, value) -> options.put(name.toString(), String.valueOf(value)));
      given = new TreeMap<>(map);
    } else {
      options.put("scheme", String.valueOf(node));
    }
    try {
      return new MappedScheme(given, FingerprintScheme.parse(options, analyzers(field, context)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("scheme of field [" + field + "]: " + e.getMessage(), e);
    }
  }

  private static SchemeSources analyzers(String field, ParserContext context) {
    return new SchemeSources() {
      @Override
      public FingerprintScheme.Builder analyzer(String name) {
        NamedAnalyzer analyzer = context.getIndexAnalyzers().get(name);
        if (analyzer == null) {
          throw new IllegalArgumentException(
              "analyzer is [" + name + "], which the index's settings do not have");
        }
        String digest = digest(context.getSettings(), name);
        return FingerprintScheme.builder(name + digest, analyzer, field);
      }
    };
  }

  /**
   * Stands for the settings of an analyzer and of the tokenizer and filters that it names, so that
   * the scheme's id changes with them; empty for an analyzer without settings.
   */
  private static String digest(Settings index, String analyzer) {
    Map<String, String> all = new TreeMap<>();
    Settings own = put(all, index, "analyzer", analyzer);
    for (String part : List.of("tokenizer", "filter", "char_filter")) {
      for (String name : own.getAsList(part)) {
        put(all, index, part, name);
      }
    }
    return all.isEmpty() ? "" : "." + FeatureHash.digest(all.toString());
  }

  private static Settings put(Map<String, String> all, Settings index, String part, String name) {
    String prefix = "index.analysis." + part + "." + name + ".";
    Settings settings = index.getByPrefix(prefix);
    for (String key : settings.keySet()) {
      all.put(prefix + key, settings.getAsList(key).toString());
    }
    return settings;
  }
}
