package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.report.TextDiff;
import io.github.lucenesimhash.testing.HostileTexts;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.verify.TextVerifier;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Reading any text takes time and memory in proportion to its size. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class HostileTextTest {

  private static final int BYTES = Rounds.isLong() ? 1_000_000 : 400_000;

  /** The maximum number of bytes that are allocated for a byte of text. */
  private static final int FACTOR = 250;

  /** The maximum time in addition to the time that is proportional to the size. */
  private static final long MOST_NANOS = 2_000_000_000;

  /** Holds the memory that this thread has allocated and its CPU time. */
  private record Cost(long bytes, long nanos) {

    static Cost of(Runnable work) {
      Cost before = now();
      work.run();
      Cost after = now();
      return new Cost(after.bytes - before.bytes, after.nanos - before.nanos);
    }

    private static Cost now() {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      try {
        Class<?> extended = Class.forName("com.sun.management.ThreadMXBean");
        Object bytes = extended.getMethod("getCurrentThreadAllocatedBytes").invoke(threads);
        return new Cost((long) bytes, threads.getCurrentThreadCpuTime());
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.getMessage(), e);
      }
    }
  }

  private static void read(String what, Consumer<String> reader) {
    for (Map.Entry<String, String> piece : HostileTexts.pieces().entrySet()) {
      String half = HostileTexts.text(piece.getValue(), BYTES / 2);
      if (piece.getKey().startsWith("plain")) {
        reader.accept(half); // loads what is loaded once
      }
      Cost once = Cost.of(() -> reader.accept(half));
      Cost twice = Cost.of(() -> reader.accept(half + half));
      String message = what + " of " + piece.getKey() + ": " + twice + ", half of it " + once;
      assertTrue(twice.bytes <= 2L * FACTOR * Math.max(BYTES / 2, half.length() * 4), message);
      assertTrue(twice.bytes <= 3 * once.bytes + 4L * BYTES, message);
      assertTrue(twice.nanos <= 3 * once.nanos + MOST_NANOS, message);
    }
  }

  @Test
  void normalText() {
    read("the normal text", text -> NormalText.of(text, false));
  }

  @Test
  void verification() {
    read("verification", TextVerifier.standard()::features);
  }

  @Test
  void fingerprints() {
    read("a fingerprint", FingerprintScheme.standard()::fingerprint);
    read("a fingerprint of characters", FingerprintScheme.parse("char")::fingerprint);
  }

  @Test
  void words() {
    read("words", text -> FingerprintScheme.standard().tokens(text, true));
  }

  @Test
  void diff() {
    read("a diff", text -> TextDiff.of(text, text.substring(text.length() / 1000) + "x"));
  }
}
