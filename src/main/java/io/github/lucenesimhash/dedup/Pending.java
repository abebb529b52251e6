package io.github.lucenesimhash.dedup;

/**
 * What other documents are compared with.
 *
 * @param fingerprint 0 if there is none
 * @param quality under a policy that compares it, else 0
 */
record Pending(String id, boolean isDeleted, long fingerprint, double quality) {

  static Pending deleted(String id) {
    return new Pending(id, true, 0, 0);
  }

  long featureBytes() {
    return 0;
  }
}
