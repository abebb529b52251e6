package io.github.lucenesimhash;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The library's tests run where there is no OpenSearch, so the library needs none. */
class LibraryClassPathTest {

  @Test
  void hasNoOpenSearch() {
    assertThrows(ClassNotFoundException.class, () -> Class.forName("org.opensearch.node.Node"));
    assertThrows(
        ClassNotFoundException.class, () -> Class.forName("org.apache.logging.log4j.Logger"));
  }
}
