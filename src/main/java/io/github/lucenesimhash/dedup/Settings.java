package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.IOSupplier;

/**
 * What a {@link NearDuplicateWriter} was built with; its builder says more.
 *
 * @param schemeId null if none is known
 * @param textCheck null if fingerprints alone decide
 */
record Settings(
    String idField,
    String field,
    String schemeId,
    int maxDistance,
    DuplicatePolicy policy,
    int maxReplaced,
    int maxNeighbours,
    TextCheck textCheck,
    long maxPendingBytes) {

  private static final int MOST_FIRST_HITS = 1000;

  static void check(boolean fits, String problem, String expected) {
    if (!fits) {
      throw new IllegalArgumentException(problem + ", expected " + expected);
    }
  }

  /** More near-duplicates than these make no difference to any decision but by their quality. */
  int mostNeighbours() {
    return policy.mayReplace
        ? (int) Math.max(maxNeighbours, Math.min(maxReplaced + 1L, Integer.MAX_VALUE))
        : maxNeighbours;
  }

  /** Most that an outcome lists: whatever it replaced is listed. */
  int mostListed() {
    return policy.mayReplace ? Math.max(maxNeighbours, maxReplaced) : maxNeighbours;
  }

  /** Hits to begin with: so many near-duplicates as are listed, and the older version. */
  int firstHits() {
    return Math.min(maxNeighbours, MOST_FIRST_HITS) + 1;
  }

  /** Whether two documents that are near each other have texts that resemble each other too. */
  boolean resembles(State offered, IOSupplier<FeatureSet> other) throws IOException {
    return textCheck == null || offered.features().resembles(other.get(), textCheck.minJaccard);
  }

  /** How texts are verified: several values of a stored field are one text of so many lines. */
  record TextCheck(TextVerifier verifier, String field, double minJaccard) {

    FeatureSet features(Document document) {
      String[] values =
          Arrays.stream(document.getFields(field))
              .filter(value -> value.fieldType().stored() && value.stringValue() != null)
              .map(IndexableField::stringValue)
              .toArray(String[]::new);
      String problem = "the document has no stored text in field '" + field + "'";
      check(values.length > 0, problem, "one to verify by");
      return verifier.features(String.join("\n", values));
    }

    FeatureSet features(StoredFields stored, int doc) throws IOException {
      String[] values = stored.document(doc, Set.of(field)).getValues(field);
      if (values.length == 0) {
        String problem = "document " + doc + " of the index has no text in field '" + field + "'";
        throw new IllegalStateException(problem + ", expected a stored one to verify by");
      }
      return verifier.features(String.join("\n", values));
    }
  }
}
