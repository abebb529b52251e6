package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.Memory;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.FixedBitSet;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * The fingerprints that two documents have, or that are within the distance of another one's. No
 * other document is in a group, so that no more than these need be held with their ids.
 */
final class CloseFingerprints {

  /** Of all that is read: the fingerprint, its copy that is sorted, and the tables of a join. */
  private static final int BYTES_PER_DOCUMENT = 40;

  /** How many documents have a fingerprint. */
  final int documents;

  /** Each once, ascending. */
  private final long[] values;

  private CloseFingerprints(int documents, long[] values) {
    this.documents = documents;
    this.values = values;
  }

  static CloseFingerprints of(Scroll scroll, SimilarityJoin join, Memory memory)
      throws IOException {
    long announced = memory.announced();
    All all = new All();
    scroll.read(
        "reading",
        CloseFingerprints::fingerprintsAlone,
        documents -> {
          memory.add((long) BYTES_PER_DOCUMENT * documents);
          all.values = new long[documents];
        },
        hit -> all.add(hit, scroll.request().field));
    int documents = all.count;
    long[] values = close(all.taken(), join);
    memory.returnTo(announced);
    memory.add((long) Long.BYTES * values.length);
    return new CloseFingerprints(documents, values);
  }

  private static SearchSourceBuilder fingerprintsAlone(SearchSourceBuilder source) {
    return source.storedField("_none_").sort("_doc");
  }

  private static final class All {
    private long[] values;
    private int count;

    void add(SearchHit hit, String field) {
      values[count++] = Fingerprint.parseHex(hit.field(field).getValue());
    }

    DistinctFingerprints taken() {
      int[] documents = new int[count];
      Arrays.setAll(documents, document -> document);
      DistinctFingerprints set = DistinctFingerprints.of(values, documents);
      values = null;
      return set;
    }
  }

  private static long[] close(DistinctFingerprints set, SimilarityJoin join) throws IOException {
    FixedBitSet close = new FixedBitSet(Math.max(1, set.size()));
    for (int number = 0; number < set.size(); number++) {
      if (set.copies(number) > 1) {
        close.set(number);
      }
    }
    join.edges(
        set,
        (left, right, distance) -> {
          close.set(left);
          close.set(right);
        });
    long[] values = new long[close.cardinality()];
    int count = 0;
    for (int number = 0; number < set.size(); number++) {
      if (close.get(number)) {
        values[count++] = set.value(number);
      }
    }
    Arrays.sort(values); // the numbers go by the unsigned values
    return values;
  }

  boolean isEmpty() {
    return values.length == 0;
  }

  boolean contains(long fingerprint) {
    return Arrays.binarySearch(values, fingerprint) >= 0;
  }
}
