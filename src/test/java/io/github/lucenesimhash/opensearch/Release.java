package io.github.lucenesimhash.opensearch;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Assumptions;

/**
 * A release that a node runs.
 *
 * @param classPath the class path of OpenSearch
 * @param plugin the packaged zip
 */
record Release(String classPath, Path plugin) {

  /** The parts of names by which jars are excluded from the class path of the server. */
  private static final List<String> NOT_SERVER =
      List.of(
          "/target/",
          "lucene-analysis-smartcn",
          "test-framework",
          "randomizedtesting",
          "junit",
          "opentest4j",
          "hamcrest",
          "jmh",
          "hash4j",
          "picocli");

  /** Returns the OpenSearch of the test's class path. Skips the test if no plugin is packaged. */
  static Release own() throws IOException {
    String zip = System.getProperty("simhash.plugin.zip");
    Assumptions.assumeTrue(zip != null, "needs the packaged plugin: mvn verify");
    return new Release(serverClassPath(), Path.of(zip));
  }

  /** Returns the plugin on the oldest OpenSearch, whose class path an earlier run has saved. */
  static Release oldest() throws IOException {
    Release own = own();
    String saved = System.getProperty("simhash.old.classpath");
    Assumptions.assumeTrue(
        saved != null && Files.exists(Path.of(saved)),
        "needs the class path of the oldest OpenSearch: mvn verify -Pnightly");
    return new Release(Files.readString(Path.of(saved)), own.plugin);
  }

  private static String serverClassPath() {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    // the last of two versions of an artifact is kept: it comes with the tested OpenSearch
    Map<Path, String> kept = new LinkedHashMap<>();
    for (String entry : all.split(File.pathSeparator, -1)) {
      if (entry.endsWith(".jar") && NOT_SERVER.stream().noneMatch(entry::contains)) {
        Path jar = Path.of(entry);
        String version = jar.getParent().getFileName().toString();
        String name = jar.getFileName().toString().replace(version, "");
        kept.put(jar.getParent().resolveSibling(name), entry);
      }
    }
    return String.join(File.pathSeparator, kept.values());
  }

  /** Returns the flags of a node's JVM: its class path, and the shared classes if they exist. */
  List<String> flags() {
    List<String> flags = new ArrayList<>();
    if (Files.exists(archive())) {
      flags.add("-XX:SharedArchiveFile=" + archive());
    }
    flags.addAll(List.of("-classpath", jar() + File.pathSeparator + classPath));
    return flags;
  }

  /** Starts a node once, so that later nodes start in half the time (class-data sharing). */
  void shareClasses() throws IOException, InterruptedException {
    Path lock = Files.createDirectories(folder()).resolve("lock");
    try (FileChannel other =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = other.lock()) { // tests in other processes start nodes too
      for (Path file : classFiles()) {
        if (isOlder(jar(), file)) {
          pack();
        }
      }
      if (held.isValid() && isOlder(archive(), jar())) {
        Files.deleteIfExists(archive());
        Path made = archive().resolveSibling("made.jsa");
        Cluster.startAndStop(this, "-XX:ArchiveClassesAtExit=" + made);
        Files.move(made, archive(), StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static boolean isOlder(Path file, Path than) throws IOException {
    return !Files.exists(file)
        || Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(than)) < 0;
  }

  private static Path folder() {
    return testClasses().resolveSibling("nodes");
  }

  private static Path jar() {
    return folder().resolve("node.jar");
  }

  private Path archive() {
    return folder().resolve(Integer.toHexString(classPath.hashCode()) + ".jsa");
  }

  private static Path testClasses() {
    return Path.of(NodeProcess.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  /** Returns the test classes that a node needs. */
  private static List<Path> classFiles() throws IOException {
    Path own = testClasses().resolve(NodeProcess.class.getPackageName().replace('.', '/'));
    try (Stream<Path> files = Files.list(own)) {
      return files
          .filter(
              file ->
                  file.getFileName()
                      .toString()
                      .matches("(NodeProcess|Guard(Plugin|edDirectory))\\b.*"))
          .toList();
    }
  }

  private static void pack() throws IOException {
    Path made = jar().resolveSibling("made.jar");
    try (OutputStream out = Files.newOutputStream(made);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Path file : classFiles()) {
        zip.putNextEntry(new ZipEntry(testClasses().relativize(file).toString()));
        Files.copy(file, zip);
      }
    }
    Files.move(made, jar(), StandardCopyOption.REPLACE_EXISTING);
  }
}
