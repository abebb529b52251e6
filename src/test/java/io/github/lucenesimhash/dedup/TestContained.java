package io.github.lucenesimhash.dedup;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.DuplicatePolicy.Decision;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.PlainDedup.Policy;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Tests which texts are dropped under every policy if longer texts contain them. */
public class TestContained extends LuceneTestCase {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();

  private record Text(String id, Fingerprint fingerprint, FeatureSet features, int quality) {}

  /** The oracle: finds the kept documents by the definition, without an index. */
  private static final class Plain {

    final Map<String, Text> kept = new LinkedHashMap<>();
    final Policy policy;
    final Comparison near;
    final int maxReplaced;

    Plain(Policy policy, Comparison near, int maxReplaced) {
      this.policy = policy;
      this.near = near;
      this.maxReplaced = maxReplaced;
    }

    boolean mayDrop(Text goes, Text stays) {
      return goes.fingerprint.distance(stays.fingerprint) <= near.maxDistance()
          && (goes.features.jaccard(stays.features) >= near.verification()
              || goes.features.containment(stays.features) >= near.contained())
          && !goes.features.isHeldBack(stays.features);
    }

    Action offer(Text text) {
      List<Text> stay =
          kept.values().stream().filter(it -> !it.id.equals(text.id) && mayDrop(text, it)).toList();
      List<Text> go =
          kept.values().stream().filter(it -> !it.id.equals(text.id) && mayDrop(it, text)).toList();
      Action action =
          switch (policy) {
            case FIRST -> stay.isEmpty() ? Action.ADDED : Action.SKIPPED;
            case NEWEST -> go.isEmpty() && !stay.isEmpty() ? Action.SKIPPED : replace(go);
            case BETTER ->
                stay.stream().anyMatch(it -> it.quality >= text.quality)
                    ? Action.SKIPPED
                    : replace(go.stream().filter(it -> it.quality < text.quality).toList());
            case MARK -> stay.isEmpty() && go.isEmpty() ? Action.ADDED : Action.MARKED;
          };
      boolean isIn = action != Action.REFUSED && action != Action.SKIPPED;
      kept.remove(isIn ? text.id : "");
      if (action == Action.ADDED || action == Action.REPLACED) {
        kept.put(text.id, text); // a marked document begins no group
      }
      return action;
    }

    private Action replace(List<Text> go) {
      if (go.size() > maxReplaced) {
        return Action.REFUSED;
      }
      go.forEach(it -> kept.remove(it.id));
      return go.isEmpty() ? Action.ADDED : Action.REPLACED;
    }
  }

  private static String text(Random random, List<String> before) {
    if (before.isEmpty() || random.nextInt(4) == 0) {
      StringBuilder words = new StringBuilder();
      random
          .ints(20 + random.nextInt(60), 0, 500)
          .forEach(
              word ->
                  words
                      .append(" w")
                      .append((char) ('a' + word % 26))
                      .append((char) ('a' + word / 26)));
      return words.substring(1);
    }
    String[] words = before.get(random.nextInt(before.size())).split(" ", -1);
    int from = random.nextInt(1 + words.length / 4);
    int to = words.length - random.nextInt(1 + words.length / 4);
    List<String> some = new ArrayList<>(List.of(words).subList(from, to));
    for (int i = random.nextInt(4) == 0 ? random.nextInt(20) : 0; i > 0; i--) {
      some.add(random.nextBoolean() ? 0 : some.size(), "x" + (char) ('a' + random.nextInt(26)));
    }
    if (random.nextInt(6) == 0) {
      some.add(random.nextInt(some.size() + 1), "" + random.nextInt(3));
    }
    return String.join(" ", some);
  }

  /** The outcomes of policies that rounds must meet before the test ends. */
  private static final Set<String> KINDS =
      Set.of(
          "FIRST ADDED beside",
          "FIRST SKIPPED",
          "NEWEST REFUSED",
          "NEWEST REPLACED",
          "NEWEST SKIPPED",
          "BETTER ADDED beside",
          "BETTER REPLACED",
          "BETTER SKIPPED",
          "MARK MARKED");

  public void testEveryPolicyGoesByTheDefinition() throws IOException {
    Set<String> seen = new TreeSet<>();
    int rounds = atLeast(40);
    for (int round = 0; round < rounds || (round < 4_000 && !seen.containsAll(KINDS)); round++) {
      Random random = random();
      Policy policy = RandomPicks.randomFrom(random, Policy.values());
      Comparison near =
          Comparison.within(8 + random.nextInt(16))
              .verified(.8)
              .contained(.6 + random.nextInt(5) / 10.);
      int maxReplaced = 1 + random.nextInt(4);
      Plain plain = new Plain(policy, near, maxReplaced);
      try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
          IndexWriter indexWriter = new IndexWriter(directory, new IndexWriterConfig());
          NearDuplicateWriter writer =
              NearDuplicateWriter.builder(indexWriter)
                  .policy(policy.of())
                  .comparison(near)
                  .texts(near.verifier(SCHEME), "text")
                  .maxReplaced(maxReplaced)
                  .maxNeighbours(1 + random.nextInt(5))
                  .maxPendingBytes(1 + random.nextInt(20_000))
                  .build()) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
          texts.add(text(random, texts));
          String id = "" + (policy == Policy.MARK ? i : random.nextInt(100));
          int quality = random.nextInt(4);
          Document document = new Document();
          document.add(new StringField("id", id, Store.YES));
          document.add(new StoredField("text", texts.getLast()));
          document.add(new StoredField("quality", quality));
          SCHEME.field("near").of(texts.getLast()).ifPresent(document::add);
          Text offered =
              new Text(
                  id,
                  SCHEME.fingerprint(texts.getLast()).orElseThrow(),
                  near.verifier(SCHEME).features(texts.getLast()),
                  quality);
          Set<String> before = new TreeSet<>(plain.kept.keySet());
          Action expected = plain.offer(offered);
          Outcome outcome = writer.add(document);
          String which = "round " + round + ", " + policy + ", " + near + ", document " + i;
          assertEquals(which, expected, outcome.action());
          if (expected == Action.REPLACED) {
            before.removeAll(plain.kept.keySet());
            before.remove(id);
            Set<String> told = new TreeSet<>();
            outcome.neighbours().forEach(it -> told.add(it.id()));
            assertEquals(which, before, told);
          }
          boolean isBeside = expected == Action.ADDED && !outcome.neighbours().isEmpty();
          seen.add(policy + " " + expected + (isBeside ? " beside" : ""));
        }
        if (policy != Policy.MARK) {
          try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
            assertEquals(plain.kept.size(), reader.numDocs());
          }
        }
      }
    }
    assertTrue(KINDS + " in " + seen, seen.containsAll(KINDS));
  }

  private static Document document(String id, List<String> words) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(new StoredField("text", String.join(" ", words)));
    SCHEME.field("near").of(String.join(" ", words)).ifPresent(document::add);
    return document;
  }

  public void testACallbackSkipsWhateverNearerOnesItContains() throws IOException {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 140; i++) {
      words.add((i < 80 ? "m" : "l") + (char) ('a' + i / 26) + (char) ('a' + i % 26));
    }
    Comparison near = Comparison.within(40).verified(.95).contained(.9);
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter indexWriter = new IndexWriter(directory, new IndexWriterConfig());
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter)
                .policy(
                    DuplicatePolicy.ask(
                        (document, neighbours) ->
                            document.get("id").equals("skipped") ? Decision.SKIP : Decision.ADD))
                .comparison(near)
                .texts(near.verifier(SCHEME), "text")
                .maxReplaced(1)
                .maxNeighbours(1)
                .build()) {
      writer.add(document("start", words.subList(0, 66)));
      writer.add(document("end", words.subList(14, 80)));
      writer.add(document("longer", words));
      Outcome outcome = writer.add(document("skipped", words.subList(0, 80)));
      assertEquals(Action.SKIPPED, outcome.action());
      assertEquals("longer", outcome.neighbours().getFirst().id());
    }
  }
}
