package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

/** Strings are returned as they were added, from the file and from the buffer before it. */
class TemporaryBytesTest {

  private static final long SEED = Seeds.of(36);
  private static final int LONGEST = 0xFFFF;

  private static void assertHolds(List<BytesRef> expected, TemporaryBytes bytes, int number)
      throws IOException {
    assertEquals(expected.get(number), bytes.get(number), "string " + number);
  }

  @Test
  void theyComeBackWhileMoreAreAdded() throws IOException {
    Random random = new Random(SEED);
    List<BytesRef> expected = new ArrayList<>();
    try (TemporaryBytes bytes = new TemporaryBytes(1 << 12)) {
      for (int i = 0; i < 20_000; i++) {
        int length = random.nextInt(500) == 0 ? random.nextInt(LONGEST + 1) : random.nextInt(60);
        byte[] string = new byte[i == 0 ? LONGEST : length];
        random.nextBytes(string);
        expected.add(new BytesRef(string));
        bytes.add(new BytesRef(string));
        assertEquals(expected.size(), bytes.size());
        assertHolds(expected, bytes, random.nextInt(expected.size()));
        assertHolds(expected, bytes, i);
      }
      for (int i = 0; i < expected.size(); i++) {
        assertHolds(expected, bytes, i);
      }
    }
  }

  @Test
  void theFileHasNoNameThatStays() throws IOException {
    List<Path> before = temporary();
    try (TemporaryBytes bytes = new TemporaryBytes(1 << 12)) {
      for (int i = 0; i < 10_000; i++) {
        bytes.add(new BytesRef("string " + i));
      }
      bytes.get(5);
    }
    List<Path> left = new ArrayList<>(temporary());
    left.removeAll(before);
    left.removeIf(Files::notExists); // another program deletes its file when it is open
    assertEquals(List.of(), left);
  }

  private static List<Path> temporary() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.filter(file -> file.toString().endsWith(".bytes")).toList();
    }
  }
}
