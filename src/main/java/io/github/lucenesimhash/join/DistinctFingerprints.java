package io.github.lucenesimhash.join;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;

/**
 * The fingerprints of many documents, each value once: so that a million copies are compared as one
 * value. Values are numbered from 0 in ascending order, read as unsigned numbers. A document is an
 * array index or a document number of a reader. Immutable; takes 8 bytes a value and 4 to 8 bytes a
 * document.
 */
public final class DistinctFingerprints {

  /** Ascending as unsigned numbers. */
  final long[] values;

  /** Documents in the order of their values, then ascending. */
  private final int[] documents;

  /** Where the documents of each value start in {@link #documents}; null where all are distinct. */
  private final int[] starts;

  /** The scheme that is known to have made the fingerprints; null if none is. */
  final String schemeId;

  private DistinctFingerprints(long[] fingerprints, int[] documents, String schemeId) {
    FingerprintSort.sort(fingerprints, documents);
    int[] firsts = new int[fingerprints.length + 1];
    int distinct = 0;
    for (int i = 0; i < fingerprints.length; i++) {
      if (i == 0 || fingerprints[i] != fingerprints[distinct - 1]) {
        fingerprints[distinct] = fingerprints[i];
        firsts[distinct++] = i;
      }
    }
    firsts[distinct] = fingerprints.length;
    boolean hasCopies = distinct < fingerprints.length;
    values = hasCopies ? Arrays.copyOf(fingerprints, distinct) : fingerprints;
    starts = hasCopies ? Arrays.copyOf(firsts, distinct + 1) : null;
    this.documents = documents;
    this.schemeId = schemeId;
  }

  /** Document i has {@code fingerprints[i]}. The array is not kept. */
  public static DistinctFingerprints of(long[] fingerprints) {
    int[] documents = new int[fingerprints.length];
    Arrays.setAll(documents, document -> document);
    return new DistinctFingerprints(fingerprints.clone(), documents, null);
  }

  /**
   * The live documents of an index that have a fingerprint.
   *
   * @throws IllegalArgumentException if segments were stamped by different schemes
   */
  public static DistinctFingerprints of(IndexReader reader, String field) throws IOException {
    Set<String> schemeIds = SimHashField.schemeIds(reader, field);
    if (schemeIds.size() > 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "field '%s' holds fingerprints of schemes %s, expected those of one scheme:"
                  + " no others can be compared",
              field,
              String.join(" and ", schemeIds)));
    }
    return read(reader, field, schemeIds.stream().findAny().orElse(null));
  }

  /**
   * As {@link #of(IndexReader, String)}, of a known scheme. Fields without a stamp are accepted.
   *
   * @throws IllegalArgumentException if a segment was stamped by another scheme
   */
  public static DistinctFingerprints of(IndexReader reader, String field, String schemeId)
      throws IOException {
    SimHashField.requireScheme(reader, field, schemeId);
    return read(reader, field, schemeId);
  }

  private static DistinctFingerprints read(IndexReader reader, String field, String schemeId)
      throws IOException {
    long[] fingerprints = new long[reader.numDocs()];
    int[] documents = new int[reader.numDocs()];
    int count = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues numbers = SimHashField.fingerprints(leaf.reader(), field);
      Bits live = leaf.reader().getLiveDocs();
      while (numbers.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (live == null || live.get(numbers.docID())) {
          fingerprints[count] = numbers.longValue();
          documents[count++] = leaf.docBase + numbers.docID();
        }
      }
    }
    if (count < documents.length) {
      fingerprints = Arrays.copyOf(fingerprints, count);
      documents = Arrays.copyOf(documents, count);
    }
    return new DistinctFingerprints(fingerprints, documents, schemeId);
  }

  /** Distinct values. */
  public int size() {
    return values.length;
  }

  /** Documents that have a fingerprint. */
  public int documents() {
    return documents.length;
  }

  /** The fingerprint of a number, 0 to size() - 1. */
  public long value(int number) {
    return values[number];
  }

  /** How many documents have the value of a number, at least 1. */
  public int copies(int number) {
    return start(number + 1) - start(number);
  }

  /** A document that has the value of a number, copy 0 to copies(number) - 1; they ascend. */
  public int document(int number, int copy) {
    return documents[start(number) + Objects.checkIndex(copy, copies(number))];
  }

  /** Where the documents of a value start among all documents in the order of values. */
  int start(int number) {
    return starts == null ? number : starts[number];
  }

  int documentAt(int index) {
    return documents[index];
  }

  /** The number of the value of the document at an index in the order of values. */
  int numberAt(int index) {
    if (starts == null) {
      return index;
    }
    int number = Arrays.binarySearch(starts, index);
    return number >= 0 ? number : -number - 2;
  }
}
