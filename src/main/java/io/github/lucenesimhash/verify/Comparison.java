package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Objects;

/**
 * The one rule by which two texts are near-duplicates: their fingerprints are within the distance
 * and, where texts are verified, the texts resemble each other and no guard keeps them apart.
 *
 * <pre>{@code
 * Comparison near = Comparison.parse("12 verify=0.8 guard=numbers");
 * TextVerifier verifier = near.verifier(FingerprintScheme.standard());
 * }</pre>
 *
 * <p>A guard compares words of the texts, so a comparison that does not verify texts applies none.
 *
 * <p>Immutable.
 *
 * @param maxDistance bits in which two fingerprints may differ, 0 to 256
 * @param verification the least resemblance of two texts whose fingerprints are near, above 0, up
 *     to 1; 0 if texts are not compared
 * @param guard applied where texts are compared
 */
public record Comparison(int maxDistance, double verification, Guard guard) {

  /** The default where texts can be read. */
  public static final Comparison STANDARD = within(12).verified(0.8);

  /**
   * The default where texts cannot be read. Its distance is smaller, because no text rules out
   * fingerprints that are near by chance.
   */
  public static final Comparison UNVERIFIED = within(10);

  /** Finds an article that was cut, edited or put between other words. */
  public static final Comparison REPRINTS = within(12).verified(0.65);

  private static final String SYNTAX =
      "expected a distance and options as '12 verify=0.8 guard=replaced,numbers', or 'standard',"
          + " or 'reprints'";

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public Comparison {
    check(
        maxDistance >= 0 && maxDistance <= Fingerprint.MAX_BITS,
        "distance",
        maxDistance,
        "0 to 256");
    check(verification >= 0 && verification <= 1, "verification", verification, "0 to 1");
    Objects.requireNonNull(guard, "guard");
    verification += 0.0; // -0.0 is 0, too
  }

  private static void check(boolean fits, String what, Number value, String expected) {
    if (!fits) {
      throw new IllegalArgumentException(what + " is " + value + ", expected " + expected);
    }
  }

  /**
   * {@return a comparison of fingerprints alone}
   *
   * @param maxDistance 0 to 256 bits
   */
  public static Comparison within(int maxDistance) {
    return new Comparison(maxDistance, 0, Guard.STANDARD);
  }

  /**
   * {@return this comparison, verifying texts}
   *
   * @param minResemblance above 0, up to 1; 0 for not at all
   */
  public Comparison verified(double minResemblance) {
    return new Comparison(maxDistance, minResemblance, guard);
  }

  /**
   * {@return this comparison with another guard; {@link Guard#STANDARD} is there from the start}
   *
   * @param other not null
   */
  public Comparison guarded(Guard other) {
    return new Comparison(maxDistance, verification, other);
  }

  /**
   * {@return this comparison for fingerprints of so many bits: as far in each 64 of them as this
   * one in 64}
   *
   * @param bits 64, 128 or 256
   */
  public Comparison ofBits(int bits) {
    int words = bits / Fingerprint.WORD_BITS;
    boolean isSize = bits == words * Fingerprint.WORD_BITS && Fingerprint.isSize(words);
    check(isSize, "bits", bits, "64, 128 or 256");
    return new Comparison(Math.min(bits, maxDistance * words), verification, guard);
  }

  /** {@return true if texts are compared where fingerprints are near} */
  public boolean comparesTexts() {
    return verification > 0;
  }

  /**
   * {@return a verifier of texts whose feature sets know what the guard compares}
   *
   * @param scheme of the fingerprints
   * @throws IllegalArgumentException if the guard has a word of which the scheme makes nothing
   */
  public TextVerifier verifier(FingerprintScheme scheme) {
    return TextVerifier.of(scheme).guarded(guard);
  }

  /**
   * {@return the comparison that {@link #toString} or a user wrote} A distance or a name, {@code
   * standard} or {@code reprints}, and then {@code verify=} and {@code guard=} in any order. A
   * distance alone verifies nothing, and {@code standard verify=0} is {@link #UNVERIFIED}. Guards
   * are as {@link Guard#parse} has them.
   *
   * @param comparison words with spaces between them
   * @throws IllegalArgumentException if it says anything else
   */
  public static Comparison parse(String comparison) {
    String[] parts = comparison.strip().split("\\s+", -1);
    try {
      Comparison parsed =
          switch (parts[0]) {
            case "standard" -> STANDARD;
            case "reprints" -> REPRINTS;
            default -> within(Integer.parseInt(parts[0]));
          };
      for (int i = 1; i < parts.length; i++) {
        parsed = parsed.with(parts[i]);
      }
      return parts[0].equals("standard") && !parsed.comparesTexts()
          ? UNVERIFIED.guarded(parsed.guard)
          : parsed;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("comparison is '" + comparison + "', " + SYNTAX, e);
    }
  }

  private Comparison with(String option) {
    int equals = option.indexOf('=');
    String value = option.substring(equals + 1);
    return switch (option.substring(0, Math.max(0, equals))) {
      case "verify" -> verified(Double.parseDouble(value));
      case "guard" -> guarded(Guard.parse(value));
      default -> throw new NumberFormatException(option);
    };
  }

  /** {@return the comparison as {@link #parse} reads it} */
  @Override
  public String toString() {
    return maxDistance + (comparesTexts() ? " verify=" + verification : "") + " guard=" + guard;
  }
}
