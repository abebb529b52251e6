package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Comparison;
import java.util.OptionalLong;
import org.apache.lucene.document.Document;
import org.apache.lucene.util.BytesRef;

/**
 * An offered document and what its fields tell.
 *
 * @param pending what others are compared with if it is accepted
 */
record Offer(Document document, OptionalLong fingerprint, Pending pending) {

  /** As the index will hold it. */
  BytesRef id() {
    return pending.id();
  }

  Comparison comparison() {
    if (fingerprint.isEmpty()) {
      return Comparison.NOTHING;
    }
    return pending.features() == null ? Comparison.FINGERPRINTS : Comparison.TEXTS;
  }
}
