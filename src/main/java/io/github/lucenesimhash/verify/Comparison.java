package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;

/**
 * Decides whether two texts are near-duplicates: their fingerprints are within the distance. If
 * texts are verified, the texts also resemble each other or one contains the other, and no guard
 * keeps them apart.
 *
 * <pre>{@code
 * Comparison near = Comparison.parse("12 verify=0.8 contained=0.9 guard=numbers");
 * TextVerifier verifier = near.verifier(FingerprintScheme.standard());
 * boolean isLeftOut = near.mayDrop(verifier.features(text), verifier.features(other));
 * }</pre>
 *
 * <p>If two texts resemble each other, either may be dropped. If one contains the other, only the
 * contained one may be dropped. The guard applies only if texts are verified.
 *
 * <p>Immutable.
 *
 * @param maxDistance the maximum distance of the fingerprints in bits, 0 to 256
 * @param verification the minimum resemblance of the texts, above 0, up to 1, or 0 if texts are not
 *     compared
 * @param contained the minimum share of the features of a text that another text must have to
 *     contain the text, above 0, up to 1, or 0 if only resemblance counts
 * @param guard the guard, which applies if texts are compared
 */
public record Comparison(int maxDistance, double verification, double contained, Guard guard) {

  /** The default comparison if texts can be read. */
  public static final Comparison STANDARD = within(12).verified(0.8);

  /**
   * The default comparison if texts cannot be read. The distance is smaller, because no
   * verification rules out fingerprints that are near by chance.
   */
  public static final Comparison UNVERIFIED = within(10);

  /**
   * The comparison that also finds texts that a longer text contains, because they were cut or
   * other words were added around them.
   */
  public static final Comparison CONTAINED = within(14).verified(0.8).contained(0.9);

  private static final String SYNTAX =
      "expected a distance and options as '12 verify=0.8 contained=0.9 guard=numbers', or"
          + " 'standard', 'contained' or 'titles'";

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a value is out of range, or contained is above 0 without
   *     verification
   */
  public Comparison {
    check(
        maxDistance >= 0 && maxDistance <= Fingerprint.MAX_BITS,
        "distance",
        maxDistance,
        "0 to 256");
    check(verification >= 0 && verification <= 1, "verification", verification, "0 to 1");
    check(contained >= 0 && contained <= 1, "contained", contained, "0 to 1");
    check(contained == 0 || verification > 0, "contained", contained, "a verification with it");
    Objects.requireNonNull(guard, "guard");
    verification += 0.0; // turns -0.0 into 0
    contained += 0.0;
  }

  private static void check(boolean fits, String what, Number value, String expected) {
    if (!fits) {
      throw new IllegalArgumentException(what + " is " + value + ", expected " + expected);
    }
  }

  /**
   * {@return a comparison of fingerprints alone}
   *
   * @param maxDistance the maximum distance, 0 to 256 bits
   */
  public static Comparison within(int maxDistance) {
    return new Comparison(maxDistance, 0, 0, Guard.STANDARD);
  }

  /**
   * {@return this comparison with another minimum resemblance}
   *
   * @param minResemblance the minimum, above 0, up to 1, or 0 to compare no texts, which also sets
   *     contained to 0
   */
  public Comparison verified(double minResemblance) {
    return new Comparison(maxDistance, minResemblance, minResemblance == 0 ? 0 : contained, guard);
  }

  /**
   * {@return this comparison with another minimum share of contained texts}
   *
   * @param minShare the minimum, above 0, up to 1, or 0 if only resemblance counts
   */
  public Comparison contained(double minShare) {
    return new Comparison(maxDistance, verification, minShare, guard);
  }

  /**
   * {@return this comparison with another guard}
   *
   * @param other the guard
   */
  public Comparison guarded(Guard other) {
    return new Comparison(maxDistance, verification, contained, other);
  }

  /**
   * {@return this comparison for wider fingerprints, with the distance multiplied by bits / 64, but
   * at most the number of bits}
   *
   * @param bits the number of bits of a fingerprint: 64, 128 or 256
   */
  public Comparison ofBits(int bits) {
    int lanes = bits / Fingerprint.LANE_BITS;
    boolean isSize = bits == lanes * Fingerprint.LANE_BITS && Fingerprint.isSize(lanes);
    check(isSize, "bits", bits, "64, 128 or 256");
    return new Comparison(Math.min(bits, maxDistance * lanes), verification, contained, guard);
  }

  /** {@return true if the texts of near fingerprints are compared} */
  public boolean comparesTexts() {
    return verification > 0;
  }

  /**
   * Returns whether a text may be dropped in favour of a text that is kept. Compares only the
   * texts; the fingerprints must be within the distance, too.
   *
   * @param dropped the text that may be dropped, read by the {@link #verifier} of this comparison
   * @param kept the text that is kept, read by the same verifier
   * @return true if the texts resemble each other or the first is contained in the second, and no
   *     guard keeps them apart; always true if texts are not compared
   */
  public boolean mayDrop(FeatureSet dropped, FeatureSet kept) {
    return isCovered(dropped, kept) && !(comparesTexts() && dropped.isHeldBack(kept));
  }

  /**
   * {@return true if a text may be dropped in favour of another, regardless of the guard}
   *
   * @param dropped the text that may be dropped, read by the {@link #verifier} of this comparison
   * @param kept the text that is kept, read by the same verifier
   */
  public boolean isCovered(FeatureSet dropped, FeatureSet kept) {
    return dropped.isCovered(kept, verification, contained);
  }

  /**
   * Returns the likeness of two texts, with the text that may be dropped. Compares only the texts;
   * the fingerprints must be within the distance, too.
   *
   * @param first the first text, read by the {@link #verifier} of this comparison
   * @param second the second text, read by the same verifier
   * @return the likeness
   */
  public Likeness likeness(FeatureSet first, FeatureSet second) {
    return first.likeness(second, verification, contained);
  }

  /**
   * {@return a verifier whose feature sets include the numbers and words that the guard compares}
   *
   * @param scheme the scheme of the fingerprints
   * @throws IllegalArgumentException if the guard names a word that can never be a word of a text
   */
  public TextVerifier verifier(FingerprintScheme scheme) {
    return TextVerifier.of(scheme).guarded(guard);
  }

  /**
   * Returns the comparison that a string describes. The string begins with a distance or with the
   * name {@code standard}, {@code contained} or {@code titles}. Then {@code verify=}, {@code
   * contained=} and {@code guard=} follow in any order, separated by spaces. A distance alone
   * verifies no texts. {@code standard verify=0} is {@link #UNVERIFIED}, and {@code titles} is
   * {@link #STANDARD}, for use with the scheme of this name.
   *
   * @param comparison the string, for example {@code 12 verify=0.8 guard=numbers}; for guards see
   *     {@link Guard#parse}
   * @return the comparison
   * @throws IllegalArgumentException if the string has another form, or a number is out of range
   */
  public static Comparison parse(String comparison) {
    String[] parts = comparison.strip().split("\\s+", -1);
    try {
      Comparison parsed =
          switch (parts[0]) {
            case "standard", "titles" -> STANDARD;
            case "contained" -> CONTAINED;
            default -> within(Integer.parseInt(parts[0]));
          };
      Arrays.sort(parts, 1, parts.length, Comparator.comparing(it -> it.startsWith("contained")));
      for (int i = 1; i < parts.length; i++) {
        parsed = parsed.with(parts[i]);
      }
      return parts[0].matches("standard|titles") && !parsed.comparesTexts()
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
      case "contained" -> contained(Double.parseDouble(value)); // sorted last: it needs verify
      case "guard" -> guarded(Guard.parse(value));
      default -> throw new NumberFormatException(option);
    };
  }

  /** {@return the comparison in the form that {@link #parse} reads} */
  @Override
  public String toString() {
    return maxDistance
        + (comparesTexts() ? " verify=" + verification : "")
        + (contained > 0 ? " contained=" + contained : "")
        + " guard="
        + guard;
  }
}
