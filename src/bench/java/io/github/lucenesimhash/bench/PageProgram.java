package io.github.lucenesimhash.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** A program whose tables stand on the benchmarks page. */
@SuppressWarnings("ImmutableEnumChecker") // calls are unmodifiable, tables have no state
enum PageProgram {
  SEARCH(
      true,
      outputs -> Map.of("search", PageFormats.search(outputs)),
      Call.search("--documents 10M --distances 3,7,10,12,16")),
  GROWTH(
      true,
      outputs -> Map.of("growth", PageFormats.growth(outputs)),
      Call.search("--documents 50M,10M,1M --distances 3,10 --designs simhash,default,heap")),
  FINGERPRINT(
      true,
      outputs -> Map.of("fingerprint", PageFormats.fingerprint(outputs)),
      Call.bench("fingerprint")),
  WRITER(
      true,
      outputs -> Map.of("writer", PageFormats.writer(outputs)),
      Call.writer("--articles 20000 --rounds 5"),
      Call.writer("--articles 1000 --rounds 5 --language chinese --warm-up 1")),
  LOAD(true, outputs -> Map.of("load", PageFormats.load(outputs)), Call.bench("load 2000000 3")),
  JOIN(
      true,
      outputs -> Map.of("join", PageFormats.join(outputs)),
      new Call(Bench.class, "join --documents 1M,10M --distances 3,10 --runs 5", "-Xmx3g", null)),
  QUALITY(
      false,
      outputs -> PageQuality.tables(outputs.getFirst()),
      new Call(Bench.class, "quality", null, "quality.md")),
  CLEAN(
      false,
      outputs -> Map.of("clean", PageFormats.clean(outputs)),
      Call.bench("clean --documents 1M")),
  FORMATS(
      false,
      outputs -> Map.of("formats", PageFormats.formats(outputs)),
      Call.bench("formats 100000")),
  HOSTILE(false, outputs -> Map.of("hostile", PageFormats.hostile(outputs)), Call.bench("hostile"));

  /**
   * One start of a program.
   *
   * @param heap its -Xmx, or null for that of this JVM
   * @param file that it writes with --out and that is read, or null if it prints
   */
  record Call(Class<?> main, String args, String heap, String file) {

    private static Call bench(String args) {
      return new Call(Bench.class, args, null, null);
    }

    private static Call search(String args) {
      String same = " --segments 1 --data uniform --jvms 3 --warm-up 1 --seconds 1";
      return new Call(Bench.class, "search --run distance " + args + same, null, "latency.csv");
    }

    private static Call writer(String args) {
      String ways =
          " --ways (standard.*own|.*second.*|.*shared.analysis|.*words.*lookup.*|.*one.call.*)";
      return new Call(Bench.class, "writer " + args + ways, "-Xmx3g", null);
    }

    /** Of a thousandth of the documents, or of few articles. */
    Call small() {
      String fewer =
          args.replaceAll("--articles \\d+", "--articles 20")
              .replaceAll("(\\d)M\\b", "$1k")
              .replace("000000", "000")
              .replace("formats 100000", "formats 1000")
              .replaceAll("^hostile$", "hostile --small")
              .replace("--warm-up 1 --seconds 1", "--warm-up .01 --seconds .01");
      return new Call(main, fewer, heap, file);
    }

    /** As a reader repeats it. */
    String command() {
      return "mvn -q test-compile exec:exec@bench -Dbench.args="
          + (args.contains(" ") ? '"' + args + '"' : args)
          + (heap == null ? "" : " -Dbench.heap=" + heap.substring("-Xmx".length()));
    }
  }

  /** Whether its figures depend on the processor, so that it is run without vector popcount too. */
  final boolean isTimed;

  /** From what each call put out to tables by name; one that could not be measured is not there. */
  final Function<List<List<String>>, Map<String, List<String>>> tables;

  final List<Call> calls;

  PageProgram(
      boolean isTimed,
      Function<List<List<String>>, Map<String, List<String>>> tables,
      Call... calls) {
    this.isTimed = isTimed;
    this.tables = tables;
    this.calls = List.of(calls);
  }

  /** As the command line has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
