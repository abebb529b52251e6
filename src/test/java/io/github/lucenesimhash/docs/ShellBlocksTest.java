package io.github.lucenesimhash.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.lucenesimhash.bench.Bench;
import io.github.lucenesimhash.cli.Main;
import io.github.lucenesimhash.docs.Page.Block;
import io.github.lucenesimhash.testing.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Runs the shell blocks of a page, and the Python blocks where Python is installed, in a folder
 * that looks like a built checkout, with a shell that ends at the first failure. {@code
 * target/lucene-simhash} is the launcher, and the jar beside it has the classes under test. The
 * tests of a build cannot run {@code mvn} and {@code opensearch-plugin}; substitutes record their
 * calls, which are checked. {@code OpenSearchPageTest} sends the requests to a cluster.
 */
class ShellBlocksTest {

  private static final Set<String> GOALS =
      Set.of("verify", "install", "package", "compile", "test", "test-compile", "spotless:apply");

  private static final String MAIN_CLASS = "io.github.lucenesimhash.cli.Main";

  private static final boolean HAS_PYTHON =
      Arrays.stream(System.getenv("PATH").split(":"))
          .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));

  private static final String NOTE = "#!/bin/sh\necho \"$(basename \"$0\") $*\" >> calls\n";

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> blocksRun() throws IOException {
    return Page.all().stream()
        .filter(page -> page.blocks("sh").stream().anyMatch(block -> !block.isRequest()))
        .map(page -> dynamicTest(page.file().toString(), () -> run(page)));
  }

  private void run(Page page) throws Exception {
    Path checkout = checkout();
    for (Block block : page.blocks("sh")) {
      if (!block.isRequest()) {
        check(block, shell(checkout, block.text()));
      }
    }
    for (Block block : HAS_PYTHON ? page.blocks("python") : List.<Block>of()) {
      check(block, shell(checkout, "python3 - <<'END'\n" + block.text() + "END\n"));
    }
    Path calls = checkout.resolve("calls");
    for (String call : Files.exists(calls) ? Files.readAllLines(calls) : List.<String>of()) {
      checkCall(call);
    }
  }

  private static void check(Block block, String printed) {
    assertEquals(block.printed() == null ? printed : block.printed(), printed);
  }

  private Path checkout() throws Exception {
    Path checkout = Files.createTempDirectory(folder, "checkout");
    shell(checkout, "cp -R '" + Path.of("test-corpus").toAbsolutePath() + "' .");
    String pairs = "src/test/resources/labelled-pairs.tsv";
    shell(checkout, "install -D '" + Path.of(pairs).toAbsolutePath() + "' " + pairs);
    Path bin = Files.createDirectory(checkout.resolve("bin"));
    script(bin.resolve("mvn"), NOTE);
    script(bin.resolve("opensearch-plugin"), NOTE);
    Path launcher = program().resolve("lucene-simhash");
    Files.createSymbolicLink(bin.resolve("lucene-simhash"), launcher);
    Path target = Files.createDirectory(checkout.resolve("target"));
    Files.createSymbolicLink(target.resolve("lucene-simhash"), launcher);
    Files.createSymbolicLink(target.resolve(jarName()), launcher.resolveSibling(jarName()));
    return checkout;
  }

  /**
   * Makes the launcher and its jar once, in one place, so that all pages start from one archive of
   * classes.
   */
  private Path program() throws Exception {
    Path program = folder.resolve("program");
    if (Files.notExists(program)) {
      Files.createDirectory(program);
      script(
          program.resolve("lucene-simhash"),
          Files.readString(Path.of("src/assembly/lucene-simhash")));
      Path classes =
          Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Manifest manifest = new Manifest();
      manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MAIN_CLASS);
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, libraries());
      Path file = program.resolve("manifest");
      try (OutputStream out = Files.newOutputStream(file)) {
        manifest.write(out);
      }
      String jar = program.resolve(jarName()).toString();
      String[] args = {"--create", "--file", jar, "--manifest", "" + file, "-C", "" + classes, "."};
      ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
      assertEquals(0, tool.run(System.out, System.err, args));
    }
    return program;
  }

  private static String jarName() throws IOException {
    return "lucene-simhash-" + Pom.version() + "-cli.jar";
  }

  private static String libraries() {
    return Arrays.stream(JavaCommand.classPath().split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .map(entry -> Path.of(entry).toUri().toString())
        .collect(Collectors.joining(" "));
  }

  private static void script(Path file, String text) throws IOException {
    assertTrue(Files.writeString(file, text).toFile().setExecutable(true));
  }

  private String shell(Path checkout, String commands) throws Exception {
    Path out = checkout.resolve("stdout");
    Path err = checkout.resolve("stderr");
    String path = "PATH=$PWD/bin:" + System.getProperty("java.home") + "/bin:$PATH\n";
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-e", "-c", path + commands)
            .directory(checkout.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    shell.environment().put("LC_ALL", "C.UTF-8");
    shell.environment().keySet().removeAll(List.of("JAVA_HOME", "JAVA_TOOL_OPTIONS"));
    shell.environment().put("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m");
    shell.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
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
