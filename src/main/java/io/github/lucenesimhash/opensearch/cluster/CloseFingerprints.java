package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.CollectedFingerprints;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.Memory;
import java.io.IOException;
import org.apache.lucene.util.FixedBitSet;

/**
 * The fingerprints that two documents have, or that are near another one's. No other document is in
 * a group, so that no more than these need be held with their ids.
 *
 * @param documents how many documents have a fingerprint
 * @param fingerprints that are close, each once
 */
record CloseFingerprints(int documents, DistinctFingerprints fingerprints) {

  /** Heap for each document: the fingerprint, its sorted copy and the tables of a join. */
  private static final int BYTES_PER_DOCUMENT = 40;

  private static final int BYTES_PER_WORD = 24; // beyond the first of a fingerprint

  static CloseFingerprints of(Scroll scroll, SimilarityJoin join, Memory memory)
      throws IOException {
    long reserved = memory.reserved();
    All all = new All();
    scroll.read(
        "reading",
        source -> source.storedField("_none_").sort("_doc"),
        documents -> {
          memory.add((long) BYTES_PER_DOCUMENT * documents);
          all.fingerprints = new CollectedFingerprints(documents);
        },
        hit -> {
          Fingerprint fingerprint = scroll.fingerprint(hit);
          memory.add((fingerprint.words() - 1L) * BYTES_PER_WORD);
          all.fingerprints.add(all.documents++, fingerprint);
        });
    DistinctFingerprints close = close(all.taken(), join);
    memory.returnTo(reserved);
    memory.add((long) Long.BYTES * close.size() * close.words());
    return new CloseFingerprints(all.documents, close);
  }

  private static final class All {
    private CollectedFingerprints fingerprints;
    private int documents;

    DistinctFingerprints taken() {
      DistinctFingerprints set = fingerprints.set(null);
      fingerprints = null;
      return set;
    }
  }

  private static DistinctFingerprints close(DistinctFingerprints set, SimilarityJoin join)
      throws IOException {
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
    return set.only(close::get);
  }

  boolean isEmpty() {
    return fingerprints.size() == 0;
  }

  boolean contains(Fingerprint fingerprint) {
    return fingerprints.contains(fingerprint);
  }
}
