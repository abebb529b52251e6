package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureCounts;
import io.github.lucenesimhash.search.Signature;

/**
 * What is kept of a text that is compared with many, and read again where it is verified.
 *
 * @param signature as {@link FingerprintScheme#read} has it
 * @param counts {@link FeatureCounts} of the features that it is verified by; null if they are not
 *     those of its fingerprint
 * @lucene.internal
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record CountedText(Signature signature, byte[] counts) {

  /**
   * {@return what a scheme makes of a text in one pass}
   *
   * @param scheme of the fingerprint
   * @param text of any length
   * @param keepsWords whether the signature has the words of a short text
   */
  public static CountedText of(FingerprintScheme scheme, CharSequence text, boolean keepsWords) {
    byte[][] counts = new byte[1][];
    Signature signature = scheme.read(text, keepsWords, counted -> counts[0] = counted);
    return new CountedText(signature, counts[0]);
  }
}
