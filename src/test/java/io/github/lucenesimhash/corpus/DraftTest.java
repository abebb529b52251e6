package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftTest {

  @TempDir private Path folder;

  private Set<Path> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new TreeSet<>(files.toList());
    }
  }

  @Test
  void aTargetOfAnyName() throws IOException {
    for (String name : new String[] {"draft", "n".repeat(255)}) {
      try (Draft draft = new Draft("--out", folder.resolve(name))) {
        Files.writeString(draft.path(), name);
        draft.complete();
      }
      assertEquals(name, Files.readString(folder.resolve(name)));
    }
    assertEquals(2, list().size());
  }

  @Test
  void whatIsNotCompleteGoesAndNoMore() throws IOException {
    Path foreign = Files.createDirectory(folder.resolve(".lucene-simhash-draft-mine"));
    Path target = Files.writeString(folder.resolve("a"), "before");
    try (Draft draft = new Draft("--out", target)) {
      Files.writeString(Files.createDirectory(draft.path()).resolve("half"), "half");
      assertEquals(3, list().size());
    }
    assertEquals(Set.of(foreign, target), list());
    assertEquals("before", Files.readString(target));
    assertTrue(Files.isDirectory(foreign));
  }
}
