package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import java.io.IOException;
import java.util.Map;

/**
 * The memory of an index of how its fingerprints were made: JSON in its commit's user data.
 *
 * @param schemeId of the scheme that made its fingerprints
 * @param scheme the text that makes the scheme again, of files only the names; null for the default
 * @param policy how it is kept free of near-duplicates, or null
 * @param hasAllTexts whether every document was stored with its text
 * @param hasPassages whether every document has its passages, and its text
 * @param markup what became of that of its texts
 */
record IndexSettings(
    String schemeId,
    String scheme,
    DedupPolicy policy,
    boolean hasAllTexts,
    boolean hasPassages,
    Input.Markup markup) {

  private static final String KEY = "lucene-simhash";

  /** Null if {@link IndexCommand} did not make the index. */
  static IndexSettings ofCommitData(Map<String, String> userData) {
    String json = userData.get(KEY);
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

  /** Makes the scheme from the remembered text, or from --scheme, which must make the same. */
  FingerprintScheme restore(SchemeOptions commandLine) {
    String given = commandLine.text();
    if (given == null && scheme != null && !SchemeFiles.files(scheme).isEmpty()) {
      throw new BadInput(
          "the index was made with --scheme '%s', whose files it does not contain: expected the"
              + " same --scheme",
          scheme);
    }
    FingerprintScheme made =
        given == null && scheme != null ? SchemeFiles.scheme(scheme) : commandLine.scheme();
    if (!made.id().equals(schemeId)) {
      throw new BadInput(
          "the index was made with scheme %s, but the options make scheme %s", schemeId, made.id());
    }
    return made;
  }
}
