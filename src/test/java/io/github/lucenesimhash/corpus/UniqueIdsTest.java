package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Every id is one that an index can hold, and no other document's. */
class UniqueIdsTest {

  private static final int LONGEST = 32_766 - 16; // bytes
  private static final String HAN = "\u6e21".repeat(LONGEST / 3); // of three bytes each

  private final UniqueIds ids = new UniqueIds();

  private void assertAdded(String expected, String own, String place) {
    assertEquals(expected, ids.add(own, place));
    assertEquals(expected, ids.get(ids.size() - 1));
  }

  @Test
  void anIdThatIsTooLongIsNone() {
    assertEquals(LONGEST, HAN.length() * 3 + 2);
    assertAdded(HAN + "ab", HAN + "ab", "f:1");
    assertAdded("f:2", HAN + "abc", "f:2");
    assertAdded("f:3", "", "f:3");
    assertAdded("f:4", null, "f:4");
    assertEquals(3, ids.named);
  }

  @Test
  void aSecondDocumentOfAnIdIsNamedByItsPlace() {
    assertAdded("a", "a", "f:1");
    assertAdded("a (f:2)", "a", "f:2");
    assertAdded("a (f:3)", "a (f:3)", "f:3");
    assertAdded("a (f:3)'", "a", "f:3");
    assertAdded("f:3", "f:3", "f:4");
    assertAdded("f:3'", null, "f:3");
    assertEquals(3, ids.named);
  }

  @Test
  void thePlaceAloneIfBothAreTooLong() {
    assertAdded(HAN, HAN, "f:1");
    assertAdded("f:2", HAN, "f:2");
    String shorter = HAN.substring(1);
    assertAdded(shorter, shorter, "f:3");
    assertAdded(shorter + " (f:4)", shorter, "f:4");
  }
}
