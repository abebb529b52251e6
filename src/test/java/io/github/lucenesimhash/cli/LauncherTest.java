package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the script beside the jar with Javas that only print versions, and the class it starts. */
class LauncherTest {

  @TempDir private Path folder;
  private Path script;
  private Path jar;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void install() throws IOException {
    Path program = Files.createDirectory(folder.resolve("a program"));
    jar = Files.createFile(program.resolve("lucene-simhash-9.9-cli.jar"));
    String text = Files.readString(Path.of("src/assembly/lucene-simhash"));
    for (String usual :
        List.of("/usr/lib/jvm", "/usr/lib64/jvm", "/usr/java", "/opt", "/Library")) {
      text = text.replace(" " + usual + "/", " '" + folder + "'" + usual + "/");
    }
    script = executable(program.resolve("lucene-simhash"), text);
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : List.of("sh", "sed", "dirname", "readlink", "cat", "mkdir", "rm")) {
      Path found =
          Stream.of("/bin", "/usr/bin")
              .map(bin -> Path.of(bin, tool))
              .filter(Files::exists)
              .findFirst()
              .orElseThrow();
      Files.createSymbolicLink(tools.resolve(tool), found);
    }
    Files.createFile(folder.resolve(".cache")); // not a folder, so no archive is made
    environment.put("PATH", tools.toString());
    environment.put("HOME", folder.toString());
  }

  private static Path executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }

  /** Creates a Java that prints its version and, except for {@code -version}, its arguments. */
  private Path java(String home, String version) throws IOException {
    Path bin = folder.resolve(home).resolve("bin");
    executable(
        bin.resolve("java"),
        String.format(
            Locale.ROOT,
            """
        #!/bin/sh
        if [ "$1" = -version ]; then
          echo 'Picked up JAVA_TOOL_OPTIONS: -Dx=y' >&2
          echo 'openjdk version "%1$s" 2026-01-20' >&2
        else
          echo "%1$s"
          for word in "$@"; do echo "[$word]"; done
          exit 3
        fi
        """,
            version));
    return bin;
  }

  private CommandLineRun launch(Path script, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(args));
    return run(command, environment);
  }

  private CommandLineRun run(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "stdout", "");
    Path err = Files.createTempFile(folder, "stderr", "");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    int exitCode = builder.start().waitFor();
    return new CommandLineRun(exitCode, Files.readString(out), Files.readString(err));
  }

  private void inPath(Path bin) {
    environment.merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
  }

  private void takes(String version) throws IOException, InterruptedException {
    CommandLineRun run = launch(script, "dedup");
    assertEquals(version + "\n[-Xmx1g]\n[-jar]\n[" + jar + "]\n[dedup]\n", run.out(), run.err());
    assertEquals(3, run.exitCode());
  }

  @Test
  void takesTheFirstThatIsNewEnough() throws Exception {
    java("usr/lib/jvm/java-22", "22.0.1");
    takes("22.0.1");
    java(".sdkman/candidates/java/25", "25");
    takes("22.0.1");
    inPath(java("old", "17.0.15"));
    takes("22.0.1");
    inPath(java("new", "26-ea"));
    takes("26-ea");
    environment.put("JAVA_HOME", java("older", "1.8.0_402").getParent().toString());
    takes("26-ea");
    environment.put("JAVA_HOME", java("home", "21").getParent().toString());
    takes("21");
    environment.put("JAVA_HOME", folder.resolve("nowhere").toString());
    takes("26-ea");
  }

  /** A Java whose file {@code release} contains its version is not started to learn the version. */
  @Test
  void readsTheVersion() throws Exception {
    Path bin = java("jdk", "21.0.2");
    String all = Files.readString(bin.resolve("java"));
    String silent = all.replace("$1\" = -version ]; then", "$1\" = -version ]; then exit 9");
    assertTrue(!silent.equals(all), all);
    executable(bin.resolve("java"), silent);
    Path link = Files.createDirectory(folder.resolve("usr-bin")).resolve("java");
    Files.createSymbolicLink(link, bin.resolve("java"));
    inPath(link.getParent());
    Path release = bin.resolveSibling("release");
    for (String version : List.of("17.0.15", "1.8.0_402", "9")) {
      Files.writeString(release, "IMPLEMENTOR=\"A B\"\nJAVA_VERSION=\"" + version + "\"\n");
      launch(script, "dedup")
          .refused(
              "no Java 21 or newer found, too old: "
                  + link
                  + ": install one, or set JAVA_HOME to its folder");
    }
    String next = "JAVA_VERSION_DATE=\"2026-01-20\"\nMODULES=\"java.base java.se\"";
    Files.writeString(release, "JAVA_RUNTIME_VERSION=\"17\"\nJAVA_VERSION=\"21.0.2\"\n" + next);
    takes("21.0.2");
  }

  @Test
  void passesItsArgumentsOn() throws Exception {
    inPath(java("new", "21.0.2"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a program/../again"));
    Files.createSymbolicLink(folder.resolve("again"), script);
    environment.put("JAVA_OPTS", "-Xmx8g -Dx=y");
    CommandLineRun run = launch(link, "dedup", "a b", "", "*");
    assertEquals(
        "21.0.2\n[-Xmx8g]\n[-Dx=y]\n[-jar]\n[" + jar + "]\n[dedup]\n[a b]\n[]\n[*]\n",
        run.out(),
        run.err());
  }

  /**
   * The script starts below the working folder, even if {@code CDPATH} makes the shell look for
   * folders elsewhere and print the folder that it found.
   */
  @Test
  void startsBelowTheFolderItIsCalledIn() throws Exception {
    inPath(java("new", "21.0.2"));
    Files.createDirectories(folder.resolve("elsewhere/a program"));
    for (String path : List.of(".", folder + "/elsewhere")) {
      environment.put("CDPATH", path);
      String start = "cd '" + folder + "' && 'a program/lucene-simhash' dedup";
      CommandLineRun run = run(List.of("/bin/sh", "-c", start), environment);
      assertEquals("21.0.2\n[-Xmx1g]\n[-jar]\n[" + jar + "]\n[dedup]\n", run.out(), run.err());
    }
  }

  @Test
  void keepsAnArchiveOfClassesWhereItMay() throws Exception {
    inPath(java("new", "25.0.1"));
    environment.put("JAVA_OPTS", "-Xmx8g");
    String rest = "[-Xmx8g]\n[-jar]\n[" + jar + "]\n[dedup]\n";
    Path cache = folder.resolve("a cache");
    for (String variable : List.of("XDG_CACHE_HOME", "HOME")) {
      environment.put(variable, cache.toString());
      String in = cache + (variable.equals("HOME") ? "/.cache" : "") + "/lucene-simhash";
      String name = jar.toString().replace(".jar", "-java25").replaceAll("[^A-Za-z0-9.-]", "_");
      Path archive = Path.of(in, name + ".jsa");
      Files.createDirectories(archive.getParent());
      Files.createFile(archive);
      Files.setLastModifiedTime(archive, FileTime.fromMillis(0));
      CommandLineRun run = launch(script, "dedup");
      String options =
          """
          [-Xlog:disable]
          [-Xlog:all=error,cds=off:stderr]
          [-XX:+AutoCreateSharedArchive]
          """;
      String file = "[-XX:SharedArchiveFile=" + archive + "]\n";
      assertEquals("25.0.1\n" + options + file + rest, run.out());
      assertEquals("", run.err());
      assertTrue(Files.notExists(archive), "the jar is newer");
      environment.remove(variable);
    }
    assertEquals("25.0.1\n" + rest, launch(script, "dedup").out()); // without HOME
  }

  @Test
  void saysWhatToDo() throws Exception {
    String expected = ": install one, or set JAVA_HOME to its folder\n";
    launch(script, "dedup").refused("no Java 21 or newer found" + expected.strip());
    Path old = java("old", "1.8.0_402");
    inPath(old);
    launch(script)
        .refused("no Java 21 or newer found, too old: " + old + "/java" + expected.strip());
    Files.delete(jar);
    launch(script)
        .refused(
            "'"
                + jar.getParent()
                + "' has no lucene-simhash-VERSION-cli.jar, expected it beside this script");
  }
}
