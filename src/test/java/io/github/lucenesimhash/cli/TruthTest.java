package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.CommandLineRun.Child;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Guard;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dedup --truth} of corpora with many copies. */
class TruthTest {

  private static final int COPIES = 300_000;
  private static final int DISTANCE = 20;

  @TempDir private Path folder;

  /** 45 thousand million pairs. */
  @Test
  void copiesAreMultiplied() throws Exception {
    Path corpus = folder.resolve("corpus.tsv");
    try (Writer lines = Files.newBufferedWriter(corpus)) {
      for (int i = 0; i < COPIES; i++) {
        lines.write(i + "\tsome text of several words\n");
      }
    }
    Path truth = Files.writeString(folder.resolve("truth.tsv"), "1\t2\tdup\n2\t3\tnot\n");
    Child child =
        CommandLineRun.startChild(Map.of(), folder, "dedup", corpus, "--truth", truth, "--json");
    try {
      assertTrue(child.process().waitFor(200, TimeUnit.SECONDS), "still counts");
      JsonNode scores = child.end().fine().json().get("truth");
      long pairs = COPIES * (COPIES - 1L) / 2 - 1;
      assertEquals(pairs, scores.get("falsePairsFound").longValue());
      assertEquals(pairs, scores.at("/verified/falsePairsFound").longValue());
      assertEquals(1, scores.at("/verified/truePairsFound").longValue());
    } finally {
      child.process().destroyForcibly();
    }
  }

  /** Counted one by one. */
  @RepeatedTest(4)
  void figuresAreThoseOfAllPairs(RepetitionInfo repetition) throws IOException {
    Random random = new Random(repetition.getCurrentRepetition());
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      String text =
          random
              .ints(30, 0, 900)
              .mapToObj(word -> word % 40 == 0 ? "" + word : PlainRule.word(word))
              .collect(Collectors.joining(" "));
      int edit = texts.isEmpty() ? 3 : random.nextInt(4);
      String other = edit == 3 ? text : texts.get(random.nextInt(texts.size()));
      texts.add(
          edit == 2
              ? other.replaceFirst("\\w+", random.nextInt(4) + "x")
              : edit == 1 ? other + "!" : other);
    }
    StringBuilder lines = new StringBuilder();
    StringBuilder listed = new StringBuilder();
    long[] expected = new long[5]; // true pairs, found, others, verified, other verified
    FingerprintScheme scheme = FingerprintScheme.standard();
    boolean isGuarded = repetition.getCurrentRepetition() % 2 == 0;
    PlainRule rule = new PlainRule(DISTANCE, .8, 0, isGuarded ? Guard.NUMBERS : Guard.NONE);
    for (int i = 0; i < texts.size(); i++) {
      lines.append(i).append('\t').append(texts.get(i)).append('\n');
      for (int j = 0; j < i; j++) {
        int distance =
            Fingerprint.distance(
                scheme.fingerprint(texts.get(i)).get().word(0),
                scheme.fingerprint(texts.get(j)).get().word(0));
        boolean isNear = distance <= DISTANCE;
        boolean isAlike = isNear && rule.areNear(texts.get(i), texts.get(j));
        String kind =
            random.nextInt(isNear ? 3 : 200) == 0 ? random.nextBoolean() ? "1" : ".6" : "";
        if (!kind.isEmpty()) {
          listed.append(i).append('\t').append(j).append('\t').append(kind).append('\n');
        }
        expected[0] += kind.equals("1") ? 1 : 0;
        if (!kind.equals(".6")) {
          int other = kind.isEmpty() ? 1 : 0;
          expected[1 + other] += isNear ? 1 : 0;
          expected[3 + other] += isAlike ? 1 : 0;
        }
      }
    }
    Path corpus = Files.writeString(folder.resolve("corpus.tsv"), lines);
    Path truth = Files.writeString(folder.resolve("truth.tsv"), listed);
    List<Object> args = new ArrayList<>(List.of("dedup", corpus, "--truth", truth, "--json"));
    args.addAll(rule.options(folder));
    JsonNode scores = run(args.toArray()).fine().json().get("truth");
    List<Long> told = new ArrayList<>();
    for (String path :
        List.of(
            "/truePairs",
            "/truePairsFound",
            "/falsePairsFound",
            "/verified/truePairsFound",
            "/verified/falsePairsFound")) {
      told.add(scores.at(path).longValue());
    }
    assertEquals(Arrays.stream(expected).boxed().toList(), told);
    assertTrue(expected[2] > 100 && expected[3] > 10);
  }
}
