package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.CorpusTruth;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.Offers;
import io.github.lucenesimhash.dedup.Outcome.By;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One meaning of near-duplicate: the same documents in the same order leave the same set, whatever
 * command takes the others out.
 */
class SameKeptSetTest {

  private static final int DISTANCE = 12;
  private static final double RESEMBLANCE = 0.8;
  private static final Comparison NEAR = Comparison.within(DISTANCE).verified(RESEMBLANCE);
  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();

  private static final int TOGETHER = 1000; // documents that the writer looks up

  @TempDir private Path folder;

  private final List<String> texts = new ArrayList<>();
  private final List<Optional<Fingerprint>> fingerprints = new ArrayList<>();
  private final List<FeatureSet> features = new ArrayList<>();

  @Test
  void everyWayKeepsTheSame() throws IOException {
    Random random = new Random(20261122);
    for (int round = 0; round < 2; round++) {
      draw(random);
      Set<Integer> expected = plain(RESEMBLANCE);
      assertTrue(expected.size() < texts.size() * 3 / 4, "many are left out");
      assertTrue(expected.size() > plain(0).size(), "verification matters");
      assertEquals(expected, byWriter(), "NearDuplicateWriter");
      assertEquals(expected, byGrouping(), "Grouping.stars");
      assertEquals(expected, byDedup(folder.resolve("round" + round)), "dedup");
    }
  }

  /** The texts of the corpus, and of some a chain: each differs a little from the one before. */
  private void draw(Random random) throws IOException {
    texts.clear();
    for (String language : List.of("en", "zh")) {
      for (String text : CorpusTruth.texts(language).values()) {
        String line = text.replaceAll("\\s+", " ").strip();
        texts.add(line);
        for (int i = random.nextInt(4) == 0 ? 8 : 0; i > 0; i--) {
          line = edit(line, random);
          texts.add(line);
        }
      }
    }
    Collections.shuffle(texts, random);
    fingerprints.clear();
    features.clear();
    TextVerifier verifier = NEAR.verifier(SCHEME);
    for (String text : texts) {
      fingerprints.add(SCHEME.fingerprint(text));
      features.add(verifier.features(text));
    }
  }

  private static String edit(String text, Random random) {
    StringBuilder edited = new StringBuilder(text);
    for (int edits = 1 + text.length() / 300; edits > 0 && !text.isEmpty(); edits--) {
      int at = random.nextInt(edited.length());
      edited.replace(at, Math.min(edited.length(), at + 1), "" + (char) ('a' + random.nextInt(26)));
    }
    return edited.toString();
  }

  private Set<Integer> plain(double resemblance) {
    BruteForce all = new BruteForce();
    Set<Integer> kept = new TreeSet<>();
    for (int i = 0; i < texts.size(); i++) {
      if (fingerprints.get(i).isPresent()) {
        all.put(i, fingerprints.get(i).get().word(0));
      } else {
        kept.add(i);
      }
    }
    BiPredicate<Integer, Integer> resembles =
        (a, b) ->
            features.get(a).jaccard(features.get(b)) >= resemblance
                && !(resemblance > 0 && features.get(a).isHeldBack(features.get(b)));
    kept.addAll(all.stars(DISTANCE, Comparator.naturalOrder(), resembles).keySet());
    return kept;
  }

  private Set<Integer> byWriter() throws IOException {
    Set<Integer> kept = new TreeSet<>();
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter indexWriter = new IndexWriter(directory, new IndexWriterConfig());
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter)
                .comparison(NEAR)
                .texts(TextVerifier.standard(), "text")
                .maxPendingBytes(500_000)
                .build()) {
      List<Document> all = IntStream.range(0, texts.size()).mapToObj(this::document).toList();
      for (int from = 0; from < all.size(); from += TOGETHER) {
        Offers offers = writer.offer(all.subList(from, Math.min(from + TOGETHER, all.size())));
        offers.add(
            outcome -> {
              int document = Integer.parseInt(outcome.id());
              assertEquals(
                  fingerprints.get(document).isPresent() ? By.TEXTS : By.NOTHING, outcome.by());
              if (outcome.isIndexed()) {
                kept.add(document);
              }
            });
      }
    }
    return kept;
  }

  private Document document(int number) {
    Document document = new Document();
    document.add(new StringField("id", "" + number, Store.YES));
    SCHEME.field("near").of(texts.get(number)).ifPresent(document::add);
    document.add(new TextField("text", texts.get(number), Store.YES));
    return document;
  }

  private Set<Integer> byGrouping() throws IOException {
    int[] documents =
        IntStream.range(0, texts.size())
            .filter(document -> fingerprints.get(document).isPresent())
            .toArray();
    long[] present = new long[documents.length];
    for (int i = 0; i < present.length; i++) {
      present[i] = fingerprints.get(documents[i]).get().word(0);
    }
    Groups groups =
        Grouping.stars(SimilarityJoin.within(DISTANCE))
            .keep(document -> document)
            .verify(
                (left, right, distance) ->
                    resemble(features.get(documents[left]), features.get(documents[right])))
            .of(DistinctFingerprints.of(present));
    Set<Integer> kept = new TreeSet<>();
    for (int document = 0; document < texts.size(); document++) {
      kept.add(document);
    }
    for (Group group : groups) {
      for (int i = 0; i < group.size() - 1; i++) {
        kept.remove(documents[group.member(i)]);
      }
    }
    return kept;
  }

  private static boolean resemble(FeatureSet a, FeatureSet b) {
    return a.resembles(b, RESEMBLANCE) && !a.isHeldBack(b);
  }

  private Set<Integer> byDedup(Path work) throws IOException {
    Files.createDirectory(work);
    ObjectMapper mapper = new ObjectMapper();
    List<String> lines = new ArrayList<>();
    for (int document = 0; document < texts.size(); document++) {
      lines.add(
          mapper.writeValueAsString(Map.of("id", "" + document, "text", texts.get(document))));
    }
    Path corpus = Files.write(work.resolve("corpus.jsonl"), lines);
    Path clean = work.resolve("clean.jsonl");
    run("dedup", corpus, "--write-clean", clean).fine();
    Set<Integer> kept = new TreeSet<>();
    for (String line : Files.readAllLines(clean)) {
      kept.add(mapper.readTree(line).get("id").asInt());
    }
    return kept;
  }
}
