package io.github.lucenesimhash.fingerprint;

/** Which bit a column takes whose weighted sum is exactly 0. Part of a scheme's identity. */
public enum TieRule {
  /**
   * The bit of {@code FeatureHash.combine(0, h)}, h being the text's smallest feature hash
   * (unsigned order). Short texts tie often; a constant bit would crowd them all into a few block
   * values. So would the high bits of h itself, and the fingerprint of two features would be h.
   */
  SMALLEST_FEATURE_HASH,

  /** Always 0, as in most published recipes; for compatibility with hashes made elsewhere. */
  ZERO
}
