package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.AbstractDocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.LSBRadixSorter;
import org.apache.lucene.util.packed.PackedInts;

/**
 * The documents of a segment that may be similar to a query, by the lists of its features.
 *
 * <pre>
 * Bound   Let x be the query and y a document that must share s features with it to be similar enough, in whatever
 *         order. Of any |x| - s + 1 features of x at least one is in y, and of any |x| - s + m at least m. So of the
 *         documents of one size the lists of |x| - s + 1 features have all that matter: the shortest lists. A list more
 *         allows to ask for two features, and so on.
 * Lists   That of a feature has the documents of its key and number: those of the feature, and at times others.
 * Order   None is fixed: every feature of a document is in a list, and each segment tells how long its lists are. To
 *         look a list up costs more than to read a short one, so only the first segment, and each that is twice as
 *         large, is asked for all of x's; the others for |x| - s + 1 that are rare there, if these are short here too.
 * Sizes   s grows with |y|, so a class of sizes takes the s of its smallest.
 * Cost    one step in the dictionary for each class of each feature asked for; then a posting of each list that is read, or
 *         CHECK postings for each candidate, whichever number of lists is the cheapest.
 * Memory  Lists that hold more than maxPostings are read in windows of documents. A document is in at most as many lists
 *         as a text can have features, so a window of 1 / MAX_FEATURES of maxPostings holds no more than those.
 * Source  R. Bayardo, Y. Ma, R. Srikant, Scaling Up All Pairs Similarity Search, WWW 2007; J. Wang, G. Li, J. Feng, Can
 *         We Beat the Prefix Filtering?, SIGMOD 2012. Both choose lists at index time, by one order for all.
 * </pre>
 */
final class WordsPlan {

  /** A candidate's doc value costs about as much as so many postings. */
  private static final int CHECK = 32;

  /** And so does a feature that is looked up. */
  private static final int LOOK_UP = 512;

  /** The list of one feature and one class of sizes. */
  private record Listed(int key, int sizeClass, int docFreq, TermState state) {}

  /** A query's features in a segment of so many documents, the rarest first. */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  record Rarest(int maxDoc, int[] keys) {}

  /** Lists of one class to read, and in how many of them a document must be. */
  private record Reading(List<Listed> lists, int times) {}

  /** Held at once, as 8 bytes each while they are sorted. */
  static final int MAX_POSTINGS = 1 << 24;

  private final LeafReader reader;
  private final WordsQuery query;
  private final int maxPostings;
  private final TermsEnum terms; // null if the reader shows none of features
  private final List<Reading> readings = new ArrayList<>();
  private int[] rarest; // the keys, rarest first; null if not all were looked up
  private long cost;
  private double work;
  private long postings; // of the lists to be read

  private int[] docs = {};
  private int size;

  /**
   * @param other of another segment, by which to choose what is looked up; null for all
   */
  WordsPlan(LeafReader reader, WordsQuery query, int maxPostings, Rarest other) throws IOException {
    this.reader = reader;
    this.query = query;
    this.maxPostings = maxPostings;
    Terms all = reader.terms(query.field);
    BytesRef first = all == null ? null : all.getMin();
    // a highlighter's reader shows the terms of the text that it marks under every field's name
    terms = first == null || !ShortFeatures.isTerm(first) ? null : all.iterator();
    if (terms != null && !isPlannedBy(other)) {
      readings.clear();
      cost = 0;
      work = 0;
      postings = 0;
      rarest = choose(query.numberedKeys, 0);
    }
  }

  /** Whether to look up those that are rare elsewhere was enough. */
  private boolean isPlannedBy(Rarest other) throws IOException {
    if (other == null || reader.maxDoc() > 2L * other.maxDoc) {
      return false;
    }
    int few = query.numberedKeys.length - query.minShared(query.minSize) + 1;
    int unknown = query.numberedKeys.length - few;
    int[] keys = Arrays.copyOf(other.keys, few);
    Arrays.sort(keys);
    choose(keys, unknown);
    return work <= (double) LOOK_UP * unknown;
  }

  /** Which features are rare in the segment; null if not all were looked up. */
  Rarest rarest() {
    return rarest == null ? null : new Rarest(reader.maxDoc(), rarest);
  }

  /**
   * Looks up keys, and chooses lists of each class.
   *
   * @param keys ascending
   * @param unknown how many more the query has
   * @return the keys, rarest first
   */
  private int[] choose(int[] keys, int unknown) throws IOException {
    int minClass = ShortFeatures.sizeClass(query.minSize);
    int classes = ShortFeatures.sizeClass(query.maxSize) - minClass + 1;
    List<List<Listed>> lists = new ArrayList<>();
    for (int i = 0; i < classes; i++) {
      lists.add(new ArrayList<>());
    }
    long[] byDocFreq = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      long docFreq = lookUp(keys[i], minClass, lists);
      byDocFreq[i] = docFreq << Integer.SIZE | i;
    }
    for (int i = 0; i < classes; i++) {
      int smallest = Math.max(query.minSize, ShortFeatures.minSize(minClass + i));
      choose(lists.get(i), unknown, query.minShared(smallest));
    }
    Arrays.sort(byDocFreq);
    return Arrays.stream(byDocFreq).mapToInt(each -> keys[(int) each]).toArray();
  }

  /** Adds the lists of a feature, by class; how many documents they have. */
  private long lookUp(int key, int minClass, List<List<Listed>> lists) throws IOException {
    BytesRef from = new BytesRef(new byte[ShortFeatures.TERM_BYTES]);
    ShortFeatures.writeTerm(key, minClass, from.bytes);
    BytesRef term = terms.seekCeil(from) == TermsEnum.SeekStatus.END ? null : terms.term();
    long documents = 0;
    while (term != null && ShortFeatures.keyOfTerm(term) == key) {
      int sizeClass = ShortFeatures.sizeClassOfTerm(term);
      if (sizeClass - minClass >= lists.size()) {
        break;
      }
      lists
          .get(sizeClass - minClass)
          .add(new Listed(key, sizeClass, terms.docFreq(), terms.termState()));
      documents += terms.docFreq();
      term = terms.next();
    }
    return documents;
  }

  /** Features that are in no document of the class are the first to be chosen: nothing to read. */
  private void choose(List<Listed> lists, int unknown, int minShared) {
    lists.sort(Comparator.comparingInt(Listed::docFreq));
    int needed = lists.size() + unknown - minShared + 1;
    if (needed <= 0) {
      return;
    }
    double documents = Math.max(lists.getLast().docFreq, reader.maxDoc() / 64.0);
    long read = 0;
    double leastCost = Double.MAX_VALUE;
    int chosen = 0;
    long chosenPostings = 0;
    long candidates = 0;
    for (int i = 0; i < lists.size(); i++) {
      read += lists.get(i).docFreq;
      int times = i + 2 - needed;
      if (times >= 1) {
        double expected = documents; // in so many of these lists, if features were independent
        for (int j = 1; j <= times; j++) {
          expected *= read / documents / j;
        }
        expected = Math.min(expected, (double) read / times);
        double all = read + CHECK * expected;
        if (all < leastCost) {
          leastCost = all;
          chosen = i + 1;
          chosenPostings = read;
          candidates = (long) expected;
        }
      }
    }
    cost += candidates + 1;
    work += leastCost;
    postings += chosenPostings;
    readings.add(new Reading(lists.subList(0, chosen), chosen + 1 - needed));
  }

  WordsQuery query() {
    return query;
  }

  /** About how many candidates there are: all documents where no list is to be seen. */
  long cost() {
    return terms == null ? reader.maxDoc() : cost;
  }

  boolean hasLists() {
    return terms != null;
  }

  /** Reads the documents from one number to another. */
  private void read(int from, int to) throws IOException {
    size = 0;
    BytesRef term = new BytesRef(new byte[ShortFeatures.TERM_BYTES]);
    PostingsEnum list = null;
    for (Reading reading : readings) {
      int start = size;
      for (Listed listed : reading.lists) {
        docs = ArrayUtil.grow(docs, size + Math.min(listed.docFreq, to - from));
        ShortFeatures.writeTerm(listed.key, listed.sizeClass, term.bytes);
        terms.seekExact(term, listed.state);
        list = terms.postings(list, PostingsEnum.NONE);
        int doc = from == 0 ? list.nextDoc() : list.advance(from);
        for (; doc < to; doc = list.nextDoc()) {
          docs[size++] = doc;
        }
      }
      if (reading.times > 1) {
        keepFrequent(start, reading.times);
      }
    }
    keepFrequent(0, 1);
  }

  /** Sorts documents, and keeps once each that is there so many times. */
  private void keepFrequent(int start, int times) {
    int[] from = start == 0 ? docs : ArrayUtil.copyOfSubArray(docs, start, size);
    int count = size - start;
    new LSBRadixSorter().sort(PackedInts.bitsRequired(reader.maxDoc()), from, count);
    size = start;
    int run = 0;
    for (int i = 0; i < count; i++) {
      run = i > 0 && from[i] == from[i - 1] ? run + 1 : 1;
      if (run == times) {
        docs[size++] = from[i];
      }
    }
  }

  /** In order; a window is read when its first is asked for: never, where time is up before. */
  final class Candidates extends AbstractDocIdSetIterator {

    private final int window =
        postings <= maxPostings
            ? reader.maxDoc()
            : Math.max(1, maxPostings / WordsField.MAX_FEATURES);
    private int end; // of the window
    private int next; // of its documents

    @Override
    public int nextDoc() throws IOException {
      return advance(doc + 1);
    }

    @Override
    public int advance(int target) throws IOException {
      while (true) {
        while (next < size && docs[next] < target) {
          next++;
        }
        int from = Math.max(end, target);
        if (next < size || from >= reader.maxDoc()) {
          doc = next < size ? docs[next++] : NO_MORE_DOCS;
          return doc;
        }
        end = (int) Math.min(reader.maxDoc(), (long) from + window);
        read(from, end);
        next = 0;
      }
    }

    @Override
    public long cost() {
      return cost;
    }
  }
}
