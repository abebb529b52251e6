package io.github.lucenesimhash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestEngine;

/** Without the vintage engine every LuceneTestCase would be skipped in silence. */
class VintageEngineTest {

  @Test
  void theEngineOfLucenesTestCasesIsThere() {
    assertTrue(
        ServiceLoader.load(TestEngine.class).stream()
            .anyMatch(engine -> engine.get().getId().equals("junit-vintage")));
  }
}
