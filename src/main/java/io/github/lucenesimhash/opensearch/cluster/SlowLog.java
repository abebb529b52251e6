package io.github.lucenesimhash.opensearch.cluster;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.tasks.Task;

/** A line in the node's log for each request that took longer than a setting says. */
final class SlowLog {

  /** -1 for none. */
  static final Setting<TimeValue> THRESHOLD =
      Setting.timeSetting(
          "simhash.slow_log.threshold",
          TimeValue.MINUS_ONE,
          TimeValue.MINUS_ONE,
          Property.NodeScope,
          Property.Dynamic);

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]");

  private static final Logger LOG = LogManager.getLogger(SlowLog.class);

  private SlowLog() {}

  /** Logs the request when it is answered. */
  static <T> ActionListener<T> of(NodeServices node, Task task, ActionListener<T> listener) {
    return ActionListener.runBefore(
        listener,
        () -> {
          long took = System.nanoTime() - task.getStartTimeNanos();
          TimeValue threshold = node.cluster().getClusterSettings().get(THRESHOLD);
          if (isSlow(took, threshold)) {
            LOG.warn(line(task, took));
          }
        });
  }

  static boolean isSlow(long nanos, TimeValue threshold) {
    return threshold.nanos() >= 0 && nanos >= threshold.nanos();
  }

  /** In the form of OpenSearch's slow logs; one line, whatever names a request has. */
  static String line(Task task, long nanos) {
    String id = task.getHeader(Task.X_OPAQUE_ID);
    String line =
        String.format(
            Locale.ROOT,
            "took[%s], took_millis[%d], action[%s], %s, id[%s]",
            TimeValue.timeValueNanos(nanos),
            TimeUnit.NANOSECONDS.toMillis(nanos),
            task.getAction(),
            task.getDescription(),
            id == null ? "" : id);
    return CONTROL
        .matcher(line)
        .replaceAll(one -> String.format(Locale.ROOT, "\\\\u%04x", (int) one.group().charAt(0)));
  }
}
