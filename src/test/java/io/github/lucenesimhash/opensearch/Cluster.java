package io.github.lucenesimhash.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Assumptions;

/**
 * Three nodes on loopback, each a JVM of its own with the packaged plugin unzipped under {@code
 * plugins/}. All test classes of a run share one; it ends with the run.
 */
final class Cluster {

  static final int NODES = 3;

  /** What the server's own class path has nothing of. */
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
          "picocli",
          "progressbar",
          "jline");

  static final List<String> SMALL_HEAP = List.of("-Xms256m", "-Xmx512m", "-XX:+UseSerialGC");

  private static Cluster shared;

  private final Path home;
  private final List<String> heap;
  private final List<String> settings;
  private final List<Integer> httpPorts = new ArrayList<>();
  private final List<Integer> transportPorts = new ArrayList<>();
  private final Map<Integer, String> classPaths = new HashMap<>();
  private final Map<Integer, Process> running = new ConcurrentSkipListMap<>();

  /** The cluster, started if it is not; skips the test where the zip is not packaged. */
  static synchronized Cluster shared() throws IOException, InterruptedException {
    if (shared == null) {
      Release release = Release.own();
      String file = System.getProperty("simhash.save.classpath");
      if (file != null) { // for the upgrade from this OpenSearch
        Files.writeString(Path.of(file), release.classPath);
      }
      shared = of(release);
    }
    return shared;
  }

  /** A cluster of nodes of one release; it ends with {@link #close} or the run. */
  static Cluster of(Release release) throws IOException, InterruptedException {
    return of(release, SMALL_HEAP);
  }

  /** The same, with other flags of the heap, and with settings of the nodes. */
  static Cluster of(Release release, List<String> heap, String... settings)
      throws IOException, InterruptedException {
    return of(NODES, release, heap, settings);
  }

  /** One of a single node, for what needs no other. */
  static Cluster ofOneNode(Release release) throws IOException, InterruptedException {
    return of(1, release, SMALL_HEAP);
  }

  private static Cluster of(int nodes, Release release, List<String> heap, String... settings)
      throws IOException, InterruptedException {
    Cluster cluster = new Cluster(nodes, heap, List.of(settings));
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
    for (int node = 0; node < nodes; node++) {
      cluster.install(node, release);
      cluster.start(node);
    }
    cluster.awaitNodes(nodes);
    return cluster;
  }

  /**
   * What a node runs.
   *
   * @param classPath of OpenSearch
   * @param plugin the packaged zip
   */
  record Release(String classPath, Path plugin) {

    /** The OpenSearch of the test's own class path; skips the test where no plugin is packaged. */
    static Release own() throws IOException {
      String zip = System.getProperty("simhash.plugin.zip");
      Assumptions.assumeTrue(zip != null, "needs the packaged plugin: mvn verify");
      return new Release(serverClassPath(), Path.of(zip));
    }
  }

  private Cluster(int nodes, List<String> heap, List<String> settings) throws IOException {
    this.heap = heap;
    this.settings = settings;
    home = Files.createTempDirectory("simhash-cluster");
    List<ServerSocket> reserved = new ArrayList<>();
    for (int i = 0; i < 2 * nodes; i++) {
      ServerSocket socket = reserve();
      reserved.add(socket);
      (i < nodes ? httpPorts : transportPorts).add(socket.getLocalPort());
    }
    for (ServerSocket socket : reserved) {
      socket.close();
    }
    Path own = home.resolve("classes");
    for (Path path : classFiles()) {
      Path to = own.resolve(testClasses().relativize(path));
      Files.createDirectories(to.getParent());
      Files.copy(path, to);
    }
  }

  /** A port that no connection gets while the node is away that has it. */
  private static ServerSocket reserve() throws IOException {
    for (int attempt = 0; ; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 32_000);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException e) {
        if (attempt == 100) {
          throw e;
        }
      }
    }
  }

  private static Path testClasses() {
    return Path.of(NodeProcess.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  /** What a node needs of the tests' classes. */
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

  private Path nodeHome(int node) {
    return home.resolve("node-" + node);
  }

  /** Puts a release in the place of the one that a node had; its data stay. */
  void install(int node, Release release) throws IOException {
    Path plugin = nodeHome(node).resolve("plugins/simhash");
    deleteAll(plugin);
    unzip(release.plugin, plugin);
    Files.createDirectories(nodeHome(node).resolve("config"));
    classPaths.put(node, release.classPath);
  }

  void start(int node) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(heap);
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=" + System.getProperty("tests.node.tier", "1"),
            "--enable-native-access=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector",
            "-Dlog4j2.disable.jmx=true",
            "-classpath",
            home.resolve("classes") + File.pathSeparator + classPaths.get(node),
            NodeProcess.class.getName(),
            "path.home=" + nodeHome(node),
            "cluster.name=simhash-" + transportPorts.get(0),
            "node.name=node-" + node,
            "network.host=127.0.0.1",
            "http.port=" + httpPorts.get(node),
            "transport.port=" + transportPorts.get(node),
            "transport.type=netty4",
            "http.type=netty4",
            "discovery.seed_hosts=" + seeds(),
            "cluster.initial_cluster_manager_nodes=" + names(),
            "path.repo=" + home.resolve("snapshots"),
            "cluster.routing.allocation.disk.threshold_enabled=false",
            "node.processors=2"));
    command.addAll(settings);
    running.put(
        node,
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log(node).toFile()))
            .start());
  }

  private Path log(int node) {
    return home.resolve("node-" + node + ".log");
  }

  private String names() {
    return IntStream.range(0, httpPorts.size())
        .mapToObj(node -> "node-" + node)
        .collect(Collectors.joining(","));
  }

  private String seeds() {
    List<String> seeds = new ArrayList<>();
    transportPorts.forEach(port -> seeds.add("127.0.0.1:" + port));
    return String.join(",", seeds);
  }

  private static String serverClassPath() {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    // of an artifact in two versions the last, which comes with the OpenSearch that is tested
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

  /** Ends a node's process as {@code kill -9} does. */
  void kill(int node) {
    running.remove(node).destroyForcibly().onExit().join();
  }

  /** Stops all threads of a node's process, or lets them go on: {@code STOP} or {@code CONT}. */
  void signal(int node, String signal) throws IOException {
    String process = Long.toString(running.get(node).pid());
    new ProcessBuilder("kill", "-" + signal, process).start().onExit().join();
  }

  /** Ends a node as its operator does. */
  void stop(int node) throws IOException {
    Process process = running.remove(node);
    process.destroy();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("node-" + node + " has not stopped; see " + log(node));
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Speaks to a node that runs. */
  Rest rest(int node) {
    return new Rest(httpPorts.get(node));
  }

  void awaitNodes(int count) throws IOException, InterruptedException {
    for (int attempt = 0; attempt < 360; attempt++) {
      for (Map.Entry<Integer, Process> process : running.entrySet()) {
        if (!process.getValue().isAlive()) {
          throw new IOException(
              "node ended:\n" + Files.readString(log(process.getKey())).lines().limit(80).toList());
        }
      }
      try {
        int first = running.keySet().iterator().next();
        JsonNode health = rest(first).get("/_cluster/health").ok();
        if (health.get("number_of_nodes").asInt() == count) {
          return;
        }
      } catch (IOException | AssertionError e) {
        // not up yet
      }
      Thread.sleep(500);
    }
    throw new IOException("the cluster has not come up; see " + home);
  }

  /** Waits until every copy of every shard is where it belongs. */
  JsonNode awaitGreen() throws IOException {
    int first = running.keySet().iterator().next();
    JsonNode health =
        rest(first)
            .get(
                "/_cluster/health?wait_for_status=green&wait_for_no_relocating_shards=true"
                    + "&wait_for_no_initializing_shards=true&timeout=180s")
            .ok();
    if (health.get("timed_out").asBoolean()) {
      throw new AssertionError("not green: " + health);
    }
    return health;
  }

  /** True if a file with this ending is in the nodes' data. */
  boolean hasFile(String ending) throws IOException {
    return hasFile("", ending);
  }

  /** True if a file with this ending is below a folder of this name. */
  boolean hasFile(String folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .map(Path::toString)
          .anyMatch(file -> file.endsWith(ending) && file.contains(folder));
    }
  }

  void close() {
    try {
      for (Map.Entry<Integer, Process> process : running.entrySet()) {
        if (!process.getValue().isAlive()) {
          List<String> lines = Files.readAllLines(log(process.getKey()));
          System.out.println("node-" + process.getKey() + " had ended by itself:");
          lines.stream().skip(Math.max(0, lines.size() - 40)).forEach(System.out::println);
        }
      }
      running.values().forEach(Process::destroyForcibly);
      for (Process process : running.values()) {
        process.waitFor();
      }
      running.clear();
      deleteAll(home);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void deleteAll(Path path) throws IOException {
    if (Files.exists(path)) {
      try (Stream<Path> files = Files.walk(path)) {
        files.sorted(Comparator.reverseOrder()).forEach(Cluster::delete);
      }
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void unzip(Path zip, Path to) throws IOException {
    try (InputStream bytes = Files.newInputStream(zip);
        ZipInputStream in = new ZipInputStream(bytes)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path target = to.resolve(entry.getName());
        if (!entry.isDirectory()) {
          Files.createDirectories(target.getParent());
          Files.copy(in, target);
        }
      }
    }
  }
}
