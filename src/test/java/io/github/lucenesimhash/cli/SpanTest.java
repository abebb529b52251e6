package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpanTest {

  @ParameterizedTest
  @CsvSource({"14d,14d", "36h,36h", "48h,2d", "90m,90m", "60s,1m", "45s,45s", "0.5s,0.5s", "0s,0d"})
  void aTimeIsShownAsItCanBeGiven(String given, String shown) {
    Duration time = new Span().convert(given);
    assertEquals(shown, Span.toString(time));
    assertEquals(time, new Span().convert(shown));
  }
}
