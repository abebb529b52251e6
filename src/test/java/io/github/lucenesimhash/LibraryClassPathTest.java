package io.github.lucenesimhash;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The library does not need OpenSearch: its tests run without OpenSearch on the class path. */
class LibraryClassPathTest {

  @Test
  void hasNoOpenSearch() {
    assertThrows(ClassNotFoundException.class, () -> Class.forName("org.opensearch.node.Node"));
    assertThrows(
        ClassNotFoundException.class, () -> Class.forName("org.apache.logging.log4j.Logger"));
  }
}
