package io.github.lucenesimhash.simhash;

/** Which bit a column takes whose weighted sum is exactly 0. Part of a scheme's identity. */
public enum TieRule {
  /**
   * The bit of the text's smallest feature hash (unsigned order). Short texts tie often; a constant
   * bit would crowd them all into a few block values.
   */
  SMALLEST_FEATURE_HASH,

  /** Always 0, as in most published recipes; for compatibility with hashes made elsewhere. */
  ZERO
}
