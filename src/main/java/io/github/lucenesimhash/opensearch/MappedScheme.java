package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeBuilder;
import io.github.lucenesimhash.analysis.Weighting;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Sketch;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.index.analysis.NamedAnalyzer;
import org.opensearch.index.mapper.Mapper.TypeParser.ParserContext;

/**
 * The scheme of a field as its mapping gives it.
 *
 * @param given a name, or an object as the mapping shows it
 */
record MappedScheme(Object given, FingerprintScheme scheme) {

  private static final String STANDARD = "standard";

  static final MappedScheme DEFAULT = new MappedScheme(STANDARD, FingerprintScheme.standard());

  private static final String EXPECTED_NAMES = "[standard], [auto], [zh], [en] or [char]";
  private static final Set<String> KEYS =
      new TreeSet<>(
          List.of(
              "name",
              "analyzer",
              "shingle",
              "sketch",
              "weights",
              "top_features",
              "min_features",
              "hash_seed"));

  /**
   * @throws IllegalArgumentException if a name or value is unknown or out of range
   */
  static MappedScheme parse(String field, ParserContext context, Object node) {
    if (!(node instanceof Map<?, ?> map)) {
      return new MappedScheme(node, named(field, String.valueOf(node)));
    }
    Map<String, Object> given = new TreeMap<>();
    map.forEach((key, value) -> given.put(key.toString(), value));
    for (String key : given.keySet()) {
      if (!KEYS.contains(key)) {
        throw bad(field, key, "is unknown, expected one of " + KEYS);
      }
    }
    SchemeBuilder builder = start(field, context, given);
    if (given.containsKey("shingle")) {
      builder.shingleSize(number(given, "shingle"));
    }
    if (given.containsKey("sketch")) {
      builder.sketch(sketch(field, given.get("sketch")));
    }
    if (given.containsKey("weights")) {
      builder.weighting(weighting(field, given.get("weights")));
    }
    if (given.containsKey("top_features")) {
      builder.topFeatures(number(given, "top_features"));
    }
    if (given.containsKey("min_features")) {
      builder.minFeatures(number(given, "min_features"));
    }
    if (given.containsKey("hash_seed")) {
      builder.hash(FeatureHash.murmur3(number(given, "hash_seed")));
    }
    return new MappedScheme(given, builder.build());
  }

  private static SchemeBuilder start(
      String field, ParserContext context, Map<String, Object> given) {
    if (!given.containsKey("analyzer")) {
      return named(field, String.valueOf(given.getOrDefault("name", STANDARD))).toBuilder();
    }
    if (given.containsKey("name")) {
      throw bad(field, "name", "stands beside [analyzer], expected one of the two");
    }
    String name = given.get("analyzer").toString();
    NamedAnalyzer analyzer = context.getIndexAnalyzers().get(name);
    if (analyzer == null) {
      throw bad(field, "analyzer", "is [" + name + "], which the index's settings do not have");
    }
    return FingerprintScheme.builder(name + digest(context.getSettings(), name), analyzer, field);
  }

  private static FingerprintScheme named(String field, String name) {
    return switch (name) {
      case STANDARD -> FingerprintScheme.standard();
      case "auto" -> FingerprintScheme.perDocument();
      case "zh" -> FingerprintScheme.chinese();
      case "en" -> FingerprintScheme.english();
      case "char" -> FingerprintScheme.characters(2);
      default ->
          throw new IllegalArgumentException(
              "scheme of field ["
                  + field
                  + "] is ["
                  + name
                  + "], expected "
                  + EXPECTED_NAMES
                  + ", or an object of "
                  + KEYS);
    };
  }

  private static Sketch sketch(String field, Object name) {
    return switch (String.valueOf(name)) {
      case "minhash" -> Sketch.MINHASH;
      case "simhash" -> Sketch.SIMHASH;
      default -> throw bad(field, "sketch", "is [" + name + "], expected [minhash], [simhash]");
    };
  }

  private static Weighting weighting(String field, Object name) {
    return switch (String.valueOf(name)) {
      case "once" -> Weighting.once();
      case "tf" -> Weighting.termFrequency();
      case "log-tf" -> Weighting.logTermFrequency();
      default -> throw bad(field, "weights", "is [" + name + "], expected [once], [tf], [log-tf]");
    };
  }

  private static int number(Map<String, Object> given, String key) {
    return XContentMapValues.nodeIntegerValue(given.get(key));
  }

  private static IllegalArgumentException bad(String field, String key, String what) {
    return new IllegalArgumentException("[" + key + "] in the scheme of [" + field + "] " + what);
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
