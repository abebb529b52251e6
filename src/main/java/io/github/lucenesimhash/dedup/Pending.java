package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.verify.FeatureSet;
import org.apache.lucene.util.BytesRef;

/**
 * What other documents are compared with.
 *
 * @param fingerprint 0 if there is none
 * @param quality under a policy that compares it, else 0
 * @param features of the text where texts are compared, else null
 */
record Pending(
    BytesRef id, boolean isDeleted, long fingerprint, double quality, FeatureSet features) {

  static Pending deleted(BytesRef id) {
    return new Pending(id, true, 0, 0, null);
  }

  long featureBytes() {
    return features == null ? 0 : features.ramBytesUsed();
  }
}
