package io.github.lucenesimhash.dedup;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.dedup.PlainDedup.Kept;
import io.github.lucenesimhash.dedup.PlainDedup.Policy;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.Guard;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IORunnable;
import org.junit.Assert;

/** Draws random settings, and random documents with few ids and few neighbourhoods. */
final class RandomCalls {

  static final String FAILS = "analysis fails";

  private static final String EVEN = words("even");
  private static final String ODD = words("odd");

  final Policy policy;
  final int maxDistance;
  final int maxReplaced;
  final int maxNeighbours;
  final boolean verifies;
  final PlainScope scope;
  private final Guard guard;
  private final long maxPendingBytes;
  private final boolean fast;
  private final RandomIds ids;
  private final long[] centres;

  /** The documents in the index before a writer is built, which may be near each other. */
  final SortedMap<BytesRef, Kept> copies = new TreeMap<>();

  /** Runs before the words of a text are read to be compared. */
  IORunnable beforeText = () -> {};

  /** The action that runs while a document is indexed, or null. */
  Runnable inDocument;

  Consumer<IndexWriterConfig> configure = config -> {};

  /** The documents that ever began a group, by its name, which several groups may have. */
  private final Map<String, Set<Kept>> leaders = new ConcurrentHashMap<>();

  /** A document to offer. */
  record Drawn(BytesRef id, Kept offered, boolean fails) {

    Long fingerprint() {
      return offered.fingerprint();
    }
  }

  RandomCalls(Random random) {
    policy = RandomPicks.randomFrom(random, Policy.values());
    scope = random.nextBoolean() ? PlainScope.NONE : PlainScope.random(random);
    maxDistance = random.nextInt(6);
    maxReplaced = 1 + random.nextInt(10);
    maxNeighbours = 1 + random.nextInt(20);
    maxPendingBytes = 1L + random.nextInt(random.nextInt(40) == 0 ? 5_000 : 1_000_000);
    fast = random.nextBoolean();
    ids = new RandomIds(random);
    verifies = random.nextInt(3) == 0;
    centres = random.longs(1 + random.nextInt(20)).toArray();
    guard =
        RandomPicks.randomFrom(random, List.of(Guard.NONE, Guard.NUMBERS, Guard.parse("replaced")));
    boolean hasCopies = random.nextInt(3) == 0;
    for (int i = hasCopies ? random.nextInt(200) : 0; i > 0; i--) {
      String id = "a copy that is never offered, " + i;
      Kept its = offered(random);
      Kept copy = new Kept(its.fingerprint(), its.origin(), null, false, its.fingerprint());
      copies.put(new BytesRef(id), copy);
      begin(new BytesRef(id), copy);
    }
  }

  private static String words(String kind) {
    return IntStream.range(0, 40)
        .mapToObj(i -> kind + (char) ('a' + i % 20) + (char) ('a' + i / 20) + " ")
        .collect(Collectors.joining());
  }

  PlainDedup plain() {
    return new PlainDedup(policy, maxReplaced, scope, near());
  }

  Drawn draw(Random random) {
    return new Drawn(id(random), offered(random), random.nextInt(300) == 0);
  }

  private Kept offered(Random random) {
    return Kept.offered(fingerprint(random), scope.origin(random));
  }

  /** Notes a document that begins a group if it is marked. */
  void begin(BytesRef id, Kept offered) {
    String group = plain().group(id, offered);
    leaders.computeIfAbsent(group, name -> ConcurrentHashMap.newKeySet()).add(offered);
  }

  IndexWriter open(Directory directory) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setMergeScheduler(new SerialMergeScheduler())
            .setCommitOnClose(false);
    configure.accept(config);
    return new IndexWriter(directory, fast ? config.setCodec(new SimHashCodec("near")) : config);
  }

  static Directory directory() {
    return new ByteBuffersDirectory();
  }

  NearDuplicateWriter writer(IndexWriter indexWriter) throws IOException {
    Comparison near = Comparison.within(maxDistance).guarded(guard);
    NearDuplicateWriter.Builder builder =
        NearDuplicateWriter.builder(indexWriter)
            .policy(policy.of())
            .comparison(verifies ? near.verified(.8) : near)
            .maxReplaced(maxReplaced)
            .maxNeighbours(maxNeighbours)
            .maxPendingBytes(maxPendingBytes);
    return scope.in(verifies ? builder.texts(verifier(), "text") : builder).build();
  }

  private TextVerifier verifier() {
    return guard.equals(Guard.NONE)
        ? TestFailingVerifier.verifier(() -> beforeText.run())
        : TextVerifier.standard();
  }

  /** Adds the copies with an index writer alone. */
  void addCopies(Directory directory) throws IOException {
    try (IndexWriter indexWriter = open(directory)) {
      for (Map.Entry<BytesRef, Kept> copy : copies.entrySet()) {
        indexWriter.addDocument(document(new Drawn(copy.getKey(), copy.getValue(), false)));
      }
      indexWriter.commit();
    }
  }

  /** Draws the id of a document to offer. */
  BytesRef id(Random random) {
    return ids.any(random);
  }

  /** Draws the id of a document to delete: an offered document or a copy. */
  BytesRef anyId(Random random) {
    return !copies.isEmpty() && random.nextBoolean()
        ? RandomPicks.randomFrom(random, copies.keySet())
        : id(random);
  }

  /** Draws null or a fingerprint at most one bit farther from a centre than the distance. */
  Long fingerprint(Random random) {
    if (random.nextInt(20) == 0) {
      return null;
    }
    long centre = centres[random.nextInt(centres.length)];
    return RandomFingerprints.flip(
        random, centre, random.nextInt(Math.min(64, maxDistance + 1) + 1));
  }

  Document document(Drawn drawn) {
    Document document = new Document();
    ids.addTo(document, drawn.id);
    scope.addTo(document, drawn.offered.origin());
    Long fingerprint = drawn.fingerprint();
    if (fingerprint != null) {
      document.add(new SimHashField("near", fingerprint));
    }
    if (verifies) {
      int text = drawn.offered.text();
      document.add(new StoredField("text", (text % 2 == 0 ? EVEN : ODD) + text / 2));
    }
    document.add(new StoredField("quality", fingerprint == null ? 0 : fingerprint >>> 60));
    if (drawn.fails || inDocument != null) {
      document.add(
          new Field(
              "body",
              new TokenStream() {
                @Override
                public boolean incrementToken() throws IOException {
                  if (drawn.fails) {
                    throw new IOException(FAILS);
                  }
                  inDocument.run();
                  return false;
                }
              },
              TextField.TYPE_NOT_STORED));
    }
    return document;
  }

  /** Returns the content of the index, after checking the promises of the policy. */
  Map<BytesRef, Kept> content(DirectoryReader reader) throws IOException {
    Map<BytesRef, Kept> content = new HashMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues fingerprints = leaf.reader().getNumericDocValues("near");
      NumericDocValues distances = leaf.reader().getNumericDocValues("group.distance");
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(doc)) {
          boolean has = fingerprints != null && fingerprints.advanceExact(doc);
          Long fingerprint = has ? (Long) fingerprints.longValue() : null;
          boolean joined = distances != null && distances.advanceExact(doc);
          Origin origin = scope.read(leaf.reader(), doc);
          Long compared = joined ? null : fingerprint;
          String group = leaf.reader().storedFields().document(doc).get("group");
          Kept kept = new Kept(fingerprint, origin, group, joined, compared);
          BytesRef id = DocumentReader.id(leaf.reader(), "id", doc, null);
          Assert.assertNull("an id twice: " + id, content.put(id, kept));
        }
      }
    }
    assertPromises(content);
    return content;
  }

  private void assertPromises(Map<BytesRef, Kept> content) {
    List<Kept> apart = new ArrayList<>();
    content.forEach(
        (id, kept) -> {
          if (copies.containsKey(id)) {
            return;
          }
          if (kept.joined()) {
            Assert.assertTrue(
                leaders.get(kept.group()).stream()
                    .anyMatch(
                        leader ->
                            isNear(leader, kept)
                                && scope.isCompared(leader.origin(), kept.origin())));
            return;
          }
          for (Kept other : apart) {
            Assert.assertFalse(
                isNear(other, kept) && scope.isCompared(other.origin(), kept.origin()));
          }
          apart.add(kept);
        });
  }

  private boolean isNear(Kept a, Kept b) {
    Kept by = new Kept(b.fingerprint(), b.origin(), null, false, b.fingerprint());
    return near().isNear(a, by);
  }

  private PlainComparison near() {
    return new PlainComparison(maxDistance, verifies, guard);
  }
}
