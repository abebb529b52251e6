package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import io.github.lucenesimhash.search.FingerprintValues;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;

/**
 * Holds the fingerprints of many documents, but each distinct value only once, so that a join
 * compares a million copies as one. Values are numbered from 0 in ascending order, as unsigned
 * numbers whose first lane comes first. A document is an array index or a document number of a
 * reader. Immutable. Takes 8 bytes for each lane of a value and 4 to 8 bytes for each document, and
 * uses all cores when it is created.
 */
public final class DistinctFingerprints {

  /** The distinct values in ascending order. */
  final FingerprintArray values;

  /** The documents by value; the documents of one value are in ascending order. */
  private final int[] documents;

  /** The start of each value in {@link #documents}, or null if each value has one document. */
  private final int[] starts;

  /** The id of the scheme that made the fingerprints, or null if unknown. */
  final String schemeId;

  DistinctFingerprints(FingerprintArray fingerprints, int[] documents, String schemeId) {
    this.schemeId = schemeId;
    int threads = Runtime.getRuntime().availableProcessors();
    FingerprintArray sorted = fingerprints.sort(documents, threads);
    int[] firsts = new int[sorted.size() + 1];
    int distinct = 0;
    for (int i = 0; i < sorted.size(); i++) {
      if (i == 0 || sorted.compare(i - 1, sorted, i) != 0) {
        firsts[distinct++] = i;
      }
    }
    firsts[distinct] = sorted.size();
    boolean hasCopies = distinct < sorted.size();
    values = hasCopies ? sorted.part(Arrays.copyOf(firsts, distinct)) : sorted;
    starts = hasCopies ? Arrays.copyOf(firsts, distinct + 1) : null;
    this.documents = documents;
    sortCopies();
  }

  private DistinctFingerprints(
      FingerprintArray values, int[] documents, int[] starts, String schemeId) {
    this.values = values;
    this.documents = documents;
    this.starts = starts;
    this.schemeId = schemeId;
  }

  /**
   * Creates a set with the values of another set and with other documents, given in the order of
   * the values.
   */
  DistinctFingerprints(DistinctFingerprints other, int[] documents) {
    values = other.values;
    starts = other.starts;
    schemeId = other.schemeId;
    this.documents = documents;
    sortCopies();
  }

  private void sortCopies() {
    for (int number = 0; starts != null && number < size(); number++) {
      if (starts[number + 1] > starts[number] + 1) {
        Arrays.sort(documents, starts[number], starts[number + 1]);
      }
    }
  }

  /**
   * {@return the set of these fingerprints; the document of a fingerprint is its index}
   *
   * @param fingerprints the fingerprints, 64 bits each; the array is not kept
   */
  public static DistinctFingerprints of(long[] fingerprints) {
    int[] documents = new int[fingerprints.length];
    Arrays.setAll(documents, document -> document);
    return of(fingerprints.clone(), documents);
  }

  /**
   * Returns the set of the fingerprints of these documents. The set takes over the arrays, so do
   * not use them afterwards.
   *
   * @param fingerprints the fingerprints, 64 bits each
   * @param documents the document of each fingerprint; for a {@link Grouping} they must be distinct
   * @return the set
   * @throws IllegalArgumentException if the arrays differ in length
   */
  public static DistinctFingerprints of(long[] fingerprints, int[] documents) {
    if (fingerprints.length != documents.length) {
      throw new IllegalArgumentException(
          fingerprints.length
              + " fingerprints of "
              + documents.length
              + " documents, expected one for each");
    }
    return new DistinctFingerprints(new FingerprintArray(1, fingerprints), documents, null);
  }

  /**
   * {@return the set of these fingerprints; the document of a fingerprint is its index}
   *
   * @param fingerprints the fingerprint of each text, if it has one
   * @throws IllegalArgumentException if the widths differ
   */
  public static DistinctFingerprints of(List<Optional<Fingerprint>> fingerprints) {
    CollectedFingerprints all = new CollectedFingerprints(fingerprints.size());
    for (int document = 0; document < fingerprints.size(); document++) {
      Optional<Fingerprint> bits = fingerprints.get(document);
      if (bits.isPresent()) {
        all.add(document, bits.get());
      }
    }
    return all.distinct(null);
  }

  /**
   * {@return the set of the fingerprints of all live documents of an index}
   *
   * @param reader a reader of the index
   * @param field the field that holds the fingerprints
   * @throws IllegalArgumentException if segments were indexed with different schemes or widths
   * @throws IllegalStateException if the field holds something else
   * @throws IOException if the index cannot be read
   */
  public static DistinctFingerprints of(IndexReader reader, String field) throws IOException {
    Set<String> schemeIds = SimHashField.schemeIds(reader, field);
    if (schemeIds.size() > 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "field '%s' holds fingerprints of schemes %s, expected one scheme:"
                  + " others cannot be compared",
              field,
              String.join(" and ", schemeIds)));
    }
    CollectedFingerprints all = new CollectedFingerprints(reader.numDocs());
    for (LeafReaderContext leaf : reader.leaves()) {
      FingerprintValues fingerprints = SimHashField.fingerprints(leaf.reader(), field);
      Bits live = leaf.reader().getLiveDocs();
      while (fingerprints.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        int doc = fingerprints.docID();
        if (live == null || live.get(doc)) {
          all.add(leaf.docBase + doc, fingerprints.fingerprint());
        }
      }
    }
    return all.distinct(schemeIds.stream().findAny().orElse(null));
  }

  /** {@return the number of lanes of each fingerprint} */
  public int lanes() {
    return values.lanes();
  }

  /**
   * Returns a set in which documents share a value only if their fingerprints and their keys are
   * equal.
   */
  DistinctFingerprints split(IntToLongFunction keys) {
    if (starts == null) {
      return this;
    }
    int[] split = documents.clone();
    int[] numbers = new int[split.length];
    int[] firsts = new int[split.length + 1];
    int count = 0;
    for (int number = 0; number < size(); number++) {
      long[] its = sortByKey(split, starts[number], starts[number + 1], keys);
      for (int i = 0; i < its.length; i++) {
        if (i == 0 || its[i] != its[i - 1]) {
          numbers[count] = number;
          firsts[count++] = starts[number] + i;
        }
      }
    }
    firsts[count] = split.length;
    return count == size()
        ? this
        : new DistinctFingerprints(
            values.part(Arrays.copyOf(numbers, count)),
            split,
            Arrays.copyOf(firsts, count + 1),
            schemeId);
  }

  /** Sorts a range of documents by key, then by document. Returns their keys. */
  private static long[] sortByKey(int[] documents, int from, int to, IntToLongFunction keys) {
    if (to - from == 1) {
      return new long[1]; // the key of a single document does not matter
    }
    Map<Long, List<Integer>> byKey = new TreeMap<>();
    for (int i = from; i < to; i++) {
      byKey
          .computeIfAbsent(keys.applyAsLong(documents[i]), key -> new ArrayList<>())
          .add(documents[i]);
    }
    long[] sorted = new long[to - from];
    int next = 0;
    for (Map.Entry<Long, List<Integer>> each : byKey.entrySet()) {
      for (int document : each.getValue()) {
        documents[from + next] = document;
        sorted[next++] = each.getKey();
      }
    }
    return sorted;
  }

  /**
   * Returns the subset of the values with the given ascending numbers. Each value keeps its number
   * of documents, but the documents are renumbered 0, 1, and so on.
   */
  DistinctFingerprints part(int... numbers) {
    int[] firsts = new int[numbers.length + 1];
    for (int i = 0; i < numbers.length; i++) {
      firsts[i + 1] = firsts[i] + copies(numbers[i]);
    }
    int[] indexes = IntStream.range(0, firsts[numbers.length]).toArray();
    return new DistinctFingerprints(
        values.part(numbers), indexes, starts == null ? null : firsts, schemeId);
  }

  /** Returns the set of one lane of each value; its documents are the numbers of the values. */
  DistinctFingerprints ofLane(int lane) {
    return of(values.column(lane), IntStream.range(0, size()).toArray());
  }

  /** {@return the number of distinct values} */
  public int size() {
    return values.size();
  }

  /** {@return the number of documents that have a fingerprint} */
  public int documents() {
    return documents.length;
  }

  /**
   * {@return the value with a number}
   *
   * @param number the number of the value, 0 to size() - 1
   */
  public Fingerprint value(int number) {
    return values.get(Objects.checkIndex(number, size()));
  }

  long lane(int number, int lane) {
    return values.lane(number, lane);
  }

  int distance(int number, DistinctFingerprints set, int other) {
    return values.distance(number, set.values, other);
  }

  /**
   * {@return the number of documents that have a value, at least 1}
   *
   * @param number the number of the value, 0 to size() - 1
   */
  public int copies(int number) {
    if (starts == null) { // each value has one document
      Objects.checkIndex(number, documents.length);
      return 1;
    }
    return starts[number + 1] - starts[number];
  }

  /**
   * {@return one of the documents that have a value, in ascending order}
   *
   * @param number the number of the value, 0 to size() - 1
   * @param copy the index among the documents of the value, 0 to copies(number) - 1
   */
  public int document(int number, int copy) {
    return documents[start(number) + Objects.checkIndex(copy, copies(number))];
  }

  /** Passes all pairs of documents with equal values to a consumer. */
  void forEachCopy(PairConsumer consumer) throws IOException {
    for (int number = 0; number < size(); number++) {
      for (int copy = 1; copy < copies(number); copy++) {
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException("the join was interrupted");
        }
        for (int before = 0; before < copy; before++) {
          consumer.accept(document(number, before), document(number, copy), 0);
        }
      }
    }
  }

  /**
   * Returns a consumer of pairs of values, of this set and of another, which passes on all pairs of
   * their documents.
   */
  PairConsumer documents(DistinctFingerprints other, PairConsumer consumer) {
    return (left, right, distance) -> {
      for (int i = 0; i < copies(left); i++) {
        for (int j = 0; j < other.copies(right); j++) {
          consumer.accept(document(left, i), other.document(right, j), distance);
        }
      }
    };
  }

  /**
   * Returns the index of the first document of a value, among all documents in the order of values.
   */
  int start(int number) {
    return starts == null ? number : starts[number];
  }

  int documentAt(int index) {
    return documents[index];
  }
}
