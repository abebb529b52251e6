package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeOption;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The memory of an index of how its fingerprints were made: JSON in its commit's user data.
 *
 * @param schemeId of the scheme that made its fingerprints
 * @param options that make the scheme again, name to value; of files only the names
 * @param policy how it is kept free of near-duplicates, or null
 * @param hasAllTexts whether every document was stored with its text
 * @param hasPassages whether every document has its passages, and its text
 * @param markup what became of that of its texts
 */
record IndexSettings(
    String schemeId,
    Map<String, String> options,
    DedupPolicy policy,
    boolean hasAllTexts,
    boolean hasPassages,
    Input.Markup markup) {

  private static final String KEY = "lucene-simhash";
  private static final String SCHEME = SchemeOption.SCHEME.toString();

  /** Null if {@link IndexCommand} did not make the index. */
  static IndexSettings ofCommitData(Map<String, String> userData) {
    return read(userData.get(KEY));
  }

  private static IndexSettings read(String json) {
    try {
      return json == null ? null : Json.read(json, IndexSettings.class);
    } catch (JsonProcessingException e) {
      throw new BadInput(
          "the index remembers '%s', expected what this version writes: make it again", json);
    }
  }

  Map<String, String> toCommitData() throws IOException {
    return Map.of(KEY, Json.text(this));
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
            "the index was made with scheme %s and %s=%s, which it does not contain: expected the"
                + " same in --scheme",
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
