package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.corpus.CorpusFiles;
import io.github.lucenesimhash.corpus.CorpusGenerator;
import io.github.lucenesimhash.corpus.Packing;
import io.github.lucenesimhash.testing.JavaCommand;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that was killed goes on to the result of one that was not. */
class ResumeTest {

  @TempDir private Path folder;
  private Path corpus;
  private Path work;
  private Path journal;

  @BeforeEach
  void generate() throws IOException {
    corpus = folder.resolve("corpus.jsonl");
    work = folder.resolve("work");
    journal = work.resolve("journal");
  }

  private String result(Object... more) throws IOException {
    Path out = folder.resolve("out.json");
    Object[] args = {"dedup", corpus, "--json", "--out", out, null, null};
    System.arraycopy(more, 0, args, 5, more.length);
    Object[] given = Arrays.copyOf(args, 5 + more.length);
    CommandLineRun run = run(given);
    assertEquals(run.err().isEmpty() ? 0 : 3, run.exitCode(), run.err());
    return Files.readString(out).replaceFirst("\"seconds\" : .*", "");
  }

  @Test
  void aCutJournalIsContinued() throws IOException {
    new CorpusGenerator(300, 5).write(2500, corpus);
    Files.writeString(corpus, "bad line\n" + Files.readString(corpus) + "another\n\n");
    String expected = result();
    assertEquals(expected, result("--resume", work));
    byte[] whole = Files.readAllBytes(journal);
    Random random = Seeds.random(3);
    for (int i = 0; i < 5; i++) {
      Files.write(journal, Arrays.copyOf(whole, random.nextInt(whole.length)));
      assertEquals(expected, result("--resume", work), "cut at " + Files.size(journal));
      assertEquals(whole.length, Files.size(journal));
    }
    damage(whole.length / 2);
    assertEquals(expected, result("--resume", work));
  }

  @Test
  void aPackedCorpusIsContinued() throws IOException {
    new CorpusGenerator(300, 5).write(2500, corpus);
    byte[] plain = Files.readAllBytes(corpus);
    String expected = result();
    corpus = folder.resolve("corpus.jsonl.zst");
    Files.write(corpus, CorpusFiles.packed(Packing.ZSTD, plain));
    assertEquals(expected, result("--resume", work));
    byte[] whole = Files.readAllBytes(journal);
    for (int length : new int[] {whole.length / 2, whole.length}) {
      Files.write(journal, Arrays.copyOf(whole, length));
      assertEquals(expected, result("--resume", work));
    }
    CommandLineRun run = run("dedup", corpus, "--resume", work, "--encoding", "gbk");
    assertTrue(run.err().contains("was made with --encoding null"), run.err());
  }

  private void damage(int at) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "rw")) {
      file.seek(at);
      int old = file.read();
      file.seek(at);
      file.write(old ^ 1);
    }
  }

  @Test
  void aKilledRunIsContinued() throws Exception {
    new CorpusGenerator(1000, 6).write(8_000, corpus);
    List<String> command = JavaCommand.of("1g", Main.class);
    command.addAll(List.of("dedup", corpus.toString(), "--resume", work.toString()));
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    while (process.isAlive() && (!Files.exists(journal) || Files.size(journal) < 30_000)) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    process.destroyForcibly().waitFor();
    long killedAt = Files.size(journal);
    String resumed = result("--resume", work);
    assertTrue(killedAt < Files.size(journal), Files.readString(log));
    assertEquals(result(), resumed);
  }

  @Test
  void anotherInputNeedsAnotherFolder() throws IOException {
    new CorpusGenerator(100, 5).write(10, corpus);
    result("--resume", work);
    CommandLineRun run = run("dedup", corpus, "--resume", work, "--scheme", "zh");
    assertEquals(2, run.exitCode());
    assertTrue(
        run.err().matches("(?s).* was made with scheme standard-.*, but now it is scheme zh-.*"));
    new CorpusGenerator(100, 5).write(11, corpus);
    run = run("dedup", corpus, "--resume", work);
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("was made with input '" + corpus + "' named "), run.err());
    runWith("text", "dedup", "-", "--resume", folder.resolve("other"))
        .refused("--resume cannot be used with 'standard input', which can be read only once");
  }

  @Test
  void fewerInputsNeedAnotherFolder() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    for (String name : List.of("a", "b", "c")) {
      Files.writeString(texts.resolve(name + ".txt"), "some text of several words");
    }
    Path b = texts.resolve("b.txt");
    assertEquals(0, run("dedup", texts.resolve("a.txt"), b, "--resume", work).exitCode());
    CommandLineRun fewer = run("dedup", texts.resolve("a.txt"), "--resume", work);
    assertEquals("", fewer.out());
    assertEquals(2, fewer.exitCode(), fewer.err());
    assertTrue(
        fewer.err().matches("(?s).* was made with input '.*b.txt' of .*; use another folder\n"),
        fewer.err());
    Path other = folder.resolve("other");
    assertEquals(0, run("dedup", texts, "--resume", other).exitCode());
    Files.delete(texts.resolve("c.txt"));
    assertEquals(2, run("dedup", texts, "--resume", other).exitCode());
    assertEquals(0, run("dedup", texts.resolve("a.txt"), b, "--resume", work).exitCode());
  }

  @Test
  void anotherDistanceReadsNothingAgain() throws IOException {
    new CorpusGenerator(100, 5).write(100, corpus);
    result("--resume", work);
    long size = Files.size(journal);
    String[] near = {"-k", "3", "--resume", work.toString()};
    assertEquals(
        run("dedup", corpus, "-k", "3").outWithoutSeconds(),
        run("dedup", corpus, near[0], near[1], near[2], near[3]).outWithoutSeconds());
    assertEquals(size, Files.size(journal));
  }

  @Test
  void aFileChangesWhoseNameIsNotUtf8() throws Exception {
    assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")));
    Path texts = Files.createDirectory(folder.resolve("latin"));
    String script = "printf 'one text of some words' > \"$(printf 'a\\377.txt')\"";
    new ProcessBuilder("sh", "-c", script).directory(texts.toFile()).start().waitFor();
    Path file;
    try (Stream<Path> files = Files.list(texts)) {
      file = files.findFirst().orElseThrow();
    }
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    run("dedup", texts, "--resume", folder.resolve("latin-journal")).fine();
    Files.writeString(file, "another text of many more words");
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    CommandLineRun run = run("dedup", texts, "--resume", folder.resolve("latin-journal"));
    assertEquals(2, run.exitCode(), run.err());
  }
}
