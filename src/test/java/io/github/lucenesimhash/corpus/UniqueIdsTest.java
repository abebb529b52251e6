package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every id is unique and can be held by an index. */
class UniqueIdsTest {

  private static final int LONGEST = 32_766 - 16; // bytes
  private static final String HAN = "\u6e21".repeat(LONGEST / 3); // of three bytes each

  private final UniqueIds ids = new UniqueIds(new TemporaryBytes(1 << 12));

  @AfterEach
  void close() throws IOException {
    ids.close();
  }

  private void assertAdded(String expected, String own, String place) throws IOException {
    assertEquals(expected, ids.add(own, place));
    assertEquals(expected, ids.get(ids.size() - 1));
  }

  @Test
  void anIdThatIsTooLongIsNone() throws IOException {
    assertEquals(LONGEST, HAN.length() * 3 + 2);
    assertAdded(HAN + "ab", HAN + "ab", "f:1");
    assertAdded("f:2", HAN + "abc", "f:2");
    assertAdded("f:3", "", "f:3");
    assertAdded("f:4", null, "f:4");
    assertEquals(3, ids.named);
  }

  @Test
  void aSecondDocumentOfAnIdIsNamedByItsPlace() throws IOException {
    assertAdded("a", "a", "f:1");
    assertAdded("a (f:2)", "a", "f:2");
    assertAdded("a (f:3)", "a (f:3)", "f:3");
    assertAdded("a (f:3)'", "a", "f:3");
    assertAdded("f:3", "f:3", "f:4");
    assertAdded("f:3'", null, "f:3");
    assertEquals(3, ids.named);
  }

  @Test
  void thePlaceAloneIfBothAreTooLong() throws IOException {
    assertAdded(HAN, HAN, "f:1");
    assertAdded("f:2", HAN, "f:2");
    String shorter = HAN.substring(1);
    assertAdded(shorter, shorter, "f:3");
    assertAdded(shorter + " (f:4)", shorter, "f:4");
  }

  /** Ids are unique as in a set, also when they fill the file and a larger table. */
  @Test
  void manyAreAsIfASetHadThem() throws IOException {
    Random random = Seeds.random(36);
    Set<String> all = new LinkedHashSet<>();
    for (int i = 0; i < 30_000; i++) {
      String own = random.nextInt(10) == 0 ? null : "id" + random.nextInt(25_000);
      String place = "f:" + i;
      String unique = own == null ? place : all.contains(own) ? own + " (" + place + ")" : own;
      assertTrue(all.add(unique));
      assertEquals(unique, ids.add(own, place));
    }
    int number = 0;
    for (String id : all) {
      assertEquals(id, ids.get(number++));
    }
    assertEquals(number, ids.size());
  }
}
