package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;

/**
 * The options that make a scheme: the one table behind {@link FingerprintScheme#parse}, {@link
 * FingerprintScheme#options}, the command line, field mappings and {@link SimHashFilterFactory}.
 */
@SuppressWarnings("ImmutableEnumChecker") // nothing changes, but lambdas cannot say so
public enum SchemeOption {
  SCHEME(
      AnalyzerChoice.NAMES + ", classic-words, classic-chars, classic-table, classic-tfidf",
      "One of {} (default: standard; auto is zh or en text by text).",
      (builder, name, sources) -> {},
      features -> ""),

  ANALYZER(
      "",
      "An analyzer of the application, in place of a scheme's.",
      (builder, name, sources) -> {},
      features -> ""),

  SHINGLE(
      1,
      32,
      "Words, or characters, in a feature, {}.",
      FingerprintScheme.Builder::shingleSize,
      features -> features.shingleSize),

  HAN_SHINGLE(
      0,
      32,
      "Han characters in a feature, {}, where each is a word; 0 for as many as other words.",
      FingerprintScheme.Builder::hanShingleSize,
      features -> features.hanShingleSize),

  WEIGHTS(
      "once, tf, log-tf, idf, table",
      "Weight of a feature: one of {}.",
      (builder, name, sources) -> builder.weighting(Weighting.parse(name, sources::weighting)),
      features -> features.weighting),

  TOP_FEATURES(
      0,
      Integer.MAX_VALUE,
      "Keep only the N heaviest features; 0 keeps all.",
      FingerprintScheme.Builder::topFeatures,
      features -> features.topFeatures),

  MIN_FEATURES(
      1,
      Integer.MAX_VALUE,
      "Texts with fewer features get an exact fingerprint: only the same words are near.",
      FingerprintScheme.Builder::minFeatures,
      features -> features.minFeatures),

  STOP_WORDS(
      "",
      "Words to leave out, one a line.",
      (builder, name, sources) -> builder.stopWords(sources.stopWords(name)),
      FeatureExtraction::stopWordsDigest),

  SKETCH(
      "minhash, simhash",
      "How features become 64 bits: one of {} (default: minhash in scheme standard, else simhash).",
      (builder, name, sources) -> builder.sketch(Sketch.valueOf(upperCase(name))),
      features -> features.sketch),

  HASH(
      "murmur3, polynomial",
      "Hash of a feature: one of {} (default: murmur3).",
      (builder, name, sources) ->
          builder.hash(name.equals("murmur3") ? FeatureHash.murmur3(0) : FeatureHash.polynomial()),
      features -> features.hash.combinesTokens() ? "murmur3" : "polynomial"),

  HASH_SEED(
      Integer.MIN_VALUE,
      Integer.MAX_VALUE,
      "Seed of the hash murmur3, a whole number.",
      (builder, seed) -> builder.hash(FeatureHash.murmur3(seed)),
      features -> features.hash.seed()),

  TIE(
      "smallest-feature-hash, zero",
      "With sketch simhash, the bit of a column whose sum is 0: one of {}.",
      (builder, name, sources) -> builder.tieRule(TieRule.valueOf(upperCase(name))),
      features -> features.tieRule),

  INTERLEAVED(
      "true, false",
      "Neighbouring bits of a fingerprint go to different blocks: one of {} (default: false).",
      (builder, name, sources) -> builder.interleaved(Boolean.parseBoolean(name)),
      features -> features.interleaved);

  private interface Setter {
    void set(FingerprintScheme.Builder builder, String value, SchemeSources sources);
  }

  private final boolean isNumber;
  private final Predicate<String> allowed;
  private final String expected;
  private final String help;
  private final Setter setter;
  private final Function<FeatureExtraction, Object> getter;

  /** An option with a whole number as its value. */
  SchemeOption(
      int min,
      int max,
      String help,
      ObjIntConsumer<FingerprintScheme.Builder> setter,
      Function<FeatureExtraction, Object> getter) {
    this.isNumber = true;
    this.allowed = value -> isInRange(value, min, max);
    this.expected = "a whole number from " + min + " to " + max;
    this.help = help.replace("{}", min + " to " + max);
    this.setter = (builder, n, sources) -> setter.accept(builder, Integer.parseInt(n));
    this.getter = getter;
  }

  /**
   * An option with a name as its value.
   *
   * @param names that it can have; empty for any
   */
  SchemeOption(
      String names, String help, Setter setter, Function<FeatureExtraction, Object> getter) {
    this.isNumber = false;
    this.allowed = names.isEmpty() ? name -> true : List.of(names.split(", "))::contains;
    this.expected = "one of " + names;
    this.help = help.replace("{}", names);
    this.setter = setter;
    this.getter = getter;
  }

  private static boolean isInRange(String value, int min, int max) {
    try {
      int number = Integer.parseInt(value);
      return number >= min && number <= max;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The option of a name; how the words of the name are joined does not matter. */
  static SchemeOption of(String name) {
    String letters = name.replaceAll("[-_]", "");
    for (SchemeOption option : values()) {
      if (letters.equalsIgnoreCase(option.name().replace("_", ""))) {
        return option;
      }
    }
    return switch (name) {
      case "name" -> SCHEME;
      case "seed" -> HASH_SEED;
      default ->
          throw new IllegalArgumentException(
              "option '" + name + "' is unknown, expected one of " + Arrays.toString(values()));
    };
  }

  /** What the option does, in a sentence for a usage text. */
  public String help() {
    return help;
  }

  /** True if the value is a whole number. */
  public boolean isNumber() {
    return isNumber;
  }

  /**
   * Returns a value as it is.
   *
   * @throws IllegalArgumentException if the option cannot have it: the value, and what is expected
   */
  public String check(String value) {
    if (allowed.test(value) || (this == WEIGHTS && Weighting.isName(value))) {
      return value;
    }
    throw new IllegalArgumentException("'" + value + "', expected " + expected);
  }

  /** Returns a value as it is, or throws as {@link #check}, with the option's name before it. */
  <T> T checkNamed(T value) {
    try {
      check("" + value);
      return value;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(this + " is " + e.getMessage(), e);
    }
  }

  void set(FingerprintScheme.Builder builder, String value, SchemeSources sources) {
    setter.set(builder, value, sources);
  }

  /** The value that features were made with; empty for what is not of the features. */
  String get(FeatureExtraction features) {
    Object value = getter.apply(features);
    return value instanceof Enum<?> constant ? lowerCase(constant) : value.toString();
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String upperCase(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** The option's name. */
  @Override
  public String toString() {
    return lowerCase(this);
  }
}
