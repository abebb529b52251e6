package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Holds the time, the memory and the output of a JVM. Linux reports memory and CPU time just before
 * the JVM ends.
 *
 * @param exitCode the exit code
 * @param seconds the elapsed time
 * @param cpuSeconds the CPU time of all threads, user and system
 * @param megabytes the peak of resident memory
 * @param out the standard output
 * @param err the standard error
 */
record MeasuredJvm(
    int exitCode,
    double seconds,
    double cpuSeconds,
    long megabytes,
    List<String> out,
    List<String> err) {

  private static final int MILLIS = 20;

  /** Runs a class with additional flags, which override those of this JVM. */
  static MeasuredJvm run(List<String> flags, String mainClass, Object... args) throws IOException {
    Path out = Files.createTempFile("measured", ".out");
    Path err = Files.createTempFile("measured", ".err");
    long start = System.nanoTime();
    Process process =
        ChildJvm.builder(flags, mainClass, args)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      Path status = Path.of("/proc", "" + process.pid(), "status");
      long megabytes = 0;
      double cpuSeconds = 0;
      while (!process.waitFor(MILLIS, TimeUnit.MILLISECONDS)) {
        cpuSeconds =
            Math.max(
                cpuSeconds,
                process.info().totalCpuDuration().map(cpu -> cpu.toMillis() / 1e3).orElse(0.));
        megabytes = Math.max(megabytes, megabytes(status));
      }
      double seconds = (System.nanoTime() - start) * 1e-9;
      return new MeasuredJvm(
          process.exitValue(),
          seconds,
          cpuSeconds,
          megabytes,
          Files.readAllLines(out),
          Files.readAllLines(err));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      process.destroy();
      Files.delete(out);
      Files.delete(err);
    }
  }

  /** Returns this object, or throws an exception if the program failed. */
  MeasuredJvm fine() {
    if (exitCode != 0) {
      throw new IllegalStateException("a run ended with status " + exitCode + err);
    }
    return this;
  }

  /** Returns the peak resident memory of a process in megabytes, from its status file of Linux. */
  static long megabytes(Path status) {
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")) * 1024 / 1_000_000)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0; // the process has ended, or this is not Linux
    }
  }
}
