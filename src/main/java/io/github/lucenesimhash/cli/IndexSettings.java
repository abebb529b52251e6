package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import java.io.IOException;
import java.util.Map;

/**
 * The settings of an index, stored as JSON in the user data of each commit.
 *
 * @param schemeId the id of the scheme that made the fingerprints
 * @param scheme the scheme as --scheme named it, with the names of files but not their contents, or
 *     null for the default scheme
 * @param policy the policy for near-duplicates, or null if they are not looked for
 * @param hasAllTexts whether every document was stored with its text
 * @param hasPassages whether every document has its passages and its text
 * @param markup the treatment of markup in the texts
 */
record IndexSettings(
    String schemeId,
    String scheme,
    DedupPolicy policy,
    boolean hasAllTexts,
    boolean hasPassages,
    Input.Markup markup) {

  private static final String KEY = "lucene-simhash";

  /** Returns the settings in the user data of a commit, or null if another program wrote it. */
  static IndexSettings ofCommitData(Map<String, String> userData) {
    String json = userData.get(KEY);
    try {
      return json == null ? null : Json.read(json, IndexSettings.class);
    } catch (JsonProcessingException e) {
      throw new BadInput(
          "the index was made by another version (settings '%s'): make it again", json);
    }
  }

  Map<String, String> toCommitData() throws IOException {
    return Map.of(KEY, Json.text(this));
  }

  /** Makes the scheme from the options or the stored text. Refuses a scheme with another id. */
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
