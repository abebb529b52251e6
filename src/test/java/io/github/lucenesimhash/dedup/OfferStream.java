package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;

/** Fingerprints of which 30 % are near-duplicates of an earlier one, of the last few more often. */
final class OfferStream {

  static final int MAX_DISTANCE = 10;

  final long[] fingerprints;

  OfferStream(int documents, Random random) {
    fingerprints = new long[documents];
    for (int i = 0; i < documents; i++) {
      boolean near = i > 0 && random.nextInt(10) < 3;
      fingerprints[i] = near ? nearTo(earlier(i, random), random) : random.nextLong();
    }
  }

  private long earlier(int i, Random random) {
    int back = 1 + random.nextInt(random.nextBoolean() ? Math.min(i, 16) : i);
    return fingerprints[i - back];
  }

  /** Flips 0 to one bit more than the distance, so that some are just too far. */
  static long nearTo(long fingerprint, Random random) {
    return RandomFingerprints.flip(random, fingerprint, random.nextInt(MAX_DISTANCE + 2));
  }

  Document document(int i) {
    return document("" + i, fingerprints[i]);
  }

  static Document document(String id, long fingerprint) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(new SimHashField("near", fingerprint));
    document.add(new StoredField("quality", fingerprint >>> 60));
    return document;
  }
}
