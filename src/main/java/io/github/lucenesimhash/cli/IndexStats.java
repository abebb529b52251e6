package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * Figures of an index, in the order of their JSON. Deleted documents are counted as such and
 * nowhere else.
 *
 * @param scheme its id
 * @param bytes on disk
 * @param fingerprints documents that have one
 * @param distinctFingerprints different ones among them
 * @param blocks by number
 * @param popcounts how many fingerprints have 0, 1, ... 64 bits set
 */
record IndexStats(
    String scheme,
    int documents,
    int deleted,
    long bytes,
    long fingerprints,
    long distinctFingerprints,
    List<Block> blocks,
    List<Integer> popcounts) {

  private static final int MOST_FREQUENT = 10;

  /**
   * A block's values.
   *
   * @param number 0 to 3 contiguous, 4 to 7 interleaved
   * @param distinct different values
   * @param mostFrequent values, ties by the smaller one
   */
  record Block(
      @JsonProperty("block") int number,
      long distinct,
      @JsonProperty("hottest") List<Value> mostFrequent) {}

  /** A block's value in hexadecimal, and how many documents have it. */
  record Value(String value, int documents) {}

  @Override
  public String toString() {
    Formatter out = new Formatter(Locale.ROOT);
    line(out, "scheme", scheme);
    line(out, "documents", documents);
    line(out, "deleted", deleted);
    line(out, "bytes", bytes);
    line(out, "fingerprints", fingerprints);
    line(out, "distinct", distinctFingerprints);
    for (Block block : blocks) {
      StringBuilder hottest = new StringBuilder();
      for (Value value : block.mostFrequent) {
        hottest.append(' ').append(value.value).append(':').append(value.documents);
      }
      line(out, "block " + block.number, block.distinct + " distinct, hottest" + hottest);
    }
    List<String> counts = new ArrayList<>();
    for (int bits = 0; bits < popcounts.size(); bits++) {
      if (popcounts.get(bits) > 0) {
        counts.add(bits + ":" + popcounts.get(bits));
      }
    }
    line(out, "bits set", String.join(" ", counts));
    return out.toString();
  }

  private static void line(Formatter out, String name, Object value) {
    out.format("%-12s  %s\n", name, value);
  }

  static IndexStats of(StoredIndex index) throws IOException {
    DirectoryReader reader = index.reader();
    long bytes = 0;
    for (String file : reader.getIndexCommit().getFileNames()) {
      bytes += reader.directory().fileLength(file);
    }
    long[] fingerprints = fingerprints(reader);
    int[] popcounts = new int[Fingerprint.BITS + 1];
    for (long fingerprint : fingerprints) {
      popcounts[Long.bitCount(fingerprint)]++;
    }
    return new IndexStats(
        index.scheme().id(),
        reader.numDocs(),
        reader.numDeletedDocs(),
        bytes,
        fingerprints.length,
        Arrays.stream(fingerprints).distinct().count(),
        blocks(reader),
        Arrays.stream(popcounts).boxed().toList());
  }

  private static long[] fingerprints(IndexReader reader) throws IOException {
    LongStream.Builder found = LongStream.builder();
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues values = leaf.reader().getNumericDocValues(StoredIndex.NEAR);
      Bits live = leaf.reader().getLiveDocs();
      while (values != null && values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (live == null || live.get(values.docID())) {
          found.add(values.longValue());
        }
      }
    }
    return found.build().toArray();
  }

  private static List<Block> blocks(IndexReader reader) throws IOException {
    Terms terms = MultiTerms.getTerms(reader, StoredIndex.NEAR);
    if (terms == null) {
      return List.of();
    }
    TreeMap<Integer, List<Value>> values = new TreeMap<>();
    Bits live = MultiBits.getLiveDocs(reader);
    TermsEnum iterator = terms.iterator();
    for (BytesRef term; (term = iterator.next()) != null; ) {
      int documents = live == null ? iterator.docFreq() : countLive(iterator, live);
      if (documents > 0) {
        byte high = term.bytes[term.offset + 1];
        byte low = term.bytes[term.offset + 2];
        values
            .computeIfAbsent((int) term.bytes[term.offset], block -> new ArrayList<>())
            .add(new Value(String.format(Locale.ROOT, "%02x%02x", high, low), documents));
      }
    }
    return values.entrySet().stream().map(e -> block(e.getKey(), e.getValue())).toList();
  }

  private static int countLive(TermsEnum term, Bits live) throws IOException {
    PostingsEnum postings = term.postings(null, PostingsEnum.NONE);
    int count = 0;
    while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      count += live.get(postings.docID()) ? 1 : 0;
    }
    return count;
  }

  private static Block block(int number, List<Value> values) {
    values.sort(Comparator.comparingInt(Value::documents).reversed());
    return new Block(
        number,
        values.size(),
        List.copyOf(values.subList(0, Math.min(MOST_FREQUENT, values.size()))));
  }
}
