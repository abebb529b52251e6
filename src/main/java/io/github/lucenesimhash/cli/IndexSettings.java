package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeOption;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.search.SimHashField;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.DirectoryReader;

/**
 * What an index remembers of how its fingerprints were made, in its commit's user data.
 *
 * @param schemeId of the scheme that made its fingerprints
 * @param options that make the scheme again, name to value; of files only the names
 * @param policy how it is kept free of near-duplicates, or null
 * @param hasAllTexts whether every document was stored with its text
 * @param hasWords whether it has the words of every short text
 */
record IndexSettings(
    String schemeId,
    Map<String, String> options,
    DedupPolicy policy,
    boolean hasAllTexts,
    boolean hasWords) {

  private static final String KEY = "lucene-simhash.";
  private static final String ID_KEY = "scheme";
  private static final String OPTION_KEY = "option.";
  private static final String ALL_TEXTS_KEY = "lucene-simhash.all-texts";
  private static final String WORDS_KEY = "lucene-simhash.words";
  private static final String SCHEME = SchemeOption.SCHEME.toString();

  /** Null if neither {@link IndexCommand} nor {@link LoadCommand} made the index. */
  static IndexSettings ofCommitData(Map<String, String> userData) {
    String id = userData.get(KEY + ID_KEY);
    return id == null
        ? null
        : new IndexSettings(
            id,
            options(userData, KEY),
            DedupPolicy.ofCommitData(userData),
            userData.containsKey(ALL_TEXTS_KEY),
            userData.containsKey(WORDS_KEY));
  }

  /** Of a field that {@link AddFingerprintsCommand} added, or any application. */
  static IndexSettings ofField(DirectoryReader reader, Map<String, String> userData, String field) {
    Set<String> stamps = SimHashField.schemeIds(reader, field);
    String id = stamps.isEmpty() ? "unknown" : String.join(" and ", stamps);
    boolean hasWords = !SimHashField.schemeIds(reader, field + FingerprintScheme.WORDS).isEmpty();
    return new IndexSettings(id, options(userData, key(field)), null, false, hasWords);
  }

  private static Map<String, String> options(Map<String, String> userData, String key) {
    Map<String, String> options = new TreeMap<>();
    userData.forEach(
        (name, value) -> {
          if (name.startsWith(key + OPTION_KEY)) {
            options.put(name.substring(key.length() + OPTION_KEY.length()), value);
          }
        });
    return options;
  }

  private static String key(String field) {
    return KEY + "field." + field + ".";
  }

  /** What of a field cannot be seen in the index: the options that make its scheme again. */
  static Map<String, String> toCommitData(String field, Map<String, String> options) {
    Map<String, String> userData = new HashMap<>();
    options.forEach((name, value) -> userData.put(key(field) + OPTION_KEY + name, value));
    return userData;
  }

  Map<String, String> toCommitData() {
    Map<String, String> userData = new HashMap<>();
    userData.put(KEY + ID_KEY, schemeId);
    options.forEach((name, value) -> userData.put(KEY + OPTION_KEY + name, value));
    if (policy != null) {
      userData.putAll(policy.toCommitData());
    }
    if (hasAllTexts) {
      userData.put(ALL_TEXTS_KEY, "true");
    }
    if (hasWords) {
      userData.put(WORDS_KEY, "true");
    }
    return userData;
  }

  /**
   * Makes the scheme again. Options on the command line replace remembered ones; another {@code
   * --scheme} replaces them all.
   */
  FingerprintScheme restore(SchemeOptions commandLine) {
    Map<String, String> given = commandLine.given();
    String name = options.getOrDefault(SCHEME, "standard");
    boolean isSame = given.getOrDefault(SCHEME, name).equals(name);
    Map<String, String> effective = new TreeMap<>(isSame ? options : Map.of());
    effective.putAll(given);
    for (String option : SchemeFiles.OPTIONS) {
      if (effective.containsKey(option) && !given.containsKey(option)) {
        throw new BadInput(
            "the index was made with scheme %s and --%s '%s', which it does not contain:"
                + " expected the same --%2$s again",
            schemeId, option, options.get(option));
      }
    }
    FingerprintScheme scheme = SchemeFiles.scheme(effective);
    if (!scheme.id().equals(schemeId)) {
      throw new BadInput(
          "the index was made with scheme %s, but the options make scheme %s",
          schemeId, scheme.id());
    }
    return scheme;
  }
}
