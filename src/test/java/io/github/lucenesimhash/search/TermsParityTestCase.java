package io.github.lucenesimhash.search;

import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/** Fills pairs of indexes with random documents, and compares them term by term. */
abstract class TermsParityTestCase extends LuceneTestCase {

  static final String FIELD = "near";
  private static final int SEEKS = 60;
  private static final int AUTOMATA = 5;

  static Document document(int id, RandomFingerprints fingerprints) {
    Document document = new Document();
    document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
    document.add(new NumericDocValuesField("order", random().nextInt(1000)));
    if (random().nextInt(6) > 0) {
      document.add(new SimHashField(FIELD, fingerprints.make().toArray()));
    }
    return document;
  }

  /** The number of words of the fingerprints of a test. */
  private static int words;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    words = 1 << random().nextInt(3);
  }

  /** Adds documents of one shape, and deletes some by id. */
  static void fill(IndexPair pair, Shape shape, int documents) throws IOException {
    RandomFingerprints fingerprints = new RandomFingerprints(random(), shape, words);
    for (int id = 0; id < documents; id++) {
      Document document = document(id, fingerprints);
      pair.both(writer -> writer.addDocument(document));
      if (random().nextInt(8) == 0) {
        Term deleted = new Term("id", Integer.toString(random().nextInt(id + 1)));
        pair.both(writer -> writer.deleteDocuments(deleted));
      }
    }
  }

  void assertSame(IndexPair pair) throws IOException {
    pair.both(writer -> writer.commit());
    List<DirectoryReader> readers = pair.readers();
    try {
      assertSame(readers.get(0), readers.get(1));
    } finally {
      IOUtils.close(readers);
    }
    assertClean(pair.simHash);
  }

  static void assertClean(Directory directory) throws IOException {
    assertTrue(TestUtil.checkIndex(directory, CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS).clean);
  }

  void assertSame(DirectoryReader expected, DirectoryReader actual) throws IOException {
    assertEquals(expected.leaves().size(), actual.leaves().size());
    for (int i = 0; i < expected.leaves().size(); i++) {
      LeafReader expectedLeaf = expected.leaves().get(i).reader();
      LeafReader actualLeaf = actual.leaves().get(i).reader();
      assertReaderStatisticsEquals(FIELD, expectedLeaf, actualLeaf);
      assertDeletedDocsEquals(FIELD, expectedLeaf, actualLeaf);
      Terms expectedTerms = expectedLeaf.terms(FIELD);
      Terms actualTerms = actualLeaf.terms(FIELD);
      assertTermsEquals(FIELD, expectedLeaf, expectedTerms, actualTerms, true);
      if (expectedTerms != null) {
        assertTrue(actualTerms instanceof BlockTables);
        assertSameStatistics(expectedTerms, actualTerms);
        assertSameSeeks(expectedLeaf, expectedTerms, actualTerms);
        assertSameIntersections(expectedLeaf, expectedTerms, actualTerms);
      }
    }
  }

  private static void assertSameStatistics(Terms expected, Terms actual) throws IOException {
    assertEquals(expected.getDocCount(), actual.getDocCount());
    assertEquals(expected.getSumDocFreq(), actual.getSumDocFreq());
    assertEquals(expected.getSumTotalTermFreq(), actual.getSumTotalTermFreq());
    assertEquals(expected.getMin(), actual.getMin());
    assertEquals(expected.getMax(), actual.getMax());
  }

  private void assertSameSeeks(LeafReader leaf, Terms expected, Terms actual) throws IOException {
    TermsEnum expectedTerms = expected.iterator();
    TermsEnum actualTerms = actual.iterator();
    for (int i = 0; i < SEEKS; i++) {
      BytesRef target = target(expected);
      if (random().nextBoolean()) {
        boolean found = expectedTerms.seekExact(target);
        assertEquals(target.toString(), found, actualTerms.seekExact(target));
        if (!found) {
          continue;
        }
      } else {
        var status = expectedTerms.seekCeil(target);
        assertEquals(target.toString(), status, actualTerms.seekCeil(target));
        if (status == TermsEnum.SeekStatus.END) {
          continue;
        }
      }
      for (int steps = random().nextInt(3); expectedTerms.term() != null; steps--) {
        assertEquals(expectedTerms.term(), actualTerms.term());
        assertEquals(expectedTerms.docFreq(), actualTerms.docFreq());
        assertDocsSkippingEquals(
            FIELD,
            leaf,
            expectedTerms.docFreq(),
            expectedTerms.postings(null),
            actualTerms.postings(null),
            false);
        if (steps <= 0) {
          break;
        }
        BytesRef next = expectedTerms.next();
        assertEquals(next, actualTerms.next());
        if (next == null) {
          break;
        }
      }
    }
  }

  /** Returns up to five bytes, half of the time near a term of the index. */
  private static BytesRef target(Terms terms) throws IOException {
    byte[] bytes = new byte[random().nextInt(6)];
    random().nextBytes(bytes);
    if (bytes.length > 0) {
      bytes[0] = (byte) (random().nextInt(10) == 0 ? bytes[0] : random().nextInt(9));
    }
    BytesRef target = new BytesRef(bytes);
    TermsEnum iterator = terms.iterator();
    if (random().nextBoolean() && iterator.seekCeil(target) != TermsEnum.SeekStatus.END) {
      target = BytesRef.deepCopyOf(iterator.term());
      target.length = Math.min(target.length, random().nextInt(9));
      if (target.length > 0 && random().nextBoolean()) {
        target.bytes[target.length - 1] += (byte) (random().nextInt(3) - 1);
      }
    }
    return target;
  }

  private void assertSameIntersections(LeafReader leaf, Terms expected, Terms actual)
      throws IOException {
    for (int i = 0; i < AUTOMATA; i++) {
      BytesRef one = target(expected);
      BytesRef other = target(expected);
      BytesRef from = one.compareTo(other) < 0 ? one : other;
      BytesRef to = one.compareTo(other) < 0 ? other : one;
      CompiledAutomaton range =
          new CompiledAutomaton(
              Automata.makeBinaryInterval(from, true, to, true), false, true, true);
      if (range.type == CompiledAutomaton.AUTOMATON_TYPE.NORMAL) {
        BytesRef start = random().nextBoolean() ? null : random().nextBoolean() ? from : to;
        assertTermsEnumEquals(
            FIELD,
            leaf,
            expected.intersect(range, start),
            actual.intersect(range, start),
            random().nextInt(8) == 0);
      }
    }
  }

  static <T> T pick(T[] choices) {
    return choices[random().nextInt(choices.length)];
  }
}
