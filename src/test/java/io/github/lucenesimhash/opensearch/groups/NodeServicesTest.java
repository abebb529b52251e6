package io.github.lucenesimhash.opensearch.groups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.lucenesimhash.opensearch.groups.NodeServices.Memory;
import org.junit.jupiter.api.Test;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.core.indices.breaker.NoneCircuitBreakerService;

class NodeServicesTest {

  private static final long MOST = 100;

  private final CircuitBreakerService breakers =
      new NoneCircuitBreakerService() {
        @Override
        public CircuitBreaker getBreaker(String name) {
          return breaker;
        }
      };

  private long used;
  private final CircuitBreaker breaker =
      new NoopCircuitBreaker("request") {
        @Override
        public double addEstimateBytesAndMaybeBreak(long bytes, String label) {
          if (used + bytes > MOST) {
            throw new CircuitBreakingException(label, getDurability());
          }
          return addWithoutBreaking(bytes);
        }

        @Override
        public long addWithoutBreaking(long bytes) {
          used += bytes;
          return used;
        }
      };

  private final NodeServices node = new NodeServices(null, null, null, null, breakers, null, null);

  /** Reserved memory is released, and rejected memory was never reserved. */
  @Test
  void memoryIsGivenBack() {
    try (Memory memory = node.new Memory("documents")) {
      memory.add(60);
      memory.add(30);
      assertThrows(CircuitBreakingException.class, () -> memory.add(20));
      assertEquals(90, used);
    }
    assertEquals(0, used);
  }

  /** Memory that a failed attempt reserved is released before the next attempt begins. */
  @Test
  void memoryIsReservedAnew() {
    try (Memory memory = node.new Memory("documents")) {
      memory.add(60);
      memory.release();
      memory.add(70);
      assertEquals(70, used);
    }
    assertEquals(0, used);
  }
}
