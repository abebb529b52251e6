package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.IOUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that near-duplicate has one meaning: {@code dedup}, {@code index} and a writer each leave
 * out the texts that are near an earlier text which they keep, and no others. The texts are long,
 * short, empty and mixed. {@code -Dtests.multiplier=N} draws N times as many corpora.
 */
class RandomKeptSetsTest {

  private static final int CORPORA = 70 * Integer.getInteger("tests.multiplier", 1);
  private static final int FIRST = Integer.getInteger("tests.first", 0);
  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final String HAN = "从岛上开来的渡轮周一又晚点了因为大雾船员说今天不会再有下班三百人等着";
  private static final long DAY = Duration.ofDays(1).toMillis();

  private record Text(int id, String text, long date, String tenant) {}

  /** A corpus, and the rule and scope by which its texts are compared. */
  private record Corpus(List<Text> texts, PlainRule rule, Duration window, boolean perTenant) {

    static Corpus of(Random random) {
      List<Text> texts = new ArrayList<>();
      for (int i = random.nextInt(40); i >= 0; i--) {
        long date = 1_700_000_000_000L + random.nextInt(20) * DAY;
        texts.add(new Text(texts.size(), text(texts, random), date, "t" + random.nextInt(2)));
      }
      PlainRule rule = PlainRule.of(random);
      Duration window = random.nextInt(3) > 0 ? null : Duration.ofDays(random.nextInt(10));
      return new Corpus(texts, rule, window, random.nextInt(3) == 0);
    }

    boolean isScoped() {
      return window != null || perTenant;
    }

    boolean areTogether(Text a, Text b) {
      boolean isNearby = window == null || Math.abs(a.date - b.date) <= window.toMillis();
      return isNearby && (!perTenant || a.tenant.equals(b.tenant));
    }
  }

  private static String text(List<Text> before, Random random) {
    if (before.isEmpty() || random.nextInt(3) == 0) {
      int size =
          switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> 62 + random.nextInt(5);
            case 2 -> 126 + random.nextInt(5);
            case 3 -> 130 + random.nextInt(200);
            default -> 1 + random.nextInt(14);
          };
      boolean isHan = random.nextInt(3) == 0;
      return IntStream.range(0, size)
          .mapToObj(i -> word(random, isHan))
          .collect(Collectors.joining(" "));
    }
    List<String> words =
        new ArrayList<>(List.of(before.get(random.nextInt(before.size())).text.split(" ", -1)));
    int size = words.size();
    switch (random.nextInt(6)) {
      case 0 -> { // an unchanged text
        return String.join(" ", words);
      }
      case 1 ->
          words = words.subList(random.nextInt(1 + size / 4), size - random.nextInt(1 + size / 4));
      case 2 -> { // a longer text
        for (int more = random.nextInt(1 + size / 2); more > 0; more--) {
          words.add(random.nextBoolean() ? 0 : words.size(), word(random, false));
        }
      }
      default -> edit(words, random);
    }
    return String.join(" ", words);
  }

  private static void edit(List<String> words, Random random) {
    for (int edits = random.nextInt(2 + words.size() / 10); edits > 0; edits--) {
      int at = random.nextInt(words.size());
      switch (random.nextInt(4)) {
        case 0 -> words.add(at, word(random, false));
        case 1 -> words.set(at, "");
        case 2 -> words.set(at, PlainRule.guardedWord(random));
        default -> words.set(at, word(random, random.nextInt(4) == 0));
      }
    }
  }

  private static String word(Random random, boolean isHan) {
    int drawn = random.nextInt(3000);
    return isHan
        ? "" + HAN.charAt(drawn % HAN.length())
        : drawn % 30 == 0 ? "w" + drawn : PlainRule.word(drawn);
  }

  @TempDir private Path folder;

  @Test
  void everyWayLeavesOutTheSame() throws IOException {
    int leftOut = 0;
    int unguarded = 0;
    for (int i = FIRST; i < FIRST + CORPORA; i++) {
      Random random = new Random(i * 0x9E3779B97F4A7C15L); // otherwise the first draws are alike
      Corpus corpus = Corpus.of(random);
      Comparison comparison = corpus.rule.comparison();
      String which = "corpus " + i + ", " + comparison + ", " + corpus.window;
      Set<Integer> expected = byDefinition(corpus, comparison, false);
      assertEquals(expected, byWriter(corpus, comparison, random), which + ": writer");
      Path work = Files.createDirectory(folder.resolve("" + i));
      int all = corpus.texts.size();
      assertEquals(expected, byIndex(corpus, work, all), which + ": index");
      int first = 1 + random.nextInt(all);
      assertEquals(
          expected, byIndex(corpus, work, first), which + ": index of " + first + " first");
      if (!corpus.isScoped()) {
        assertEquals(expected, byDedup(corpus, work, "first"), which + ": dedup");
        Set<Integer> longest = byDefinition(corpus, comparison, true);
        assertEquals(longest, byDedup(corpus, work, "longest"), which + ": longest");
      }
      IOUtils.rm(work);
      leftOut += expected.size();
      unguarded += byDefinition(corpus, corpus.rule.unguarded().comparison(), false).size();
    }
    assertTrue(leftOut > CORPORA && unguarded > leftOut, leftOut + " of " + unguarded);
  }

  /** Returns the texts left out by definition, in order of arrival or with most features first. */
  private static Set<Integer> byDefinition(
      Corpus corpus, Comparison comparison, boolean longestFirst) {
    List<Optional<Fingerprint>> fingerprints =
        corpus.texts.stream().map(text -> SCHEME.fingerprint(text.text)).toList();
    TextVerifier verifier = comparison.verifier(SCHEME);
    List<FeatureSet> features =
        corpus.texts.stream().map(text -> verifier.features(text.text)).toList();
    List<Integer> kept = new ArrayList<>();
    Set<Integer> leftOut = new TreeSet<>();
    List<Text> order = new ArrayList<>(corpus.texts);
    if (longestFirst) {
      order.sort(Comparator.comparingInt(text -> -features.get(text.id).size()));
    }
    for (Text text : order) {
      boolean isNear =
          kept.stream()
              .filter(other -> corpus.areTogether(text, corpus.texts.get(other)))
              .anyMatch(
                  other ->
                      isNear(
                          comparison,
                          fingerprints.get(other),
                          fingerprints.get(text.id),
                          features.get(other),
                          features.get(text.id)));
      (isNear ? leftOut : kept).add(text.id);
    }
    return leftOut;
  }

  private static boolean isNear(
      Comparison comparison,
      Optional<Fingerprint> a,
      Optional<Fingerprint> b,
      FeatureSet of,
      FeatureSet other) {
    return a.isPresent()
        && b.isPresent()
        && a.get().distance(b.get()) <= comparison.maxDistance()
        && (!comparison.comparesTexts() || comparison.mayDrop(other, of));
  }

  private static Set<Integer> byWriter(Corpus corpus, Comparison comparison, Random random)
      throws IOException {
    Set<Integer> leftOut = new TreeSet<>();
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter indexWriter = new IndexWriter(directory, new IndexWriterConfig())) {
      NearDuplicateWriter.Builder builder =
          NearDuplicateWriter.builder(indexWriter)
              .comparison(comparison)
              .maxPendingBytes(1 + random.nextInt(5_000));
      if (corpus.window != null) {
        builder.window("date", corpus.window);
      }
      if (corpus.perTenant) {
        builder.tenant("tenant");
      }
      if (comparison.comparesTexts()) {
        builder.texts(comparison.verifier(SCHEME), "text");
      }
      try (NearDuplicateWriter writer = builder.build()) {
        for (Text text : corpus.texts) {
          Document document = new Document();
          document.add(new StringField("id", "" + text.id, Store.YES));
          document.add(new LongField("date", text.date, Store.NO));
          document.add(new KeywordField("tenant", text.tenant, Store.NO));
          document.add(new StoredField("text", text.text));
          SCHEME.field("near").of(text.text).ifPresent(document::add);
          if (!writer.add(document).isIndexed()) {
            leftOut.add(text.id);
          }
        }
      }
    }
    return leftOut;
  }

  /** Returns the texts left out in one run, or in two, the second of which continues the first. */
  private static Set<Integer> byIndex(Corpus corpus, Path work, int first) throws IOException {
    int all = corpus.texts.size();
    Path index = work.resolve("index-" + first);
    IOUtils.rm(index);
    List<Object> options = new ArrayList<>(List.of("--dedup", "first"));
    if (corpus.window != null) {
      options.addAll(List.of("--window", corpus.window.toDays() + "d", "--date-field", "date"));
    }
    if (corpus.perTenant) {
      options.addAll(List.of("--tenant-field", "tenant"));
    }
    options.addAll(corpus.rule.options(work));
    Set<Integer> leftOut = new TreeSet<>();
    for (int from : first == all ? new int[] {0} : new int[] {0, first}) {
      Path outcomes = work.resolve("outcomes");
      int to = from == 0 ? first : all;
      Path input = write(corpus.texts.subList(from, to), work);
      run("index", index, input, "--outcomes", outcomes, from == 0 ? options : List.of()).fine();
      for (String line : Files.readAllLines(outcomes)) {
        leftOut.add(Integer.valueOf(line.substring(0, line.indexOf('\t'))));
      }
    }
    checkKept(corpus, leftOut, index);
    return leftOut;
  }

  private static void checkKept(Corpus corpus, Set<Integer> leftOut, Path index)
      throws IOException {
    Map<Integer, String> expected =
        corpus.texts.stream()
            .filter(text -> !leftOut.contains(text.id))
            .collect(Collectors.toMap(Text::id, Text::text));
    Map<Integer, String> kept = new HashMap<>();
    try (DirectoryReader reader = StoredIndex.openAny(index, "index")) {
      for (int doc = 0; doc < reader.maxDoc(); doc++) {
        Document fields = reader.storedFields().document(doc);
        String text = fields.get(StoredIndex.TEXT); // null without verification
        int id = Integer.parseInt(fields.get(StoredIndex.ID));
        kept.put(id, text == null ? expected.get(id) : text);
      }
    }
    assertEquals(expected, kept);
  }

  private static Set<Integer> byDedup(Corpus corpus, Path work, String keep) throws IOException {
    Path input = write(corpus.texts, work);
    Object[] args = {"dedup", input, "--keep", keep, "--json"};
    Set<Integer> leftOut = new TreeSet<>();
    for (JsonNode group : run(args, corpus.rule.options(work)).fine().json().get("groups")) {
      group.get("members").forEach(member -> leftOut.add(member.get("id").asInt()));
    }
    return leftOut;
  }

  private static Path write(List<Text> texts, Path work) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<String> lines = new ArrayList<>();
    for (Text text : texts) {
      lines.add(
          mapper.writeValueAsString(
              Map.of(
                  "id",
                  "" + text.id,
                  "text",
                  text.text,
                  "date",
                  text.date,
                  "tenant",
                  text.tenant)));
    }
    return Files.write(work.resolve("corpus.jsonl"), lines);
  }
}
