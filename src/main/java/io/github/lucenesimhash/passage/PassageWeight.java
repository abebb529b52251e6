package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.passage.CopiedRuns.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Matches;
import org.apache.lucene.search.MatchesIterator;
import org.apache.lucene.search.MatchesUtils;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.DocIdSetBuilder;

/** Reads the documents that share a hash with the text of the query, and compares their words. */
final class PassageWeight extends Weight {

  private final PassageQuery query;
  private final HashTerms hashes;
  private final CopiedRuns runs;
  private final int words; // number of words of the text
  private final float boost;
  private final boolean
      isOfSegment; // true for deletions by IndexWriter, which an exception would close

  PassageWeight(PassageQuery query, IndexSearcher searcher, float boost) throws IOException {
    super(query);
    this.query = query;
    this.boost = boost;
    isOfSegment = searcher.getIndexReader() instanceof LeafReader;
    long[] text = query.words().codes();
    words = text.length;
    hashes = HashTerms.of(searcher, query, text);
    runs = new CopiedRuns(text, query.atLeast());
  }

  /** A run in a document, with its position and its offsets in the text of the document. */
  private record Passage(Run run, int firstWord, int from, int to) {}

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
    List<PostingsEnum> postings = hashes.in(leaf);
    if (postings.isEmpty()) {
      return null;
    }
    long cost = postings.stream().mapToLong(PostingsEnum::cost).sum();
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        DocIdSetBuilder found = new DocIdSetBuilder(leaf.reader().maxDoc());
        for (PostingsEnum each : postings) {
          found.add(each);
        }
        return new PassageScorer(leaf, found.build().iterator());
      }

      @Override
      public long cost() {
        return cost;
      }
    };
  }

  private final class PassageScorer extends Scorer {

    private final DocIdSetIterator candidates;
    private final TwoPhaseIterator twoPhase;
    private int copied; // number of words of the text that are in the current document

    PassageScorer(LeafReaderContext leaf, DocIdSetIterator candidates) throws IOException {
      this.candidates = candidates;
      StoredFields stored = leaf.reader().storedFields();
      twoPhase =
          new TwoPhaseIterator(candidates) {
            @Override
            public boolean matches() throws IOException {
              copied = copied(text(leaf, stored, candidates.docID()));
              return copied > 0;
            }

            @Override
            public float matchCost() {
              return 10_000; // to read a document and analyze it
            }
          };
    }

    @Override
    public TwoPhaseIterator twoPhaseIterator() {
      return twoPhase;
    }

    @Override
    public DocIdSetIterator iterator() {
      return TwoPhaseIterator.asDocIdSetIterator(twoPhase);
    }

    @Override
    public int docID() {
      return candidates.docID();
    }

    @Override
    public float score() {
      return boost * copied;
    }

    @Override
    public float getMaxScore(int upTo) {
      return boost * words;
    }
  }

  /** Returns the number of words of the text that are in the runs of a document. */
  private int copied(String[] values) {
    BitSet copied = new BitSet();
    for (String value : values) {
      for (Run run : runs.in(Tokens.ofPassages(value, false).codes())) {
        copied.set(run.textFrom(), run.textTo());
      }
    }
    return copied.cardinality();
  }

  private List<Passage> passages(LeafReaderContext leaf, int doc) throws IOException {
    List<Passage> passages = new ArrayList<>();
    int firstWord = 0;
    int from = 0;
    for (String value : text(leaf, leaf.reader().storedFields(), doc)) {
      Tokens of = Tokens.ofPassages(value, true);
      for (Run run : runs.in(of.codes())) {
        int begin = from + of.from(run.from());
        passages.add(new Passage(run, firstWord, begin, from + of.to(run.to() - 1)));
      }
      firstWord += of.codes().length;
      from += value.length() + 1;
    }
    passages.sort(Comparator.comparingInt(Passage::from).thenComparingInt(Passage::to));
    return passages;
  }

  private boolean isCandidate(LeafReaderContext leaf, int doc) throws IOException {
    for (PostingsEnum each : hashes.in(leaf)) {
      if (each.advance(doc) == doc) {
        return true;
      }
    }
    return false;
  }

  /** Returns the values of the text of a candidate. */
  private String[] text(LeafReaderContext leaf, StoredFields stored, int doc) throws IOException {
    String[] values = query.texts().of(leaf, stored, doc);
    if (values != null) {
      return values;
    }
    if (isOfSegment) {
      return new String[0];
    }
    throw new IllegalStateException(
        "document "
            + doc
            + " of a segment has no text for field '"
            + query.field()
            + "', expected a stored text, or one that PassageQuery.from reads");
  }

  @Override
  public Matches matches(LeafReaderContext leaf, int doc) throws IOException {
    List<Passage> passages = isCandidate(leaf, doc) ? passages(leaf, doc) : List.of();
    return passages.isEmpty()
        ? null
        : MatchesUtils.forField(query.field(), () -> new InDocument(passages));
  }

  private final class InDocument implements MatchesIterator {

    private final List<Passage> passages;
    private int current = -1;

    InDocument(List<Passage> passages) {
      this.passages = passages;
    }

    @Override
    public boolean next() {
      return ++current < passages.size();
    }

    @Override
    public int startPosition() {
      return passages.get(current).firstWord + passages.get(current).run.from();
    }

    @Override
    public int endPosition() {
      return passages.get(current).firstWord + passages.get(current).run.to() - 1;
    }

    @Override
    public int startOffset() {
      return passages.get(current).from;
    }

    @Override
    public int endOffset() {
      return passages.get(current).to;
    }

    @Override
    public MatchesIterator getSubMatches() {
      return null;
    }

    @Override
    public Query getQuery() {
      return query;
    }
  }

  @Override
  public Explanation explain(LeafReaderContext leaf, int doc) throws IOException {
    if (!isCandidate(leaf, doc)) {
      return Explanation.noMatch("document shares no hash of words with the text");
    }
    String[] values = text(leaf, leaf.reader().storedFields(), doc);
    int copied = copied(values);
    if (copied == 0) {
      return Explanation.noMatch("document has no passage of " + query.atLeast() + " words");
    }
    List<Explanation> runs = new ArrayList<>();
    for (Passage passage : passages(leaf, doc)) {
      Run run = passage.run;
      String where = "words " + run.textFrom() + " to " + (run.textTo() - 1) + " of the text, ";
      String there = "at characters " + passage.from + " to " + passage.to;
      runs.add(Explanation.match(run.to() - run.from(), where + there + ", equal words"));
    }
    return Explanation.match(
        boost * copied,
        query + ", computed as boost * copied from:",
        Explanation.match(copied, "copied, of " + words + " words of the text, in", runs),
        Explanation.match(boost, "boost"));
  }

  @Override
  public boolean isCacheable(LeafReaderContext leaf) {
    return query.isOfSegment();
  }
}
