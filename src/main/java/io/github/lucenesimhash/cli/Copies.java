package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Documents with fingerprints, of which the first stands for all that are the same in every
 * comparison: so pairs are counted, not listed, where there are many copies.
 */
final class Copies {

  private record Key(Fingerprint fingerprint, ByteBuffer text) {}

  private final Documents documents;
  private final int[] copies; // 0 of those that another stands for
  private final int[] last; // of the copies

  /**
   * Reads the texts of those that share a fingerprint, if texts are compared.
   *
   * @param byText whether copies must have the same text
   */
  Copies(Documents documents, boolean byText) throws IOException {
    this.documents = documents;
    copies = new int[documents.count()];
    last = new int[documents.count()];
    Map<Fingerprint, Integer> sharing = new HashMap<>();
    for (int i = 0; i < copies.length; i++) {
      documents.fingerprint(i).ifPresent(its -> sharing.merge(its, 1, Integer::sum));
    }
    Map<Key, Integer> firsts = new HashMap<>();
    for (int i = 0; i < copies.length; i++) {
      Fingerprint fingerprint = documents.fingerprint(i).orElse(null);
      if (fingerprint != null) {
        boolean isRead = byText && sharing.get(fingerprint) > 1;
        Key key =
            new Key(
                fingerprint,
                isRead ? ByteBuffer.wrap(TextDocument.digest(documents.text(i))) : null);
        Integer before = firsts.putIfAbsent(key, i);
        int first = before == null ? i : before;
        copies[first]++;
        last[first] = i;
      }
    }
  }

  /** How many documents this one stands for, itself too; 0 if another one stands for it. */
  long of(int document) {
    return copies[document];
  }

  /** Returns another document that this one stands for; itself if there is none. */
  int copy(int document) {
    return last[document];
  }

  /** Returns the documents that stand for all. */
  IntStream firsts() {
    return IntStream.range(0, copies.length).filter(i -> copies[i] > 0);
  }

  DistinctFingerprints distinct() {
    return DistinctFingerprints.of(
        new AbstractList<>() {
          @Override
          public Optional<Fingerprint> get(int document) {
            return copies[document] > 0 ? documents.fingerprint(document) : Optional.empty();
          }

          @Override
          public int size() {
            return copies.length;
          }
        });
  }
}
