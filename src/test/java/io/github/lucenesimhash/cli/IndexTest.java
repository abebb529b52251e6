package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.simhash.BlockLayout;
import io.github.lucenesimhash.simhash.SimHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexTest {

  private static final String FOX = "the quick brown fox jumps over the lazy dog by the river";
  private static final String STOCKS = "stock prices fell sharply in early trading";
  private static final long FOX_FINGERPRINT = fingerprint(FOX);
  private static final long STOCKS_FINGERPRINT = fingerprint(STOCKS);

  @TempDir private Path folder;
  private Path index;
  private Path corpus;

  @BeforeEach
  void writeCorpus() throws IOException {
    index = folder.resolve("index");
    corpus = folder.resolve("corpus.tsv");
    Files.writeString(
        corpus, "fox\t" + FOX + "\nstocks\t" + STOCKS + "\ncopy\t" + FOX + "!\nempty\t\n");
  }

  @AfterEach
  void indexIsSound() throws IOException {
    if (Files.exists(index)) {
      try (Directory directory = FSDirectory.open(index);
          CheckIndex check = new CheckIndex(directory)) {
        CheckIndex.Status status = check.checkIndex();
        assertTrue(status.clean);
      }
    }
  }

  private static long fingerprint(String text) {
    return FingerprintScheme.standard().fingerprint(text).getAsLong();
  }

  private void makeIndex(Object... options) {
    Object[] args = new Object[4 + options.length];
    args[0] = "index";
    args[1] = "--index";
    args[2] = index;
    args[3] = corpus;
    System.arraycopy(options, 0, args, 4, options.length);
    assertEquals(
        "indexed 4 documents, 1 without fingerprint, 0 skipped; 4 documents in the index\n",
        run(args).fine().out());
  }

  private CommandLineRun search(Object... options) {
    Object[] args = new Object[3 + options.length];
    args[0] = "search";
    args[1] = "--index";
    args[2] = index;
    System.arraycopy(options, 0, args, 3, options.length);
    return run(args);
  }

  @Test
  void findsByTextIdFingerprintAndStandardInput() throws IOException {
    makeIndex();
    Path text = Files.writeString(folder.resolve("text"), FOX.toUpperCase(Locale.ROOT));
    assertEquals("fox\t0\ncopy\t0\n", search("--text", text).fine().out());
    assertEquals("copy\t0\n", search("--id", "fox").fine().out());
    assertEquals(
        "stocks\t0\n", search("--fingerprint", SimHash.toHex(STOCKS_FINGERPRINT)).fine().out());
    CommandLineRun standardInput =
        runWith(STOCKS, "search", "--index", index, "--text", "-", "-k", 0).fine();
    assertEquals("stocks\t0\n", standardInput.out());
    int distance = SimHash.distance(FOX_FINGERPRINT, STOCKS_FINGERPRINT);
    assertEquals(
        "fox\t0\ncopy\t0\nstocks\t" + distance + "\n",
        search("--text", text, "-k", distance).fine().out());
    assertEquals("fox\t0\ncopy\t0\n", search("--text", text, "-k", distance - 1).fine().out());
  }

  @Test
  void findsOneBitAway() {
    makeIndex();
    String hex = SimHash.toHex(STOCKS_FINGERPRINT ^ 1L << 40).toUpperCase(Locale.ROOT);
    assertEquals("stocks\t1\n", search("--fingerprint", hex, "-k", 1).fine().out());
    assertEquals("", search("--fingerprint", hex, "-k", 0).fine().out());
  }

  @Test
  void topLimitsAndSaysSo() throws IOException {
    makeIndex();
    CommandLineRun run = search("--fingerprint", SimHash.toHex(FOX_FINGERPRINT), "--top", 1);
    assertEquals("fox\t0\n", run.out());
    assertEquals(
        "lucene-simhash: the nearest 1 of 2 (see --top)" + System.lineSeparator(), run.err());
    JsonNode json =
        search("--fingerprint", SimHash.toHex(FOX_FINGERPRINT), "--top", 1, "--json").fine().json();
    assertEquals(2, json.get("total").intValue());
    assertEquals("[{\"id\":\"fox\",\"distance\":0}]", json.get("hits").toString());
    assertEquals(SimHash.toHex(FOX_FINGERPRINT), json.get("fingerprint").textValue());
    search("--id", "fox", "--top", 0)
        .refused(
            "Invalid value for option '--top': '0', expected a whole number from 1 to 2147483647");
  }

  @Test
  void wantsExactlyOneTarget() {
    makeIndex();
    assertEquals(2, search().exitCode());
    assertTrue(search().err().startsWith("lucene-simhash: Missing required argument"));
    CommandLineRun two = search("--id", "fox", "--text", "-");
    assertEquals(2, two.exitCode());
    assertEquals(1, two.err().lines().count());
    search("--id", "nobody").refused("--id 'nobody' is not in the index");
  }

  @Test
  void aTextWithoutFingerprintIsNearNothing() {
    makeIndex();
    CommandLineRun run = search("--id", "empty", "-k", 64);
    assertEquals(0, run.exitCode());
    assertEquals("", run.out());
    assertTrue(run.err().contains("the text has no fingerprint"));
  }

  @Test
  void indexingAgainUpdates() throws IOException {
    makeIndex();
    makeIndex();
    Files.writeString(corpus, "fox\t" + STOCKS + "\nnew\t" + FOX + "\n");
    assertEquals(
        "indexed 2 documents, 0 without fingerprint, 0 skipped; 5 documents in the index\n",
        run("index", "--index", index, corpus).fine().out());
    assertEquals("stocks\t0\n", search("--id", "fox", "-k", 0).fine().out());
    assertEquals("copy\t0\n", search("--id", "new", "-k", 0).fine().out());
  }

  @Test
  void aFailedRunChangesNothing() throws IOException {
    Files.writeString(corpus, "new\t" + FOX + "\nno tab\n");
    run("index", "--index", index, corpus, "--strict")
        .refused(corpus + ":2: no tab, expected id TAB text");
    assertFalse(Files.exists(index));
    writeCorpus();
    makeIndex();
    Files.writeString(corpus, "fox\t" + STOCKS + "\nno tab\n");
    assertEquals(2, run("index", "--index", index, corpus, "--strict").exitCode());
    assertEquals("copy\t0\n", search("--id", "fox").fine().out());
  }

  @Test
  void statsOfAKnownIndex() throws IOException {
    makeIndex();
    JsonNode stats = run("stats", "--index", index, "--json").fine().json();
    assertEquals(FingerprintScheme.standard().id(), stats.get("scheme").textValue());
    assertEquals(4, stats.get("documents").intValue());
    assertEquals(0, stats.get("deleted").intValue());
    assertEquals(3, stats.get("fingerprints").intValue());
    assertEquals(2, stats.get("distinctFingerprints").intValue());
    assertEquals(65, stats.get("popcounts").size());
    int foxBits = Long.bitCount(FOX_FINGERPRINT);
    int both = foxBits == Long.bitCount(STOCKS_FINGERPRINT) ? 3 : 2;
    assertEquals(both, stats.get("popcounts").get(foxBits).intValue());
    assertEquals(4, stats.get("blocks").size());
    for (int i = 0; i < 4; i++) {
      JsonNode block = stats.get("blocks").get(i);
      assertEquals(i, block.get("block").intValue());
      assertEquals(2, block.get("distinct").intValue());
      String hottest =
          String.format(
              Locale.ROOT,
              "[{\"value\":\"%04x\",\"documents\":2},{\"value\":\"%04x\",\"documents\":1}]",
              BlockLayout.CONTIGUOUS.block(FOX_FINGERPRINT, i),
              BlockLayout.CONTIGUOUS.block(STOCKS_FINGERPRINT, i));
      assertEquals(hottest, block.get("hottest").toString());
    }
    long bytes = 0;
    try (var files = Files.list(index)) {
      for (Path file : files.filter(f -> !f.endsWith("write.lock")).toList()) {
        bytes += Files.size(file);
      }
    }
    assertEquals(bytes, stats.get("bytes").longValue());
  }

  @Test
  void statsLeaveDeletedDocumentsOut() throws IOException {
    makeIndex();
    Files.writeString(corpus, "copy\t" + STOCKS + "\n");
    run("index", "--index", index, corpus).fine();
    String text = run("stats", "--index", index).fine().out();
    assertTrue(text.contains("\ndocuments     4\ndeleted       1\n"), text);
    assertTrue(text.contains("\nfingerprints  3\ndistinct      2\n"), text);
    String hottest =
        String.format(
            Locale.ROOT,
            "block 0       2 distinct, hottest %04x:2 %04x:1\n",
            BlockLayout.CONTIGUOUS.block(STOCKS_FINGERPRINT, 0),
            BlockLayout.CONTIGUOUS.block(FOX_FINGERPRINT, 0));
    assertTrue(text.contains(hottest), text);
  }

  @Test
  void refusesAnotherScheme() {
    makeIndex("--scheme", "en");
    String both =
        "the index was made with scheme "
            + FingerprintScheme.english().id()
            + ", but the options make scheme "
            + FingerprintScheme.chinese().id();
    run("index", "--index", index, corpus, "--scheme", "zh").refused(both);
    search("--id", "fox", "--scheme", "zh").refused(both);
    makeIndex("--scheme", "en");
    makeIndex();
    assertEquals("copy\t0\n", search("--id", "fox", "--scheme", "en").fine().out());
  }

  @Test
  void remembersTheOptionsOfItsScheme() throws IOException {
    makeIndex("--scheme", "char", "--shingle", 3, "--weights", "log-tf", "--top-features", 20);
    Path text = Files.writeString(folder.resolve("text"), FOX);
    assertEquals("fox\t0\ncopy\t0\n", search("--text", text, "-k", 0).fine().out());
    assertEquals(2, search("--text", text, "--shingle", 4).exitCode());
  }

  @Test
  void wantsTableFilesAgain() throws IOException {
    Path table = Files.writeString(folder.resolve("table"), "fox\t2.5\nstock\t0\n");
    makeIndex("--scheme", "classic-table", "--word-weights", table);
    Path text = Files.writeString(folder.resolve("text"), FOX);
    CommandLineRun without = search("--text", text);
    assertEquals(2, without.exitCode());
    assertTrue(without.err().contains("expected the same --word-weights again"), without.err());
    assertEquals("fox\t0\ncopy\t0\n", search("--text", text, "--word-weights", table).fine().out());
    assertEquals("copy\t0\n", search("--id", "fox").fine().out());
    Files.writeString(table, "fox\t3\n");
    assertEquals(2, search("--text", text, "--word-weights", table).exitCode());
  }

  @Test
  void refusesWhatIsNoIndexOfThisProgram() throws IOException {
    Path nowhere = folder.resolve("nowhere");
    run("stats", "--index", nowhere)
        .refused("--index '" + nowhere + "' does not exist, expected the folder of an index");
    assertFalse(Files.exists(nowhere));
    run("stats", "--index", folder).refused("--index '" + folder + "' holds no index");
    Path foreign = folder.resolve("foreign");
    try (Directory directory = FSDirectory.open(foreign);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.commit();
    }
    run("index", "--index", foreign, corpus)
        .refused("the index has no scheme, expected one made by 'lucene-simhash index'");
  }

  @Test
  void refusesAnIndexOfAnUnknownCodec() throws IOException {
    Path foreign = folder.resolve("foreign");
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(new FilterCodec("Unheard", Codec.getDefault()) {});
    try (Directory directory = FSDirectory.open(foreign);
        IndexWriter writer = new IndexWriter(directory, config)) {
      writer.addDocument(new Document());
      writer.commit();
    }
    run("stats", "--index", foreign)
        .refused(
            "--index '"
                + foreign
                + "' cannot be read: An SPI class of type org.apache.lucene.codecs.Codec with name"
                + " 'Unheard' does not exist");
  }

  @Test
  void refusesADamagedIndex() throws IOException {
    Path damaged = folder.resolve("damaged");
    run("index", "--index", damaged, corpus).fine();
    List<Path> segments;
    try (Stream<Path> files = Files.list(damaged)) {
      segments = files.filter(file -> file.toString().endsWith(".si")).toList();
    }
    Files.delete(segments.get(0));
    CommandLineRun missing = run("stats", "--index", damaged);
    assertEquals(2, missing.exitCode(), missing.err());
    assertTrue(
        missing.err().startsWith("lucene-simhash: --index '" + damaged + "' cannot be read: "),
        missing.err());
  }
}
