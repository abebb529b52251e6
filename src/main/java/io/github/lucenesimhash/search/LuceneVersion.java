package io.github.lucenesimhash.search;

import org.apache.lucene.util.Version;

/**
 * Checks the version of Lucene on the class path, which may differ from the one at compile time.
 */
final class LuceneVersion {

  private static final Version OLDEST = Version.fromBits(10, 4, 0);

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
}
