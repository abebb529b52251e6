package io.github.lucenesimhash.search;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.Version;

/** The Lucene on the class path, whose version may differ from the one at compile time. */
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
   * Returns Lucene's default codec, which has another name when its format changes: it is the one
   * codec that Lucene itself can write. An application may have set another default.
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

  /** Ends a merge that was aborted; Lucene 10.4 notices it each time that 1 MB is written. */
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
