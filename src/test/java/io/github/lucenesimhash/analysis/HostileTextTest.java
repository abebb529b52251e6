package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.report.TextDiff;
import io.github.lucenesimhash.testing.HostileTexts;
import io.github.lucenesimhash.verify.TextVerifier;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Whatever is in a text, reading it takes time and memory in proportion to its size. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class HostileTextTest {

  private static final int BYTES = 1_000_000;

  /** Of memory for a byte of text, all that was taken in between included. */
  private static final int FACTOR = 250;

  private static void read(String what, Consumer<String> reader) {
    for (Map.Entry<String, String> piece : HostileTexts.pieces().entrySet()) {
      String half = HostileTexts.text(piece.getValue(), BYTES / 2);
      reader.accept(half);
      long once = allocated(() -> reader.accept(half));
      long twice = allocated(() -> reader.accept(half + half));
      String message = what + " of " + piece.getKey() + " takes " + twice + " bytes";
      assertTrue(twice <= 2L * FACTOR * Math.max(BYTES / 2, half.length() * 4), message);
      assertTrue(twice <= 3 * once + 4 * BYTES, message + ", half of it " + once);
    }
  }

  private static long allocated(Runnable work) {
    long before = allocated();
    work.run();
    return allocated() - before;
  }

  private static long allocated() {
    try {
      Object threads = ManagementFactory.getThreadMXBean();
      Class<?> extended = Class.forName("com.sun.management.ThreadMXBean");
      return (long) extended.getMethod("getCurrentThreadAllocatedBytes").invoke(threads);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @Test
  void normalText() {
    read("the normal text", NormalText::of);
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
    read("words", FingerprintScheme.standard()::read);
  }

  @Test
  void diff() {
    read("a diff", text -> TextDiff.of(text, text.substring(text.length() / 1000) + "x"));
  }
}
