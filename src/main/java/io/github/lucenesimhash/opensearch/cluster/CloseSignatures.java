package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.join.CollectedFingerprints;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.opensearch.ShownSignature;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.Memory;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;
import org.apache.lucene.util.FixedBitSet;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * The fingerprints and words that two documents have, or that are near another one's. No other
 * document is in a group, so that no more than these need be held with their ids.
 */
final class CloseSignatures {

  /** Of all that is read: the fingerprint, its copy that is sorted, and the tables of a join. */
  private static final int BYTES_PER_DOCUMENT = 40;

  private static final int BYTES_PER_WORD = 24; // more

  /** Of different words, beside themselves, and of each of their bytes: those of a join too. */
  private static final int BYTES_PER_TEXT = 100;

  private static final int BYTES_PER_BYTE = 4;

  /** How many documents have a fingerprint. */
  final int documents;

  private final DistinctFingerprints fingerprints;

  private final BytesRefHash words;

  private CloseSignatures(int documents, DistinctFingerprints fingerprints, BytesRefHash words) {
    this.documents = documents;
    this.fingerprints = fingerprints;
    this.words = words;
  }

  static CloseSignatures of(Scroll scroll, SimilarityJoin join, Memory memory) throws IOException {
    long reserved = memory.reserved();
    All all = new All();
    scroll.read(
        "reading",
        CloseSignatures::signaturesAlone,
        documents -> {
          memory.add((long) BYTES_PER_DOCUMENT * documents);
          all.fingerprints = new CollectedFingerprints(documents);
        },
        hit -> all.add(ShownSignature.of(hit, scroll.request().field), memory));
    int documents = all.documents;
    DistinctFingerprints fingerprints = close(all.taken(), join);
    BytesRefHash words =
        scroll.comparison().comparesWords() ? all.closeWords(join) : new BytesRefHash();
    memory.returnTo(reserved);
    memory.add(
        (long) Long.BYTES * fingerprints.size() * fingerprints.words() + words.ramBytesUsed());
    return new CloseSignatures(documents, fingerprints, words);
  }

  private static SearchSourceBuilder signaturesAlone(SearchSourceBuilder source) {
    return source.storedField("_none_").sort("_doc");
  }

  /** The distinct texts of a hash. */
  static List<Signature> texts(BytesRefHash words) {
    return new AbstractList<>() {
      @Override
      public Signature get(int i) {
        return new Signature(Optional.empty(), words.get(i, new BytesRef()));
      }

      @Override
      public int size() {
        return words.size();
      }
    };
  }

  private static final class All {
    private final BytesRefHash words = new BytesRefHash();
    private FixedBitSet close = new FixedBitSet(64); // of the words
    private CollectedFingerprints fingerprints;
    private int documents;

    void add(Signature signature, Memory memory) {
      documents++;
      if (signature.fingerprint().isPresent()) {
        int words = signature.fingerprint().get().words();
        memory.add((words - 1L) * BYTES_PER_WORD);
        fingerprints.add(documents - 1, signature.fingerprint().get());
      }
      if (signature.words() != null) {
        int number = words.add(signature.words());
        if (number >= 0) {
          memory.add(BYTES_PER_TEXT + (long) BYTES_PER_BYTE * signature.words().length);
        } else { // of another document too
          close = FixedBitSet.ensureCapacity(close, -number);
          close.set(-number - 1);
        }
      }
    }

    DistinctFingerprints taken() {
      DistinctFingerprints set = fingerprints.set(null);
      fingerprints = null;
      return set;
    }

    BytesRefHash closeWords(SimilarityJoin join) throws IOException {
      close = FixedBitSet.ensureCapacity(close, words.size());
      join.pairs(
          texts(words),
          (left, right, distance) -> {
            close.set(left);
            close.set(right);
          });
      BytesRefHash kept = new BytesRefHash();
      for (int number = 0; number < words.size(); number++) {
        if (close.get(number)) {
          kept.add(words.get(number, new BytesRef()));
        }
      }
      return kept;
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
    return fingerprints.size() == 0 && words.size() == 0;
  }

  boolean contains(Signature signature) {
    return signature.fingerprint().filter(fingerprints::contains).isPresent()
        || (signature.words() != null && words.find(signature.words()) >= 0);
  }
}
