package io.github.lucenesimhash.search;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.Version;

/**
 * Adapts to the version of Lucene on the class path, which may differ from the version at compile
 * time.
 */
final class LuceneVersion {

  private static final Version OLDEST = Version.fromBits(10, 4, 0);
  private static final MethodHandle CHECK_ABORTED = abortCheck(); // null with Lucene 10.4

  private LuceneVersion() {}

  static void check() {
    check(Version.LATEST);
  }

  static void check(Version lucene) {
    if (!lucene.onOrAfter(OLDEST)) {
      throw new IllegalStateException(
          "Lucene " + lucene + " is on the class path, expected " + OLDEST + " or newer");
    }
  }

  /**
   * Returns the default codec of this version of Lucene, even if an application has set another
   * default. This codec is the only one in Lucene's core that can write, and its name changes with
   * its format.
   */
  static Codec codec() {
    check();
    return Codec.availableCodecs().stream()
        .map(Codec::forName)
        .filter(it -> it.getClass().getName().startsWith("org.apache.lucene.codecs.lucene"))
        .findFirst()
        .orElseThrow();
  }

  private static MethodHandle abortCheck() {
    MethodType type = MethodType.methodType(void.class);
    try {
      return MethodHandles.publicLookup().findVirtual(MergeState.class, "checkAborted", type);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /**
   * Throws an exception if a merge was aborted. Does nothing on Lucene 10.4, which checks after
   * each written MB.
   */
  static void checkAborted(MergeState merge) throws IOException {
    if (CHECK_ABORTED != null) {
      try {
        CHECK_ABORTED.invokeExact(merge);
      } catch (Throwable e) {
        throw IOUtils.rethrowAlways(e);
      }
    }
  }
}
