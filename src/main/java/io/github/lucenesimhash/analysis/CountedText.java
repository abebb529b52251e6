package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureCounts;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Optional;

/**
 * What is kept of a text that is compared with many, and read again where it is verified.
 *
 * @param fingerprint empty if the text has no feature
 * @param counts {@link FeatureCounts} of the features that it is verified by; null if they are not
 *     those of its fingerprint
 * @lucene.internal
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record CountedText(Optional<Fingerprint> fingerprint, byte[] counts) {

  /**
   * {@return what a scheme makes of a text in one pass}
   *
   * @param scheme of the fingerprint
   * @param text of any length
   */
  public static CountedText of(FingerprintScheme scheme, CharSequence text) {
    byte[][] counts = new byte[1][];
    Optional<Fingerprint> made = scheme.fingerprint(text, counted -> counts[0] = counted);
    return new CountedText(made, counts[0]);
  }
}
