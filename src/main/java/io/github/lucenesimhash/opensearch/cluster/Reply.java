package io.github.lucenesimhash.opensearch.cluster;

import java.util.List;
import java.util.Map;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.common.util.concurrent.ThreadContext;

/** An answer to wait for; its response headers become those of the thread that joins it. */
final class Reply<T> extends PlainActionFuture<T> {

  private final ThreadContext context;
  private volatile Map<String, List<String>> headers = Map.of();

  Reply(ThreadContext context) {
    this.context = context;
  }

  @Override
  public void onResponse(T answer) {
    headers = context.getResponseHeaders();
    super.onResponse(answer);
  }

  /** Waits for it, however long that takes. */
  T join() {
    T answer = actionGet();
    headers.forEach(
        (name, values) -> values.forEach(value -> context.addResponseHeader(name, value)));
    return answer;
  }
}
