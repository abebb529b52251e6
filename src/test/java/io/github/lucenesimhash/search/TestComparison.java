package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Random signatures, with words or without, by brute force; and all of an index by a query. */
public class TestComparison extends LuceneTestCase {

  private static final int INDEXES = 10;
  private static final int QUERIES = 30;

  /** A text; null for what it has not. */
  @SuppressWarnings("ArrayRecordComponent") // one equals itself alone
  private record Text(Long fingerprint, long[] words) {

    Signature signature() {
      Optional<Fingerprint> bits =
          fingerprint == null ? Optional.empty() : Optional.of(Fingerprint.of(fingerprint));
      return words == null ? new Signature(bits, null) : Signature.of(bits, words);
    }

    private boolean isKept() {
      return words != null && words.length <= 128;
    }

    /** Near by the words if one has 64 at most, else by the bits. */
    float score(Text other, Comparison comparison) {
      if (comparison.words() > 0
          && isKept()
          && other.isKept()
          && Math.min(words.length, other.words.length) <= 64) {
        double its = PlainFeatures.of(words).resemblance(PlainFeatures.of(other.words));
        return its >= comparison.words() ? (float) its : -1;
      }
      if (fingerprint == null || other.fingerprint == null) {
        return -1;
      }
      int distance = Fingerprint.distance(fingerprint, other.fingerprint);
      return distance <= comparison.maxDistance() ? 1 - distance / 64f : -1;
    }
  }

  /** Near one by the bits, and near another by the words. */
  private static Text draw(Random random, List<Text> earlier) {
    Text near = earlier.get(random.nextInt(earlier.size()));
    Text alike = earlier.get(random.nextInt(earlier.size()));
    Long bits =
        near.fingerprint == null || random.nextInt(8) == 0
            ? (random.nextBoolean() ? null : (Long) random.nextLong())
            : (Long) RandomFingerprints.flip(random, near.fingerprint, random.nextInt(16));
    return new Text(bits, words(random, alike.words));
  }

  private static long[] words(Random random, long[] alike) {
    if (random.nextInt(8) == 0) {
      return null;
    }
    int[] sizes = {1 + random.nextInt(8), 60 + random.nextInt(10), 120 + random.nextInt(12)};
    boolean isNew = alike == null || random.nextInt(4) == 0;
    long[] words = isNew ? random.longs(sizes[random.nextInt(3)]).toArray() : alike.clone();
    for (int i = random.nextInt(1 + words.length / 3); i > 0; i--) {
      words[random.nextInt(words.length)] = random.nextLong();
    }
    return words;
  }

  private static Comparison comparison(Random random) {
    Comparison any = Comparison.within(random.nextInt(16));
    return random.nextInt(4) == 0 ? any : any.words(.5 + random.nextInt(6) / 10.);
  }

  private static List<Text> texts(Random random, int size) {
    List<Text> texts = new ArrayList<>(List.of(new Text(random.nextLong(), null)));
    while (texts.size() < size) {
      texts.add(draw(random, texts));
    }
    return texts;
  }

  public void testScores() {
    int near = 0;
    for (int i = 0; i < 20 * RANDOM_MULTIPLIER; i++) {
      List<Text> texts = texts(random(), 60);
      Comparison comparison = comparison(random());
      for (Text a : texts) {
        for (Text b : texts) {
          float expected = a.score(b, comparison);
          assertEquals(expected, comparison.score(a.signature(), b.signature()), 0);
          assertEquals(expected >= 0, comparison.isNear(a.signature(), b.signature()));
          near += expected >= 0 && !a.equals(b) ? 1 : 0;
        }
      }
    }
    assertTrue(near + " are near", near > 1000);
  }

  public void testQueries() throws IOException {
    for (int i = 0; i < INDEXES * RANDOM_MULTIPLIER; i++) {
      IndexWriterConfig config = RandomIndex.config();
      if (i % 2 == 0) {
        config.setCodec(new SimHashCodec("near"));
      }
      List<Text> texts = texts(random(), 1 + random().nextInt(300));
      try (Directory directory = newDirectory();
          RandomIndexWriter writer = new RandomIndexWriter(random(), directory, config)) {
        index(texts, writer);
        try (DirectoryReader reader = writer.getReader()) {
          search(texts, reader);
        }
      }
    }
  }

  private static void index(List<Text> texts, RandomIndexWriter writer) throws IOException {
    for (int id = 0; id < texts.size(); id++) {
      Document document = new Document();
      document.add(new StringField("id", "" + id, Field.Store.YES));
      Signature signature = texts.get(id).signature();
      signature.fields("near", null, WordsField.TYPE).forEach(document::add);
      writer.addDocument(document);
      if (random().nextInt(10) == 0) {
        writer.deleteDocuments(new Term("id", "" + random().nextInt(id + 1)));
      }
      if (random().nextInt(50) == 0) {
        writer.commit();
      }
    }
  }

  private static void search(List<Text> texts, DirectoryReader reader) throws IOException {
    IndexSearcher searcher = newSearcher(reader);
    for (int i = 0; i < QUERIES; i++) {
      Text query = draw(random(), texts);
      Comparison comparison = comparison(random());
      Map<Integer, Float> expected = new HashMap<>();
      Map<Integer, Float> passing = new HashMap<>(); // what the guard does not hold back
      for (var leaf : reader.leaves()) {
        for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
          if (leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(doc)) {
            String id = leaf.reader().storedFields().document(doc).get("id");
            Text text = texts.get(Integer.parseInt(id));
            Signature read = IndexedSignatures.of(comparison, reader, "near", leaf.docBase + doc);
            assertEquals(comparison.of(text.signature()), read);
            float score = query.score(text, comparison);
            if (score >= 0) {
              expected.put(leaf.docBase + doc, score);
              if (!comparison.isHeldBack(query.signature(), read)) {
                passing.put(leaf.docBase + doc, score);
              }
            }
          }
        }
      }
      Comparison unguarded = comparison.guarded(Guard.NONE);
      assertEquals(comparison + " " + query, expected, found(searcher, unguarded, query));
      assertEquals(comparison + " " + query, passing, found(searcher, comparison, query));
    }
  }

  private static Map<Integer, Float> found(IndexSearcher searcher, Comparison near, Text query)
      throws IOException {
    Map<Integer, Float> found = new HashMap<>();
    var all = near.newNearQuery("near", query.signature());
    for (ScoreDoc hit : searcher.search(all, 1000).scoreDocs) {
      found.put(hit.doc, hit.score);
    }
    return found;
  }
}
