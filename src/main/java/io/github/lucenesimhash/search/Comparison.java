package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Objects;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;

/**
 * What is near: the one rule by which two texts are near-duplicates, wherever they are compared.
 *
 * <ul>
 *   <li>Two texts are compared by their words, and by nothing else, if a similarity of words is set
 *       and {@link ShortTexts} compares them: they are near if enough of their words are in the
 *       same order, and no {@link Guard} keeps them apart.
 *   <li>All others are near if their fingerprints are within the distance, and, where texts are
 *       verified, the texts resemble each other and the guard does not keep them apart.
 * </ul>
 *
 * <pre>{@code
 * Comparison near = Comparison.parse("12 verify=0.8 words=0.8");
 * Query query = near.newNearQuery("near", scheme.read(text));
 * }</pre>
 *
 * <p>Immutable. Whether texts resemble each other is for the caller to find out.
 *
 * @param maxDistance of fingerprints, 0 to 256 bits, or all that they have
 * @param verification the least resemblance of texts whose fingerprints are near, above 0, up to 1;
 *     0 if texts are not compared
 * @param words the least similarity of short texts that are compared by their words, .5 to 1; 0 if
 *     they are compared as all others
 * @param guard for what is compared by words, or verified
 */
public record Comparison(int maxDistance, double verification, double words, Guard guard) {

  /** What near-duplicates are where nothing else is asked for, and texts can be read. */
  public static final Comparison STANDARD = within(12).verified(0.8);

  /** The same where they cannot: closer, since nothing rules out what is near by chance. */
  public static final Comparison UNVERIFIED = within(10);

  /** The same article from another place: cut, edited, or with other words around it. */
  public static final Comparison REPRINTS = within(12).verified(0.65);

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
    boolean isRule = words == 0 || (words >= ShortTexts.LEAST_SIMILARITY && words <= 1);
    check(isRule, "similarity of words", words, "0, or .5 to 1");
    Objects.requireNonNull(guard, "guard");
    verification += 0.0; // -0.0 is 0, too
    words += 0.0;
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
   * {@return the same, of another distance}
   *
   * @param bits 0 to 256
   */
  public Comparison distance(int bits) {
    return new Comparison(bits, verification, words, guard);
  }

  /**
   * {@return the same for fingerprints of so many bits: as far in each 64 of them as this in 64}
   *
   * @param bits 64, 128 or 256
   */
  public Comparison ofBits(int bits) {
    int words = bits / Fingerprint.WORD_BITS;
    boolean isSize = bits == words * Fingerprint.WORD_BITS && Fingerprint.isSize(words);
    check(isSize, "bits", bits, "64, 128 or 256");
    return distance(Math.min(bits, maxDistance * words));
  }

  /**
   * {@return the same, verifying texts}
   *
   * @param minResemblance above 0, up to 1; 0 for not at all
   */
  public Comparison verified(double minResemblance) {
    return new Comparison(maxDistance, minResemblance, words, guard);
  }

  /**
   * {@return the same, comparing short texts by their words}
   *
   * @param minSimilarity .5 to 1; 0 for not at all
   */
  public Comparison words(double minSimilarity) {
    return new Comparison(maxDistance, verification, minSimilarity, guard);
  }

  /**
   * {@return the same with another guard; {@link Guard#STANDARD} is there from the start}
   *
   * @param other not null
   */
  public Comparison guarded(Guard other) {
    return new Comparison(maxDistance, verification, words, other);
  }

  /**
   * {@return what {@link #toString} or a user wrote} A distance or a name, {@code standard} or
   * {@code reprints}, and then {@code verify=}, {@code words=}, {@code guard=} in any order; a
   * distance alone verifies nothing, and {@code standard verify=0} is {@link #UNVERIFIED}. Guards
   * are as {@link Guard#parse} has them.
   *
   * @param comparison words with spaces between them
   * @throws IllegalArgumentException if it says anything else
   */
  public static Comparison parse(String comparison) {
    return ComparisonText.parse(comparison);
  }

  /** {@return true if short texts are compared by their words} */
  public boolean comparesWords() {
    return words > 0;
  }

  /** {@return true if texts are compared where fingerprints are near} */
  public boolean comparesTexts() {
    return verification > 0;
  }

  /**
   * {@return what of a signature is compared}
   *
   * @param signature as a scheme made it
   */
  public Signature of(Signature signature) {
    return comparesWords() ? signature : signature.withoutWords();
  }

  /**
   * {@return true if two texts are compared by their words and by nothing else}
   *
   * @param a of one
   * @param b of the other
   */
  public boolean isByWords(Signature a, Signature b) {
    return comparesWords() && ShortTexts.areCompared(a.words(), b.words());
  }

  /**
   * {@return true if two near texts are near-duplicates only if the texts resemble each other too}
   *
   * @param a of one
   * @param b of the other
   */
  public boolean needsTexts(Signature a, Signature b) {
    return comparesTexts() && !isByWords(a, b);
  }

  /**
   * {@return how similar two near texts are; NaN where their signatures do not tell it}
   *
   * @param a of one
   * @param b of the other
   */
  public float similarity(Signature a, Signature b) {
    return isByWords(a, b) ? score(a, b) : Float.NaN;
  }

  /**
   * {@return how near two texts are: the similarity of their words, or 1 - d/b of b bits; -1 if
   * they are not near} Neither the guard nor the texts are asked.
   *
   * @param a of one
   * @param b of the other
   */
  public float score(Signature a, Signature b) {
    if (isByWords(a, b)) {
      double similarity = new ShortTexts(words).similarity(a.words(), b.words());
      return similarity == 0 ? -1 : (float) similarity;
    }
    int bits = a.fingerprint().map(Fingerprint::bits).orElse(0);
    boolean areAlike = bits > 0 && bits == b.fingerprint().map(Fingerprint::bits).orElse(0);
    boolean areNear = areAlike && a.distance(b) <= maxDistance;
    return areNear ? DistanceScorer.score(a.distance(b), bits, 1) : -1;
  }

  /**
   * {@return true if two texts are near by their words or fingerprints} Neither the guard nor the
   * texts are asked.
   *
   * @param a of one
   * @param b of the other
   */
  public boolean isNear(Signature a, Signature b) {
    return score(a, b) >= 0;
  }

  /**
   * {@return false if no text can be near to both of two}
   *
   * @param a one
   * @param b the other
   */
  public boolean mayShareNeighbour(Signature a, Signature b) {
    if (a.isEmpty() || b.isEmpty()) {
      return false;
    }
    boolean hasWords = comparesWords() && (a.words() != null || b.words() != null);
    return hasWords || a.distance(b) <= 2 * maxDistance;
  }

  /**
   * {@return true if two texts are compared by their words and the guard keeps them apart}
   *
   * @param a of one
   * @param b of the other
   */
  public boolean isHeldBack(Signature a, Signature b) {
    return comparesWords() && guard.holdsBack(a, b);
  }

  /**
   * {@return all documents that are near a text, scored as {@link #score}, but what the guard keeps
   * apart} It looks at words, so at documents that are compared by them. The texts are not asked.
   *
   * @param field as {@link Signature#fields} had it
   * @param signature of the text
   */
  public Query newNearQuery(String field, Signature signature) {
    return newNearQuery(field, signature, newDistanceQuery(field, signature));
  }

  /**
   * {@return the same, where the distance is another query's, as one of a {@link DistanceBatch}}
   *
   * @param field as {@link Signature#fields} had it
   * @param signature of the text
   * @param within all documents within the distance
   */
  public Query newNearQuery(String field, Signature signature, Query within) {
    if (!comparesWords()) {
      return within;
    }
    String words = field + ShortTexts.WORDS;
    Query near = new ShortTexts(this.words).newNearQuery(words, signature.words(), within);
    if (signature.words() == null || guard.equals(Guard.NONE)) {
      return near;
    }
    Query filter = guard.newFilter(words, signature.words());
    return new BooleanQuery.Builder().add(near, Occur.MUST).add(filter, Occur.FILTER).build();
  }

  /**
   * {@return all documents within the distance of a text}
   *
   * @param field as {@link Signature#fields} had it
   * @param signature of the text
   */
  public Query newDistanceQuery(String field, Signature signature) {
    return signature.fingerprint().isPresent()
        ? SimHashField.newDistanceQuery(field, signature.fingerprint().get(), maxDistance)
        : new MatchNoDocsQuery("no fingerprint");
  }

  /** {@return what {@link #parse} reads} */
  @Override
  public String toString() {
    return ComparisonText.of(this);
  }
}
