package io.github.lucenesimhash.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a segment of Lucene's maximum size, in which the last documents have a fingerprint. */
class DocValuesScanTest {

  private static final int MAX_DOC = IndexWriter.MAX_DOCS;
  private static final int FIRST = MAX_DOC - 2500;
  private static final HammingDistanceQuery QUERY =
      new HammingDistanceQuery("near", Fingerprint.of(0), 0, Strategy.DOC_VALUES);

  /** Equal fingerprints of every document from the first on, or of every other one. */
  private static final class Last extends FingerprintValues {

    private final int step;
    private int doc = -1;
    private int calls;

    Last(int step) {
      super(null);
      this.step = step;
    }

    @Override
    public int docID() {
      if (++calls > 4 * (MAX_DOC - FIRST)) {
        throw new AssertionError("the scan does not end");
      }
      return doc;
    }

    @Override
    public int nextDoc() throws IOException {
      return advance(doc + 1);
    }

    @Override
    public int advance(int target) throws IOException {
      int next = FIRST + Math.ceilDiv(Math.max(0, target - FIRST), step) * step;
      doc = next < MAX_DOC ? next : NO_MORE_DOCS;
      return doc;
    }

    @Override
    public boolean advanceExact(int target) throws IOException {
      return advance(target) == target;
    }

    @Override
    public int docIDRunEnd() {
      return step == 1 ? MAX_DOC : doc + 1;
    }

    @Override
    public int lanes() {
      return 1;
    }

    @Override
    public long lane(int i) {
      return 0;
    }

    @Override
    public long cost() {
      return MAX_DOC - FIRST;
    }
  }

  private static List<Integer> expected(int step) {
    return IntStream.range(FIRST, MAX_DOC)
        .filter(doc -> (doc - FIRST) % step == 0)
        .boxed()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void endsAtTheLastDocument(int step) throws IOException {
    DocValuesScan scan = new DocValuesScan(new Last(step), QUERY, MAX_DOC);
    List<Integer> found = new ArrayList<>();
    for (int doc = scan.advance(FIRST - 5); doc < MAX_DOC; doc = scan.nextDoc()) {
      found.add(doc);
    }
    assertEquals(expected(step), found);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void endsAtTheLastDocumentInBulk(int step) throws IOException {
    DocValuesScan scan = new DocValuesScan(new Last(step), QUERY, MAX_DOC);
    List<Integer> found = new ArrayList<>();
    LeafCollector collector =
        new LeafCollector() {
          @Override
          public void setScorer(Scorable scorer) {}

          @Override
          public void collect(int doc) {
            found.add(doc);
          }
        };
    scan.bulkScorer(1).score(collector, null, FIRST - 5, MAX_DOC);
    assertEquals(expected(step), found);
  }
}
