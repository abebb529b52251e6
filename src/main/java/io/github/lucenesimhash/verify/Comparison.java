package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;

/**
 * Decides whether two texts are near-duplicates: their fingerprints are within the distance and,
 * where texts are verified, they resemble each other or one contains the other, and no guard keeps
 * them apart.
 *
 * <pre>{@code
 * Comparison near = Comparison.parse("12 verify=0.8 contained=0.9 guard=numbers");
 * TextVerifier verifier = near.verifier(FingerprintScheme.standard());
 * boolean isLeftOut = near.mayGo(verifier.features(text), verifier.features(other));
 * }</pre>
 *
 * <p>A contained text may be dropped for the one that contains it, but not the other way round; of
 * two texts that resemble each other either may be dropped. A guard needs the texts, so a
 * comparison that does not verify texts applies none.
 *
 * <p>Immutable.
 *
 * @param maxDistance bits in which two fingerprints may differ, 0 to 256
 * @param verification the least resemblance of two texts whose fingerprints are near, above 0, up
 *     to 1; 0 if texts are not compared
 * @param contained the least share of a text's features that are in the text which stays, if they
 *     do not resemble each other, above 0, up to 1; 0 if only resemblance counts
 * @param guard applied where texts are compared
 */
public record Comparison(int maxDistance, double verification, double contained, Guard guard) {

  /** The default where texts can be read. */
  public static final Comparison STANDARD = within(12).verified(0.8);

  /**
   * The default where texts cannot be read. Its distance is smaller, because no text rules out
   * fingerprints that are near by chance.
   */
  public static final Comparison UNVERIFIED = within(10);

  /** Finds texts that stand in a longer one, too: cut, or with other words around them. */
  public static final Comparison CONTAINED = within(14).verified(0.8).contained(0.9);

  private static final String SYNTAX =
      "expected a distance and options as '12 verify=0.8 contained=0.9 guard=numbers', or"
          + " 'standard', 'contained' or 'titles'";

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if one is out of range, or texts are not verified and may be
   *     contained
   */
  public Comparison {
    check(
        maxDistance >= 0 && maxDistance <= Fingerprint.MAX_BITS,
        "distance",
        maxDistance,
        "0 to 256");
    check(verification >= 0 && verification <= 1, "verification", verification, "0 to 1");
    check(contained >= 0 && contained <= 1, "contained", contained, "0 to 1");
    check(contained == 0 || verification > 0, "contained", contained, "a verification beside it");
    Objects.requireNonNull(guard, "guard");
    verification += 0.0; // -0.0 is 0, too
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
   * @param maxDistance 0 to 256 bits
   */
  public static Comparison within(int maxDistance) {
    return new Comparison(maxDistance, 0, 0, Guard.STANDARD);
  }

  /**
   * {@return this comparison, but with texts verified}
   *
   * @param minResemblance above 0, up to 1; 0 verifies no texts, and finds no contained ones
   */
  public Comparison verified(double minResemblance) {
    return new Comparison(maxDistance, minResemblance, minResemblance == 0 ? 0 : contained, guard);
  }

  /**
   * {@return this comparison, but with contained texts found}
   *
   * @param minShare of its features, above 0, up to 1; 0 if only resemblance counts
   */
  public Comparison contained(double minShare) {
    return new Comparison(maxDistance, verification, minShare, guard);
  }

  /**
   * {@return this comparison with another guard; {@link Guard#STANDARD} is there from the start}
   *
   * @param other not null
   */
  public Comparison guarded(Guard other) {
    return new Comparison(maxDistance, verification, contained, other);
  }

  /**
   * {@return this comparison for wider fingerprints: the distance is multiplied by bits / 64}
   *
   * @param bits 64, 128 or 256
   */
  public Comparison ofBits(int bits) {
    int words = bits / Fingerprint.WORD_BITS;
    boolean isSize = bits == words * Fingerprint.WORD_BITS && Fingerprint.isSize(words);
    check(isSize, "bits", bits, "64, 128 or 256");
    return new Comparison(Math.min(bits, maxDistance * words), verification, contained, guard);
  }

  /** {@return true if texts are compared where fingerprints are near} */
  public boolean comparesTexts() {
    return verification > 0;
  }

  /**
   * {@return true if a text may be dropped for one that stays: they resemble each other or the
   * first is contained in the second, and no guard keeps them apart; always true if texts are not
   * compared} It looks at the texts alone: compare the distance of the fingerprints, too.
   *
   * @param goes by the {@link #verifier} of this comparison
   * @param stays likewise
   */
  public boolean mayGo(FeatureSet goes, FeatureSet stays) {
    return isCovered(goes, stays) && !(comparesTexts() && goes.isHeldBack(stays));
  }

  /**
   * {@return true if a text may be dropped for another, without the guard}
   *
   * @param goes by the {@link #verifier} of this comparison
   * @param stays likewise
   */
  public boolean isCovered(FeatureSet goes, FeatureSet stays) {
    return goes.isCovered(stays, verification, contained);
  }

  /**
   * {@return the likeness of two texts, with the one that may be dropped} The fingerprints must
   * also be near.
   *
   * @param first by the {@link #verifier} of this comparison
   * @param second likewise
   */
  public Likeness likeness(FeatureSet first, FeatureSet second) {
    return first.likeness(second, verification, contained);
  }

  /**
   * {@return a verifier of texts whose feature sets know what the guard compares}
   *
   * @param scheme of the fingerprints
   * @throws IllegalArgumentException if the guard has a word that is never one of a text
   */
  public TextVerifier verifier(FingerprintScheme scheme) {
    return TextVerifier.of(scheme).guarded(guard);
  }

  /**
   * {@return the comparison that a text describes} It begins with a distance or a name, {@code
   * standard}, {@code contained} or {@code titles}. {@code verify=}, {@code contained=} and {@code
   * guard=} follow in any order. {@code titles} is {@link #STANDARD}, for the features of the
   * scheme of this name. A distance alone verifies nothing, and {@code standard verify=0} is {@link
   * #UNVERIFIED}. Guards are as {@link Guard#parse} has them.
   *
   * @param comparison words with spaces between them
   * @throws IllegalArgumentException if it says anything else
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
      case "contained" -> contained(Double.parseDouble(value)); // last: it needs verify
      case "guard" -> guarded(Guard.parse(value));
      default -> throw new NumberFormatException(option);
    };
  }

  /** {@return the comparison as {@link #parse} reads it} */
  @Override
  public String toString() {
    return maxDistance
        + (comparesTexts() ? " verify=" + verification : "")
        + (contained > 0 ? " contained=" + contained : "")
        + " guard="
        + guard;
  }
}
