package io.github.lucenesimhash.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.lucenesimhash.bench.Bench;
import io.github.lucenesimhash.cli.Main;
import io.github.lucenesimhash.docs.Page.Block;
import io.github.lucenesimhash.testing.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Runs the shell blocks of a page, and the Python blocks where there is a Python, in a folder that
 * looks like a built checkout, with a shell that ends at the first failure. {@code
 * target/lucene-simhash} is the launcher itself; the {@code java} that it finds on the path runs
 * the classes under test in place of the jar. {@code mvn} and {@code opensearch-plugin}, which the
 * tests of a build cannot run, write down how they were called, and that is checked. Requests to a
 * cluster are sent by {@code OpenSearchPageTest}.
 */
class ShellBlocksTest {

  private static final Set<String> GOALS =
      Set.of(
          "verify",
          "install",
          "package",
          "compile",
          "test",
          "test-compile",
          "pitest:mutationCoverage",
          "spotless:apply",
          "site");

  private static final String JAVA =
      """
      #!/usr/bin/env bash
      set -e
      while [[ $1 == -X* ]]; do shift; done
      case "$1 $2" in
        "-version ") echo 'openjdk version "@FEATURE@"' >&2; exit ;;
        "-jar "*target/lucene-simhash-@VERSION@-cli.jar) main=@MAIN@ ;;
        "-cp target/lucene-simhash-@VERSION@-cli.jar") main=$3; shift ;;
        *) echo "java $*: not one of ours" >&2; exit 9 ;;
      esac
      shift 2
      exec '@JAVA@' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m -cp '@CLASSES@' $main "$@"
      """;

  private static final boolean HAS_PYTHON =
      Arrays.stream(System.getenv("PATH").split(":"))
          .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));

  private static final String NOTE = "#!/bin/sh\necho \"$(basename \"$0\") $*\" >> calls\n";

  @TestFactory
  Stream<DynamicTest> blocksRun(@TempDir Path folder) throws IOException {
    return Page.all().stream()
        .filter(page -> page.blocks("sh").stream().anyMatch(block -> !block.isRequest()))
        .map(page -> dynamicTest(page.file().toString(), () -> run(page, folder)));
  }

  private static void run(Page page, Path parent) throws Exception {
    Path folder = checkout(Files.createTempDirectory(parent, "checkout"));
    for (Block block : page.blocks("sh")) {
      if (!block.isRequest()) {
        check(block, shell(folder, block.text()));
      }
    }
    for (Block block : HAS_PYTHON ? page.blocks("python") : List.<Block>of()) {
      check(block, shell(folder, "python3 - <<'END'\n" + block.text() + "END\n"));
    }
    Path calls = folder.resolve("calls");
    for (String call : Files.exists(calls) ? Files.readAllLines(calls) : List.<String>of()) {
      checkCall(call);
    }
  }

  private static void check(Block block, String printed) {
    assertEquals(block.printed() == null ? printed : block.printed(), printed);
  }

  private static Path checkout(Path folder) throws Exception {
    shell(folder, "cp -R '" + Path.of("test-corpus").toAbsolutePath() + "' .");
    String pairs = "src/test/resources/labelled-pairs.tsv";
    shell(folder, "install -D '" + Path.of(pairs).toAbsolutePath() + "' " + pairs);
    Path bin = Files.createDirectories(folder.resolve("bin"));
    String java =
        JAVA.replace("@VERSION@", Pom.version())
            .replace("@MAIN@", Main.class.getName())
            .replace("@FEATURE@", "" + Runtime.version().feature())
            .replace("@JAVA@", Path.of(System.getProperty("java.home"), "bin/java").toString())
            .replace("@CLASSES@", JavaCommand.classPath());
    script(bin.resolve("java"), java);
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.createFile(target.resolve("lucene-simhash-" + Pom.version() + "-cli.jar"));
    Path launcher = target.resolve("lucene-simhash");
    script(launcher, Files.readString(Path.of("src/assembly/lucene-simhash")));
    Files.createSymbolicLink(bin.resolve("lucene-simhash"), launcher);
    script(bin.resolve("mvn"), NOTE);
    script(bin.resolve("opensearch-plugin"), NOTE);
    return folder;
  }

  private static void script(Path file, String text) throws IOException {
    assertTrue(Files.writeString(file, text).toFile().setExecutable(true));
  }

  private static String shell(Path folder, String commands) throws Exception {
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-e", "-c", "PATH=$PWD/bin:$PATH\n" + commands)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    shell.environment().put("LC_ALL", "C.UTF-8");
    shell.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    shell.environment().keySet().removeAll(Set.of("JAVA_HOME", "JAVA_OPTS", "JAVA_TOOL_OPTIONS"));
    int exitCode = shell.start().waitFor();
    assertEquals(0, exitCode, () -> commands + read(out) + read(err));
    return Files.readString(out);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void checkCall(String call) throws IOException {
    if (call.startsWith("opensearch-plugin ")) {
      String zip = "/target/lucene-simhash-" + Pom.version() + "-opensearch-plugin.zip";
      assertTrue(
          call.matches("opensearch-plugin install file:///\\S+") && call.endsWith(zip), call);
      return;
    }
    String[] words = call.split(" -Dbench.args=", 2);
    boolean isBench = words[0].contains("exec:exec@bench");
    assertEquals(isBench, words.length == 2, call);
    for (String word : words[0].substring("mvn ".length()).split(" ", -1)) {
      boolean isExecution =
          word.matches("(exec:exec|surefire:test)@.*")
              && Pom.text().contains("<id>" + word.replaceFirst(".*@", "") + "</id>");
      assertTrue(
          isExecution
              || GOALS.contains(word)
              || word.matches("-q|-f|src/it/spark|-P\\w+|-D[\\w.]+(=[\\w.,*/]+)?"),
          call);
    }
    if (isBench) {
      checkBench(words[1].replaceFirst(" -Dbench.heap=\\d+[mg]$", ""));
    }
  }

  private static void checkBench(String args) throws IOException {
    if (args.startsWith("jmh ")) {
      String name = args.split(" ", -1)[1] + ".java";
      try (Stream<Path> sources = Files.walk(Path.of("src/bench/java"))) {
        assertTrue(sources.anyMatch(file -> file.endsWith(name)), args);
      }
    } else if (!args.equals("help")) {
      new CommandLine(Bench.class).parseArgs(args.split(" ", -1));
    }
  }
}
