package io.github.lucenesimhash.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * A random index: either codec, 64, 128 or 256 bits, segments, merges, deletes, missing fields, a
 * field "group" of few values. Also holds the contents of its live documents by number.
 */
final class RandomIndex implements Closeable {

  static final List<String> GROUPS = List.of("all", "half", "few");

  /**
   * A live document.
   *
   * @param fingerprint the fingerprint, or null
   */
  record Doc(Fingerprint fingerprint, Set<String> groups) {}

  final DirectoryReader reader;
  final RandomFingerprints fingerprints;
  final Map<Integer, Doc> live = new HashMap<>();

  private final Directory directory;

  RandomIndex(Random random, int documents) throws IOException {
    this(random, documents, false);
  }

  /** Creates an index of one segment without deletes, as {@code QueryUtils} requires. */
  static RandomIndex whole(Random random, int documents) throws IOException {
    return new RandomIndex(random, documents, true);
  }

  private RandomIndex(Random random, int documents, boolean whole) throws IOException {
    fingerprints =
        new RandomFingerprints(
            random,
            RandomPicks.randomFrom(random, RandomFingerprints.Shape.values()),
            1 << random.nextInt(3));
    directory = Directories.random(random);
    IndexWriterConfig config = LuceneTestCase.newIndexWriterConfig();
    if (random.nextBoolean()) {
      config.setCodec(new SimHashCodec("near"));
    }
    List<Doc> added = new ArrayList<>();
    try (RandomIndexWriter writer = new RandomIndexWriter(random, directory, config)) {
      for (int id = 0; id < documents; id++) {
        Doc doc = add(random, writer, id);
        added.add(doc);
        if (!whole && random.nextInt(6) == 0) {
          int deleted = random.nextInt(id + 1);
          writer.deleteDocuments(new Term("id", Integer.toString(deleted)));
          added.set(deleted, null);
        }
        if (random.nextInt(100) == 0) {
          writer.commit();
        }
      }
      if (whole) {
        writer.forceMerge(1);
      }
      reader = writer.getReader();
    }
    for (LeafReaderContext leaf : reader.leaves()) {
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        int id = Integer.parseInt(leaf.reader().storedFields().document(doc).get("id"));
        if (added.get(id) != null) {
          live.put(leaf.docBase + doc, added.get(id));
        }
      }
    }
  }

  private Doc add(Random random, RandomIndexWriter writer, int id) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
    Set<String> groups =
        Set.copyOf(GROUPS.subList(0, random.nextInt(20) == 0 ? 3 : 1 + random.nextInt(2)));
    groups.forEach(group -> document.add(new StringField("group", group, Field.Store.NO)));
    Fingerprint fingerprint = null;
    if (random.nextInt(8) > 0) {
      fingerprint = fingerprints.make();
      document.add(new SimHashField("near", fingerprint.toArray()));
    }
    writer.addDocument(document);
    return new Doc(fingerprint, groups);
  }

  /**
   * Returns the live documents that have a fingerprint.
   *
   * @param group the group, or null for all documents
   */
  BruteForce oracle(String group) {
    BruteForce oracle = new BruteForce();
    live.forEach(
        (doc, held) -> {
          if (held.fingerprint != null && (group == null || held.groups.contains(group))) {
            oracle.put(doc, held.fingerprint);
          }
        });
    return oracle;
  }

  static Query group(String group) {
    return new TermQuery(new Term("group", group));
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
