package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.CorpusGenerator;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a generated corpus: verification, the kept documents, and the cleaned corpus. */
class DedupCorpusTest {

  private static final int DOCUMENTS = 600;

  @TempDir private Path folder;
  private Path corpus;
  private List<String> lines;

  @BeforeEach
  void generate() throws IOException {
    corpus = folder.resolve("corpus.jsonl");
    new CorpusGenerator(300, 11).write(DOCUMENTS, corpus);
    lines = Files.readAllLines(corpus);
  }

  private static String text(String line) {
    return line.substring(line.indexOf("\"text\":\"") + 8, line.length() - 2);
  }

  /** Returns the members of kept documents by definition, and counts near pairs that are unlike. */
  private Map<Integer, List<Integer>> stars(int maxDistance, double minResemblance, int[] removed) {
    List<Long> fingerprints = new ArrayList<>();
    List<FeatureSet> features = new ArrayList<>();
    for (String line : lines) {
      fingerprints.add(FingerprintScheme.standard().fingerprint(text(line)).get().lane(0));
      features.add(TextVerifier.standard().features(text(line)));
    }
    Map<Integer, List<Integer>> stars = new TreeMap<>();
    boolean[] assigned = new boolean[lines.size()];
    for (int kept = 0; kept < lines.size(); kept++) {
      for (int i = kept + 1; i < lines.size() && !assigned[kept]; i++) {
        if (!assigned[i]
            && Fingerprint.distance(fingerprints.get(kept), fingerprints.get(i)) <= maxDistance) {
          if (features.get(kept).jaccard(features.get(i)) >= minResemblance) {
            assigned[i] = true;
            stars.computeIfAbsent(kept, key -> new ArrayList<>()).add(i);
          } else {
            removed[0]++;
          }
        }
      }
    }
    return stars;
  }

  @Test
  void textsAreComparedExactly() throws IOException {
    for (double minResemblance : new double[] {0, .5, .8, 1}) {
      int[] removed = new int[1];
      Map<Integer, List<Integer>> expected = stars(20, minResemblance, removed);
      String guard = minResemblance == 0 ? "--keep=first" : "--guard=none"; // refused beside 0
      JsonNode json =
          run("dedup", corpus, "-k", 20, "--json", "--verify=" + minResemblance, guard)
              .fine()
              .json();
      Map<Integer, List<Integer>> found = new TreeMap<>();
      for (JsonNode cluster : json.get("groups")) {
        List<Integer> members = new ArrayList<>();
        for (JsonNode member : cluster.get("members")) {
          members.add(number(member.get("id")));
          assertEquals(minResemblance > 0, member.has("resemblance"));
        }
        found.put(number(cluster.get("kept")), members.stream().sorted().toList());
      }
      assertEquals(expected, found);
      assertTrue(found.size() > (minResemblance == 1 ? 3 : 10), found.size() + " groups");
      assertEquals(removed[0], json.path("removedPairs").intValue());
    }
  }

  private static int number(JsonNode id) {
    return Integer.parseInt(id.asText().substring(1));
  }

  @Test
  void noVerifyGoesByFingerprintsAlone() {
    String quick = run("dedup", corpus, "--verify=0").fine().outWithoutSeconds();
    assertEquals(quick, run("dedup", corpus, "--verify", 0).fine().outWithoutSeconds());
    assertFalse(quick.contains("verification"), quick);
  }

  @Test
  void cleanedFolderHoldsTheFilesThatAreKept() throws IOException {
    Path input = Files.createDirectories(folder.resolve("in/sub")).getParent();
    Files.writeString(input.resolve("a.txt"), "\uFEFFone text of several words\r\n");
    Files.writeString(input.resolve("sub/b.txt"), "one text of several words");
    Files.writeString(input.resolve("sub/c.txt"), "quite another thing altogether");
    Files.writeString(input.resolve("empty.txt"), "");
    Path clean = folder.resolve("clean");
    run("dedup", input, "--write-clean", clean).fine();
    try (Stream<Path> files = Files.walk(clean)) {
      assertEquals(
          List.of("a.txt", "empty.txt", "sub/c.txt"),
          files
              .filter(Files::isRegularFile)
              .map(file -> clean.relativize(file).toString())
              .sorted()
              .toList());
    }
    assertEquals(-1, Files.mismatch(input.resolve("a.txt"), clean.resolve("a.txt")));
  }

  @Test
  void cleanedFileTakesTextsAsJson() throws IOException {
    Path tsv =
        Files.writeString(
            folder.resolve("a.tsv"), "\uFEFFx\tsome \"words\" here\ny\tsome words here\n");
    Path clean = folder.resolve("clean.jsonl");
    Path txt = Files.writeString(folder.resolve("b.txt"), "other words\nthere");
    run("dedup", tsv, txt, "--write-clean", clean).fine();
    assertEquals(
        List.of(
            "{\"id\":\"x\",\"text\":\"some \\\"words\\\" here\"}",
            "{\"id\":\"" + txt + "\",\"text\":\"other words\\nthere\"}"),
        Files.readAllLines(clean));
    Path lines = folder.resolve("clean.tsv");
    run("dedup", tsv, "--write-clean", lines).fine();
    assertEquals("x\tsome \"words\" here\n", Files.readString(lines));
  }
}
