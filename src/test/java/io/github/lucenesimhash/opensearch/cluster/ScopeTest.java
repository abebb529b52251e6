package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opensearch.common.unit.TimeValue;

class ScopeTest {

  @Test
  void isAsItWasAskedFor() {
    assertEquals(Scope.ALL, Scope.of((String) null, null, null));
    assertEquals(
        new Scope(TimeValue.timeValueDays(14), "published", "reporter"),
        Scope.of("14d", "published", "reporter"));
    assertEquals(true, Scope.ALL.isAll());
    assertEquals(false, Scope.of("1nanos", "published", null).isAll());
    assertEquals(false, Scope.of((String) null, null, "reporter").isAll());
  }

  @ParameterizedTest
  @CsvSource({
    "14d,,window is [14d] and date_field is [null]",
    ",published,window is [null] and date_field is [published]",
    "0d,published,'window is [0d], expected more than 0'"
  })
  void aWindowHasADate(String window, String dateField, String message) {
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> Scope.of(window, dateField, "reporter"));
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }
}
