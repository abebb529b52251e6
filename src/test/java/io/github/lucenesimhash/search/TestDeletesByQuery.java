package io.github.lucenesimhash.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.passage.PassageField;
import io.github.lucenesimhash.passage.PassageQuery;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.queries.function.FunctionMatchQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/**
 * {@code IndexWriter.deleteDocuments} runs the query on each segment by itself, and an exception
 * there closes the writer. So a query deletes its matches, and leaves segments alone that cannot
 * match: segments of another scheme or width, without the field, or with another kind of field.
 */
public class TestDeletesByQuery extends LuceneTestCase {

  private static final int ROUNDS = 4;
  private static final int DELETES = 5;

  private static final List<String> SCHEMES = List.of("one", "two", ""); // the last is unknown

  /** The fields that hold no fingerprints in any document. */
  private static final List<String> OTHER_FIELDS =
      List.of("text", "body", "sorted", "set", "numbers", "point", "stored", "absent");

  /** A live document, with the content of its field near and its passages. */
  private record Held(Fingerprint near, String scheme, Set<Integer> passages) {}

  /** A query, and the documents that it should match. */
  private record Delete(Query query, Predicate<Held> matches) {}

  private final Map<Integer, Held> live = new TreeMap<>();
  private Directory directory;
  private IndexWriter writer;
  private RandomFingerprints[] fingerprints;
  private List<String> schemes;
  private int next;

  private void inRounds(List<String> stamps, boolean canMerge, Round round) throws IOException {
    schemes = stamps;
    for (int i = 0; i < ROUNDS * RANDOM_MULTIPLIER; i++) {
      directory = Directories.random(random());
      IndexWriterConfig config = newIndexWriterConfig(new WhitespaceAnalyzer());
      if (random().nextBoolean()) {
        config.setCodec(new SimHashCodec());
      }
      boolean merges = canMerge && random().nextBoolean();
      if (!merges) {
        config.setMergePolicy(NoMergePolicy.INSTANCE);
      }
      live.clear();
      next = 0;
      try (IndexWriter opened = new IndexWriter(directory, config)) {
        writer = opened;
        fill();
        round.run();
        writer.commit();
      }
      directory.close();
    }
  }

  private interface Round {
    void run() throws IOException;
  }

  /** Adds segments, each of one scheme, width and kind of field; the last one is not flushed. */
  private void fill() throws IOException {
    boolean isWide = random().nextBoolean();
    Shape shape = RandomPicks.randomFrom(random(), Shape.values());
    fingerprints =
        isWide
            ? new RandomFingerprints[] {
              new RandomFingerprints(random(), shape, 2), new RandomFingerprints(random(), shape, 4)
            }
            : new RandomFingerprints[] {new RandomFingerprints(random(), shape, 1)};
    int segments = 2 + random().nextInt(6);
    for (int segment = 0; segment < segments; segment++) {
      if (segment > 0) {
        writer.commit();
      }
      RandomFingerprints width = RandomPicks.randomFrom(random(), fingerprints);
      String stamp = RandomPicks.randomFrom(random(), schemes);
      boolean hasField = random().nextInt(5) > 0;
      boolean hasPassages = random().nextBoolean();
      int documents = 1 + random().nextInt(40);
      for (int i = 0; i < documents; i++) {
        add(hasField && random().nextInt(6) > 0 ? width.make() : null, stamp, hasPassages);
      }
    }
  }

  private void add(Fingerprint near, String stamp, boolean hasPassages) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", "" + next, Store.YES));
    if (near != null) {
      document.add(
          new SimHashField(
              "near", near, SimHashField.fieldType(stamp.isEmpty() ? null : stamp, near.bits())));
    }
    Set<Integer> passages = new TreeSet<>();
    if (random().nextBoolean()) {
      StringBuilder text = new StringBuilder();
      for (int i = random().nextInt(3); i > 0; i--) {
        int passage = random().nextInt(4);
        text.append(passage(passage)).append(" and so on and so on ");
        passages.add(passage);
      }
      Store store = random().nextInt(4) == 0 ? Store.NO : Store.YES;
      document.add(
          hasPassages
              ? new PassageField("passages", text.toString(), store)
              : new StringField("passages", text.toString(), store));
      if (!hasPassages || store == Store.NO) {
        passages.clear(); // text that is not stored cannot be compared
      }
    }
    document.add(new TextField("text", "some text of document " + next, Store.YES));
    document.add(new StringField("body", "abc", Store.NO));
    document.add(new SortedDocValuesField("sorted", new BytesRef("abc")));
    document.add(new SortedSetDocValuesField("set", new BytesRef("abc")));
    document.add(new SortedNumericDocValuesField("numbers", next));
    document.add(new LongPoint("point", next));
    document.add(new StoredField("stored", next));
    writer.addDocument(document);
    live.put(next++, new Held(near, stamp, passages));
  }

  /** Returns thirty words that no other passage has. */
  private static String passage(int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      text.append("word").append(number).append('x').append(i).append(' ');
    }
    return text.toString();
  }

  private void assertDeletes(Delete delete) throws IOException {
    writer.deleteDocuments(delete.query);
    live.values().removeIf(delete.matches);
    assertLive(delete.query);
  }

  private void assertLive(Query query) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      assertEquals(query.toString(), live.keySet(), new TreeSet<>(ids(reader).values()));
    }
    assertTrue(writer.isOpen());
  }

  /** Returns the ids of live documents by document number. */
  private static Map<Integer, Integer> ids(DirectoryReader reader) throws IOException {
    Map<Integer, Integer> ids = new HashMap<>();
    StoredFields stored = reader.storedFields();
    for (LeafReaderContext leaf : reader.leaves()) {
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(doc)) {
          int number = leaf.docBase + doc;
          ids.put(number, Integer.parseInt(stored.document(number, Set.of("id")).get("id")));
        }
      }
    }
    return ids;
  }

  private void duel(List<String> stamps, Deletes deletes) throws IOException {
    inRounds(
        stamps,
        stamps.size() == 1, // a merged segment has the stamps of all merged ones
        () -> {
          for (int i = 0; i < DELETES; i++) {
            assertDeletes(deletes.next());
            add(random().nextBoolean() ? null : fingerprints[0].make(), schemes.get(0), true);
          }
        });
  }

  private interface Deletes {
    Delete next() throws IOException;
  }

  private Fingerprint wanted(int maxDistance) {
    return RandomPicks.randomFrom(random(), fingerprints).near(maxDistance);
  }

  private static Predicate<Held> within(Fingerprint wanted, int maxDistance) {
    return held -> isWithin(held.near, wanted, maxDistance);
  }

  private static boolean isWithin(Fingerprint held, Fingerprint wanted, int maxDistance) {
    return held != null && held.lanes() == wanted.lanes() && held.distance(wanted) <= maxDistance;
  }

  public void testDistance() throws IOException {
    duel(
        random().nextBoolean() ? SCHEMES : List.of("one"),
        () -> {
          int maxDistance = random().nextInt(20);
          Fingerprint wanted = wanted(maxDistance);
          return new Delete(
              distanceQuery("near", wanted, maxDistance), within(wanted, maxDistance));
        });
  }

  private static Query distanceQuery(String field, Fingerprint wanted, int maxDistance) {
    return switch (random().nextInt(4)) {
      case 0 -> SimHashField.newSlowDistanceQuery(field, wanted, maxDistance);
      case 1 -> new DistanceBatch(field, new Fingerprint[] {wanted, wanted}, maxDistance).query(1);
      case 2 ->
          new FunctionMatchQuery(
              SimHashField.newDistanceValues(field, wanted, null).toDoubleValuesSource(),
              distance -> distance <= maxDistance);
      default -> SimHashField.newDistanceQuery(field, wanted, maxDistance);
    };
  }

  /** Queries delete documents of their own width only, which is not that of most segments. */
  public void testAnotherWidth() throws IOException {
    duel(
        random().nextBoolean() ? SCHEMES : List.of("one"),
        () -> {
          Fingerprint wanted = new RandomFingerprints(random(), Shape.FEW_BITS, 1).make();
          wanted = random().nextBoolean() ? wanted : Fingerprint.of(1, 2);
          wanted = random().nextBoolean() ? wanted : Fingerprint.of(1, 2, 3, 4);
          int maxDistance = random().nextInt(wanted.bits() + 1);
          return new Delete(
              distanceQuery("near", wanted, maxDistance), within(wanted, maxDistance));
        });
  }

  public void testAnotherScheme() throws IOException {
    duel(
        random().nextBoolean() ? SCHEMES : List.of("one"),
        () -> {
          int maxDistance = random().nextInt(20);
          Fingerprint wanted = wanted(maxDistance);
          String id = random().nextBoolean() ? "one" : "two";
          Query query =
              random().nextInt(3) == 0
                  ? new FunctionMatchQuery(
                      SimHashField.newDistanceValues("near", wanted, id).toDoubleValuesSource(),
                      distance -> distance <= maxDistance)
                  : SimHashField.requireScheme(
                      distanceQuery("near", wanted, maxDistance), "near", id);
          return new Delete(
              query,
              held ->
                  (held.scheme.isEmpty() || held.scheme.equals(id))
                      && isWithin(held.near, wanted, maxDistance));
        });
  }

  /** A query for documents like another one deletes that document, too. */
  public void testLike() throws IOException {
    duel(
        List.of("one"),
        () -> {
          try (DirectoryReader reader = DirectoryReader.open(writer)) {
            Map<Integer, Integer> ids = ids(reader);
            int doc = RandomPicks.randomFrom(random(), new ArrayList<>(ids.keySet()));
            int maxDistance = random().nextInt(20);
            Fingerprint wanted = live.get(ids.get(doc)).near;
            return new Delete(
                SimHashField.newLikeQuery(reader, "near", doc, maxDistance),
                held -> wanted != null && isWithin(held.near, wanted, maxDistance));
          }
        });
  }

  public void testLikeWhereAnotherSchemeCameLater() throws IOException {
    inRounds(
        List.of("one"),
        false,
        () -> {
          Query like;
          Fingerprint wanted;
          try (DirectoryReader reader = DirectoryReader.open(writer)) {
            Map<Integer, Integer> ids = ids(reader);
            int doc = RandomPicks.randomFrom(random(), new ArrayList<>(ids.keySet()));
            wanted = live.get(ids.get(doc)).near;
            like = SimHashField.newLikeQuery(reader, "near", doc, 3);
          }
          add(fingerprints[0].again(), "two", true);
          writer.commit();
          add(wanted, "two", true);
          assertDeletes(
              new Delete(
                  like,
                  held ->
                      wanted != null
                          && held.scheme.equals("one")
                          && isWithin(held.near, wanted, 3)));
        });
  }

  /** A query deletes the n nearest of each segment, as {@code KnnFloatVectorQuery} does. */
  public void testNearest() throws IOException {
    inRounds(
        SCHEMES,
        false,
        () -> {
          int n = 1 + random().nextInt(3);
          Fingerprint wanted = wanted(10);
          Query query = SimHashField.newNearestQuery("near", wanted, n, null);
          try (DirectoryReader reader = DirectoryReader.open(writer)) {
            Map<Integer, Integer> ids = ids(reader);
            for (LeafReaderContext leaf : reader.leaves()) {
              BruteForce oracle = new BruteForce();
              for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
                Fingerprint near = live.get(ids.get(leaf.docBase + doc)).near;
                if (near != null && near.lanes() == wanted.lanes()) {
                  oracle.put(leaf.docBase + doc, near);
                }
              }
              oracle.nearest(wanted, n).forEach(near -> live.remove(ids.get(near.id())));
            }
          }
          writer.deleteDocuments(query);
          assertLive(query);
        });
  }

  /** A rewritten nearest query belongs to one reader, so that it deletes nothing in another. */
  public void testRewrittenNearest() throws IOException {
    duel(
        random().nextBoolean() ? SCHEMES : List.of("one"),
        () -> {
          try (DirectoryReader reader = DirectoryReader.open(writer)) {
            Query nearest = SimHashField.newNearestQuery("near", wanted(10), 3, null);
            return new Delete(new IndexSearcher(reader).rewrite(nearest), held -> false);
          }
        });
  }

  public void testPassages() throws IOException {
    duel(
        random().nextBoolean() ? SCHEMES : List.of("one"),
        () -> {
          int passage = random().nextInt(4);
          PassageQuery query =
              PassageField.newCopiedPassageQuery("passages", "see " + passage(passage), 25);
          return new Delete(query, held -> held.passages.contains(passage));
        });
  }

  public void testOtherFields() throws IOException {
    duel(
        random().nextBoolean() ? SCHEMES : List.of("one"),
        () -> {
          String field = RandomPicks.randomFrom(random(), OTHER_FIELDS);
          int maxDistance = random().nextInt(20);
          Fingerprint wanted = wanted(maxDistance);
          return new Delete(
              switch (random().nextInt(4)) {
                case 0 -> PassageField.newCopiedPassageQuery(field, passage(1), 25);
                case 1 -> SimHashField.newNearestQuery(field, wanted, 3, null);
                case 2 -> {
                  try (DirectoryReader reader = DirectoryReader.open(writer)) {
                    yield SimHashField.newLikeQuery(reader, field, 0, maxDistance);
                  }
                }
                default -> distanceQuery(field, wanted, maxDistance);
              },
              held -> false);
        });
  }
}
