package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeOption;
import io.github.lucenesimhash.corpus.BadInput;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an index remembers of the scheme that made its fingerprints, in its commit's user data.
 *
 * @param id of the scheme
 * @param options that make it again, name to value; of files only the names
 */
record IndexScheme(String id, Map<String, String> options) {

  private static final String ID_KEY = "lucene-simhash.scheme";
  private static final String OPTION_KEY = "lucene-simhash.option.";
  private static final String SCHEME = SchemeOption.SCHEME.toString();

  static IndexScheme ofCommitData(Map<String, String> userData) {
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
    return new IndexScheme(id, options);
  }

  Map<String, String> toCommitData() {
    Map<String, String> userData = new HashMap<>();
    userData.put(ID_KEY, id);
    options.forEach((name, value) -> userData.put(OPTION_KEY + name, value));
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
            String.format(
                Locale.ROOT,
                "the index was made with scheme %s and --%s '%s', which it does not contain:"
                    + " expected the same --%2$s again",
                id,
                option,
                options.get(option)));
      }
    }
    FingerprintScheme scheme = SchemeFiles.scheme(effective);
    if (!scheme.id().equals(id)) {
      throw new BadInput(
          "the index was made with scheme " + id + ", but the options make scheme " + scheme.id());
    }
    return scheme;
  }
}
