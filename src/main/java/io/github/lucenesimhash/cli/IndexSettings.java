package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeOption;
import io.github.lucenesimhash.cli.DuplicateOptions.DedupPolicy;
import io.github.lucenesimhash.corpus.BadInput;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an index remembers of how it was made, in its commit's user data.
 *
 * @param schemeId of the scheme that made its fingerprints
 * @param options that make the scheme again, name to value; of files only the names
 * @param policy how it is kept free of near-duplicates, or null
 * @param hasAllTexts whether every document was stored with its text
 */
record IndexSettings(
    String schemeId, Map<String, String> options, DedupPolicy policy, boolean hasAllTexts) {

  private static final String ID_KEY = "lucene-simhash.scheme";
  private static final String OPTION_KEY = "lucene-simhash.option.";
  private static final String ALL_TEXTS_KEY = "lucene-simhash.all-texts";
  private static final String SCHEME = SchemeOption.SCHEME.toString();

  static IndexSettings ofCommitData(Map<String, String> userData) {
    String id = userData.get(ID_KEY);
    if (id == null) {
      throw new BadInput("the index has no scheme, expected one made by 'lucene-simhash index'");
    }
    Map<String, String> options = new TreeMap<>();
    userData.forEach(
        (key, value) -> {
          if (key.startsWith(OPTION_KEY)) {
            options.put(key.substring(OPTION_KEY.length()), value);
          }
        });
    DedupPolicy policy = DedupPolicy.ofCommitData(userData);
    return new IndexSettings(id, options, policy, userData.containsKey(ALL_TEXTS_KEY));
  }

  Map<String, String> toCommitData() {
    Map<String, String> userData = new HashMap<>();
    userData.put(ID_KEY, schemeId);
    options.forEach((name, value) -> userData.put(OPTION_KEY + name, value));
    if (policy != null) {
      userData.putAll(policy.toCommitData());
    }
    if (hasAllTexts) {
      userData.put(ALL_TEXTS_KEY, "true");
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
