package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.verify.Comparison;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.util.BytesRef;
import org.junit.Assert;

/** Fingerprints of which 30 % are near-duplicates of an earlier one, preferably a recent one. */
final class OfferStream {

  static final int MAX_DISTANCE = 10;

  private static final int TENANTS = 20;

  final long[] fingerprints;
  final PlainScope scope;
  private final Origin[] origins;

  OfferStream(int documents, Random random) {
    this(documents, random, false);
  }

  /**
   * Makes a stream of documents.
   *
   * @param isScoped whether documents have tenants, a few with most documents, and dates: every
   *     fourth document is late, and the window is a quarter of the stream
   */
  OfferStream(int documents, Random random, boolean isScoped) {
    fingerprints = new long[documents];
    origins = new Origin[documents];
    scope = isScoped ? new PlainScope(documents / 4, TENANTS, 0, 0) : PlainScope.NONE;
    for (int i = 0; i < documents; i++) {
      boolean near = i > 0 && random.nextInt(10) < 3;
      int earlier = near ? earlier(i, random) : i;
      fingerprints[i] = near ? nearTo(fingerprints[earlier], random) : random.nextLong();
      origins[i] = isScoped ? origin(i, earlier, random) : Origin.NONE;
    }
  }

  private static int earlier(int i, Random random) {
    return i - 1 - random.nextInt(random.nextBoolean() ? Math.min(i, 16) : i);
  }

  /** Draws a date and a tenant; near-duplicates often share a tenant or are at a window's end. */
  private Origin origin(int i, int earlier, Random random) {
    long date = (long) i - (random.nextInt(4) == 0 ? random.nextInt(2 * (int) scope.window()) : 0);
    BytesRef tenant = new BytesRef("" + (int) Math.pow(TENANTS, random.nextDouble()));
    if (earlier == i) {
      return new Origin(date, tenant);
    }
    long edge = scope.window() + random.nextInt(3) - 1;
    boolean isAtEdge = random.nextBoolean();
    Origin before = origins[earlier];
    return new Origin(
        isAtEdge ? before.date() + (random.nextBoolean() ? edge : -edge) : date,
        random.nextInt(4) > 0 ? before.tenant() : tenant);
  }

  /** Configures a writer for the fields that the documents have. */
  NearDuplicateWriter.Builder in(NearDuplicateWriter.Builder builder) {
    return scope.in(builder).comparison(Comparison.within(MAX_DISTANCE));
  }

  boolean isNear(int i, int j) {
    return Fingerprint.distance(fingerprints[i], fingerprints[j]) <= MAX_DISTANCE
        && scope.isCompared(origins[i], origins[j]);
  }

  /** Checks that no two documents of an index are near each other. */
  void assertNoneNear(Map<String, Long> content) {
    BruteForce all = new BruteForce();
    content.forEach((id, fingerprint) -> all.put(Integer.parseInt(id), fingerprint));
    if (scope.equals(PlainScope.NONE)) {
      Assert.assertTrue(all.areApart(MAX_DISTANCE));
      return;
    }
    List<BruteForce.Pair> near = all.pairs(MAX_DISTANCE);
    Assert.assertFalse("in other windows or of other tenants", near.isEmpty());
    for (BruteForce.Pair pair : near) {
      Assert.assertFalse(pair.toString(), isNear(pair.left(), pair.right()));
    }
  }

  /** Flips at most one bit more than the distance, so that some results are just too far. */
  static long nearTo(long fingerprint, Random random) {
    return RandomFingerprints.flip(random, fingerprint, random.nextInt(MAX_DISTANCE + 2));
  }

  Document document(int i) {
    return documentAs("" + i, i);
  }

  /** Returns a document under another id. */
  Document documentAs(String id, int i) {
    Document document = document(id, fingerprints[i]);
    scope.addTo(document, origins[i]);
    return document;
  }

  static Document document(String id, long fingerprint) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(new SimHashField("near", fingerprint));
    document.add(new StoredField("quality", fingerprint >>> 60));
    return document;
  }
}
