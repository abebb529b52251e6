package io.github.lucenesimhash.search;

import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.MergePolicy.MergeAbortedException;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.util.Version;

/** The Lucene on the class path, whose version may differ from the one at compile time. */
final class LuceneVersion {

  private static final Version OLDEST = Version.fromBits(10, 4, 0);
  private static final boolean TELLS_ABORTS = Version.LATEST.onOrAfter(Version.fromBits(10, 5, 0));

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

  /** Ends a merge that was aborted; Lucene 10.4 notices it each time that 1 MB is written. */
  static void checkAborted(MergeState merge) throws MergeAbortedException {
    if (TELLS_ABORTS) {
      merge.checkAborted();
    }
  }
}
