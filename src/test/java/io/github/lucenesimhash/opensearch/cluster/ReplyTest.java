package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Reply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;

class ReplyTest {

  @Test
  void itsHeadersBecomeThoseOfWhoJoins() throws InterruptedException {
    ThreadContext context = new ThreadContext(Settings.EMPTY);
    Reply<String> reply = new Reply<>(context);
    Thread answers =
        Thread.startVirtualThread(
            () -> {
              context.addResponseHeader("Warning", "old");
              context.addResponseHeader("Warning", "slow");
              reply.onResponse("done");
            });
    answers.join();
    assertEquals(Map.of(), context.getResponseHeaders());
    assertEquals("done", reply.join());
    assertEquals(Map.of("Warning", List.of("old", "slow")), context.getResponseHeaders());
  }
}
