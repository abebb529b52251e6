package io.github.lucenesimhash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestEngine;

/** The vintage engine is present; without it every LuceneTestCase would be skipped silently. */
class VintageEngineTest {

  @Test
  void theEngineOfLucenesTestCasesIsThere() {
    assertTrue(
        ServiceLoader.load(TestEngine.class).stream()
            .anyMatch(engine -> engine.get().getId().equals("junit-vintage")));
  }
}
