package io.github.lucenesimhash.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.lucene.util.IOUtils;

/**
 * A cluster of three nodes on loopback, each in a JVM of its own with the packaged plugin unzipped
 * under {@code plugins/}. All test classes of a run share one cluster, which ends with the run.
 */
final class Cluster {

  static final int NODES = 3;

  static final List<String> SMALL_HEAP = List.of("-Xms256m", "-Xmx512m", "-XX:+UseSerialGC");

  private static Cluster shared;

  private final Path home;
  private final List<String> heap;
  private final List<String> settings;
  private final NodePorts ports;
  private final Map<Integer, Release> releases = new HashMap<>();
  private final Map<Integer, Process> running = new ConcurrentSkipListMap<>();

  /** Returns the shared cluster, started if needed. Skips the test if the zip is not packaged. */
  static synchronized Cluster shared() throws IOException, InterruptedException {
    if (shared == null) {
      Release release = Release.own();
      String file = System.getProperty("simhash.save.classpath");
      if (file != null) { // for the test of an upgrade from this OpenSearch
        Files.writeString(Path.of(file), release.classPath());
      }
      shared = of(release);
    }
    return shared;
  }

  /** Returns a cluster of nodes of one release, which ends with {@link #close} or with the run. */
  static Cluster of(Release release) throws IOException, InterruptedException {
    return of(release, SMALL_HEAP);
  }

  /** Returns a cluster of nodes of one release, with settings and with flags for the heap. */
  static Cluster of(Release release, List<String> heap, String... settings)
      throws IOException, InterruptedException {
    return of(NODES, release, heap, settings);
  }

  /** Returns a cluster of a single node, for tests that need no other node. */
  static Cluster ofOneNode(Release release) throws IOException, InterruptedException {
    return of(1, release, SMALL_HEAP);
  }

  private static Cluster of(int nodes, Release release, List<String> heap, String... settings)
      throws IOException, InterruptedException {
    release.shareClasses();
    return started(nodes, release, heap, settings);
  }

  /** Starts a node and stops it, for the effect of a flag of its JVM. */
  static void startAndStop(Release release, String flag) throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>(SMALL_HEAP);
    flags.add(flag);
    Cluster cluster = started(1, release, flags);
    cluster.stop(0);
    cluster.close();
  }

  private static Cluster started(int nodes, Release release, List<String> heap, String... settings)
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

  private Cluster(int nodes, List<String> heap, List<String> settings) throws IOException {
    this.heap = heap;
    this.settings = settings;
    home = Files.createTempDirectory("simhash-cluster");
    ports = NodePorts.of(nodes);
  }

  private Path nodeHome(int node) {
    return home.resolve("node-" + node);
  }

  /** Replaces the release of a node; the node's data stay. */
  void install(int node, Release release) throws IOException {
    Path plugin = nodeHome(node).resolve("plugins/simhash");
    IOUtils.rm(plugin);
    unzip(release.plugin(), plugin);
    Files.createDirectories(nodeHome(node).resolve("config"));
    releases.put(node, release);
  }

  void start(int node) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(heap);
    command.addAll(releases.get(node).flags());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=" + System.getProperty("tests.node.tier", "1"),
            "--enable-native-access=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector",
            "-Dlog4j2.disable.jmx=true",
            NodeProcess.class.getName(),
            "path.home=" + nodeHome(node),
            "cluster.name=simhash-" + ports.transport().get(0),
            "node.name=node-" + node,
            "network.host=127.0.0.1",
            "http.port=" + ports.http().get(node),
            "transport.port=" + ports.transport().get(node),
            "transport.type=netty4",
            "http.type=netty4",
            "discovery.seed_hosts=" + ports.seeds(),
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
    return IntStream.range(0, ports.http().size())
        .mapToObj(node -> "node-" + node)
        .collect(Collectors.joining(","));
  }

  /** Ends a node's process, as {@code kill -9} does. */
  void kill(int node) {
    running.remove(node).destroyForcibly().onExit().join();
  }

  /** Stops all threads of a node's process, or resumes them: {@code STOP} or {@code CONT}. */
  void signal(int node, String signal) throws IOException {
    String process = Long.toString(running.get(node).pid());
    new ProcessBuilder("kill", "-" + signal, process).start().onExit().join();
  }

  /** Stops a node, as its operator does. */
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

  /** Returns a client of a running node. */
  Rest rest(int node) {
    return new Rest(ports.http().get(node));
  }

  void awaitNodes(int count) throws IOException, InterruptedException {
    for (int attempt = 0; attempt < 1800; attempt++) {
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
        // the node is not up yet
      }
      Thread.sleep(100);
    }
    throw new IOException("the cluster has not come up; see " + home);
  }

  /** Waits until every copy of every shard is where it belongs, and returns the health. */
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

  /** Returns whether the nodes' data contain a file with the given ending. */
  boolean hasFile(String ending) throws IOException {
    return hasFile("", ending);
  }

  /** Returns whether a file with the given ending exists below a folder of the given name. */
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
      IOUtils.rm(home);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
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
