package io.github.lucenesimhash.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.apache.lucene.util.Version;
import org.junit.jupiter.api.Test;

class LuceneVersionTest {

  @Test
  void refusesWhatIsOlder() {
    for (Version older : new Version[] {Version.fromBits(10, 3, 2), Version.fromBits(9, 12, 0)}) {
      Exception e =
          assertThrows(IllegalStateException.class, () -> LuceneVersion.check(older), "" + older);
      assertEquals(
          "Lucene " + older + " is on the class path, expected 10.4.0 or newer", e.getMessage());
    }
  }

  /** The version of Lucene is the expected one; the build runs the tests on several versions. */
  @Test
  void isTheOneThatTheBuildSays() {
    String expected = System.getProperty("lucene.expected");
    assumeTrue(expected != null, "run by Maven");
    assertEquals(expected, Version.LATEST.toString());
  }

  @Test
  void takesWhatIsNot() {
    LuceneVersion.check();
    LuceneVersion.check(Version.fromBits(10, 4, 0));
    LuceneVersion.check(Version.fromBits(11, 0, 0));
  }
}
