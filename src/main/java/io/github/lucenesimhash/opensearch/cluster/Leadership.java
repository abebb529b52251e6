package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.search.FingerprintList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.DocWriteResponse.Result;
import org.opensearch.action.bulk.BulkAction;
import org.opensearch.action.bulk.BulkShardRequest;
import org.opensearch.action.support.replication.TransportReplicationAction.ConcreteShardRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportInterceptor;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestHandler;

/**
 * What this node decides for: an index, as long as the primary of its first shard is the same.
 *
 * <pre>
 * Token   Each write that is decided under it carries its fencing token as a header, on whatever way it comes to its
 *         primary, and so does its task. A primary refuses it if another node is to decide now ({@link Fence}).
 * Recent  The documents that were added under it lately, so that a shard is not refreshed only to show those that are
 *         near nothing that is looked for. Of what is not known here a shard takes it that it must be shown: what others
 *         wrote, and what changed or deleted a document.
 * </pre>
 *
 * <p>Safe for use by several threads.
 */
final class Leadership {

  static final String HEADER = "simhash_decided_by";

  private static final String WRITE = BulkAction.NAME + "[s][p]";

  /** Documents of all shards; a shard that adds more is refreshed. */
  private static final int MAX_DOCUMENTS = 10_000;

  /** Indexes of a node; those that were used least lately forget their writes. */
  private static final int MAX_INDEXES = 32;

  private static final long BYTES_PER_DOCUMENT = 120; // with a fingerprint of 64 bits

  final Index index;
  final String token;

  private final CircuitBreaker breaker;
  private final Map<ShardId, Writes> shards = new HashMap<>();
  private String field;

  private static final class Writes {

    long primaryTerm;
    final NavigableMap<Long, Fingerprint> fingerprints = new TreeMap<>(); // by sequence number
  }

  /**
   * Writes that are near nothing that is looked for.
   *
   * @param ranges of sequence numbers, ascending: the first and the last of each
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  record Irrelevant(long primaryTerm, long[] ranges) implements Writeable {

    Irrelevant(StreamInput in) throws IOException {
      this(in.readVLong(), in.readVLongArray());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeVLong(primaryTerm);
      out.writeVLongArray(ranges);
    }

    /** Whether all from one sequence number to another are. */
    boolean covers(long first, long last, long term) {
      long next = first;
      for (int i = 0; i < ranges.length && ranges[i] <= next; i += 2) {
        next = Math.max(next, ranges[i + 1] + 1);
      }
      return next > last && (first > last || term == primaryTerm);
    }
  }

  /**
   * What it holds is reserved at the breaker of what outlives requests.
   *
   * @param token of the primary
   */
  Leadership(Index index, String token, CircuitBreakerService breakers) {
    this.index = index;
    this.token = token;
    breaker = breakers.getBreaker(CircuitBreaker.FIELDDATA);
  }

  /**
   * Names the primary whose node decides for an index, and no other that was there before or will
   * be; null if there is none.
   */
  static String token(ClusterState state, Index index) {
    ShardRouting primary = NodeServices.primary(state, Sequencer.shard(index));
    if (primary == null) {
      return null;
    }
    long term = state.metadata().getIndexSafe(index).primaryTerm(0);
    return index.getUUID() + " " + term + " " + primary.allocationId().getId();
  }

  /** Lets what is sent from here, until the context is closed, be refused under another token. */
  ThreadContext.StoredContext send(ThreadContext context) {
    ThreadContext.StoredContext before = context.newStoredContext(true);
    context.putHeader(HEADER, token);
    return before;
  }

  /** Whether a write failed here, and so was not done. */
  static boolean isRefusal(Exception failure) {
    return ExceptionsHelper.unwrapCause(failure) instanceof OpenSearchException cause
        && cause.getHeader(HEADER) != null;
  }

  /** Waits for what primaries here let pass before they had this node's state of the cluster. */
  static void awaitOlderWrites(Work work, Index index) {
    NodeServices node = work.node();
    while (letsPass(
        node.transport().getTaskManager().getTasks().values(), node.cluster().state(), index)) {
      work.task().ensureMayGoOn();
      work.pause();
    }
  }

  /** Whether writes to an index go on here that would be refused now. */
  static boolean letsPass(Collection<Task> tasks, ClusterState state, Index index) {
    return tasks.stream()
        .anyMatch(
            task ->
                task.getAction().equals(WRITE) && isOther(task.getHeader(HEADER), state, index));
  }

  private static boolean isOther(String token, ClusterState state, Index index) {
    return token != null
        && token.startsWith(index.getUUID() + " ")
        && !token.equals(token(state, index));
  }

  /** A set of those that were added last; it makes the others forget. */
  static Set<Leadership> lastUsed() {
    return Collections.newSetFromMap(
        Collections.synchronizedMap(
            new LinkedHashMap<>(16, 0.75f, true) {
              @Override
              protected boolean removeEldestEntry(Map.Entry<Leadership, Boolean> eldest) {
                if (size() <= MAX_INDEXES) {
                  return false;
                }
                eldest.getKey().forget();
                return true;
              }
            }));
  }

  private void clear(Map<Long, Fingerprint> fingerprints) {
    breaker.addWithoutBreaking(-BYTES_PER_DOCUMENT * fingerprints.size());
    fingerprints.clear();
  }

  /** Whether the shard was not looked at since this node decides. */
  synchronized boolean isNew(ShardId shard) {
    return !shards.containsKey(shard);
  }

  /** Takes a document that was sent with this fingerprint, and is stored as it was sent. */
  synchronized void add(String fieldName, Fingerprint fingerprint, DocWriteResponse written) {
    if (!fieldName.equals(field)) {
      forget();
      field = fieldName;
    }
    Writes writes = shards.get(written.getShardId());
    if (writes == null || written.getResult() != Result.CREATED) {
      return;
    }
    if (writes.primaryTerm != written.getPrimaryTerm()) {
      clear(writes.fingerprints);
      writes.primaryTerm = written.getPrimaryTerm();
    }
    try {
      breaker.addEstimateBytesAndMaybeBreak(BYTES_PER_DOCUMENT, "documents added lately");
    } catch (CircuitBreakingException e) {
      forget();
      return;
    }
    if (writes.fingerprints.put(written.getSeqNo(), fingerprint) != null) {
      breaker.addWithoutBreaking(-BYTES_PER_DOCUMENT);
    }
    int all = shards.values().stream().mapToInt(shard -> shard.fingerprints.size()).sum();
    if (all > MAX_DOCUMENTS) {
      clear(writes.fingerprints);
    }
  }

  /** Gives up the memory that documents take; their shards are refreshed then. */
  synchronized void forget() {
    shards.values().forEach(writes -> clear(writes.fingerprints));
  }

  /** A shard has shown all up to a sequence number. */
  synchronized void shown(ShardId shard, long checkpoint) {
    clear(shards.computeIfAbsent(shard, s -> new Writes()).fingerprints.headMap(checkpoint, true));
  }

  /** Names the writes of a shard that are not near any of these fingerprints. */
  synchronized Irrelevant irrelevant(
      ShardId shard, String fieldName, int maxDistance, List<Fingerprint> wanted) {
    Writes writes = shards.get(shard);
    if (writes == null || !fieldName.equals(field)) {
      return new Irrelevant(0, new long[0]);
    }
    FingerprintList<Fingerprint> all = new FingerprintList<>();
    wanted.forEach(each -> all.add(each, each));
    List<Long> ranges = new ArrayList<>();
    writes.fingerprints.forEach(
        (seqNo, own) -> {
          if (all.mayHaveNear(own, maxDistance)) {
            return;
          }
          if (ranges.isEmpty() || ranges.getLast() != seqNo - 1) {
            ranges.add(seqNo);
            ranges.add(seqNo);
          } else {
            ranges.set(ranges.size() - 1, seqNo);
          }
        });
    return new Irrelevant(writes.primaryTerm, ranges.stream().mapToLong(Long::longValue).toArray());
  }

  /** Where primaries refuse. */
  static final class Fence implements TransportInterceptor {

    private volatile ClusterService cluster;

    void setCluster(ClusterService cluster) {
      this.cluster = cluster;
    }

    @Override
    public <T extends TransportRequest> TransportRequestHandler<T> interceptHandler(
        String action, String executor, boolean force, TransportRequestHandler<T> handler) {
      if (!action.equals(WRITE)) {
        return handler;
      }
      return (request, channel, task) -> {
        String token = task.getHeader(HEADER);
        if (token != null
            && request instanceof ConcreteShardRequest<?> write
            && write.getRequest() instanceof BulkShardRequest bulk
            && isOther(token, cluster.state(), bulk.shardId().getIndex())) {
          OpenSearchException refusal =
              new OpenSearchStatusException(
                  "another node decides now: not written, ask again",
                  RestStatus.SERVICE_UNAVAILABLE);
          refusal.addHeader(HEADER, List.of(token));
          throw refusal;
        }
        handler.messageReceived(request, channel, task);
      };
    }
  }
}
