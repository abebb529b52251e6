package io.github.lucenesimhash.dedup;

/** What becomes of a document that has near-duplicates in the index. */
public enum Decision {
  /** It is left out, and so is an older version under its own id. */
  SKIP,
  /** It takes the place of all its near-duplicates, in one step. */
  REPLACE,
  /** It is added beside them. */
  ADD
}
