package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.WireVersion;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Reply;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.action.ActionListenerResponseHandler;
import org.opensearch.action.support.ChannelActionListener;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.transport.TransportResponse.Empty;
import org.opensearch.index.shard.ShardNotFoundException;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.ActionNotFoundTransportException;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;

/**
 * Of all nodes one decides for an index, one request after the other: the node that has the primary
 * of its first shard.
 *
 * <pre>
 * Who       When its turn has come, a request looks whether this node's state of the cluster says so.
 * Handover  When the primary has come to this node, the first request asks all others, and waits for their answers. A
 *           node first waits until its own state is as new as the asker's, so that turns that begin there then do not
 *           go on; then until those that have begun have ended; and then for the writes that its primaries let pass.
 * Proof     Of two that decide at a time one has the newer state. It has asked the other one, whose turn began under
 *           an older state, and was waited for.
 * Asleep    One that slept until it was taken for gone goes on when it wakes. Primaries whose state is new refuse what
 *           it sends ({@link Leadership}); those that had let it pass before have been waited for.
 * Deadlock  Two that wait for each other: the older state becomes the newer one, and its request gives up.
 * Gone      A node that has left is not asked. The shards wait for the writes that it had begun.
 * Without   the plugin a node decides nothing, and is not waited for.
 * </pre>
 */
final class Sequencer {

  private static final String HANDOVER = "indices:data/write/simhash/handover";
  private static final TimeValue STEP = TimeValue.timeValueMillis(20);

  private final NodeServices node;
  private final Turns turns = new Turns();

  private final Map<String, Leadership> leaderships = new ConcurrentHashMap<>(); // by index

  private final Set<Leadership> remembered = Leadership.lastUsed();

  Sequencer(NodeServices node) {
    this.node = node;
    node.transport()
        .registerRequestHandler(
            HANDOVER,
            ThreadPool.Names.SAME,
            Handover::new,
            (request, channel, task) ->
                node.start(
                    new ChannelActionListener<>(channel, HANDOVER, request),
                    () -> handOver((NearDuplicateTask) task, request)));
  }

  /** The shard whose primary is on the node that decides. */
  static ShardId shard(Index index) {
    return new ShardId(index, 0);
  }

  /** To be waited for, before {@link #takeOver}. */
  Turns.Turn turn(Index index, int queueSize) {
    return turns.join(index.getUUID(), queueSize);
  }

  /**
   * Goes on when no other node decides, and only if this one is to.
   *
   * @throws ShardNotFoundException if another one is to decide
   */
  Leadership takeOver(Work work, Index index) {
    ClusterState state = node.cluster().state();
    String token = ownToken(state, index);
    Leadership leadership = leaderships.get(index.getUUID());
    if (leadership != null && leadership.token.equals(token)) {
      remembered.add(leadership);
      return leadership;
    }
    Map<DiscoveryNode, Reply<Empty>> asked = new LinkedHashMap<>();
    for (DiscoveryNode other : state.nodes().getDataNodes().values()) {
      if (!other.equals(state.nodes().getLocalNode())) {
        asked.put(other, ask(work, other, index, state));
      }
    }
    asked.forEach(
        (other, reply) -> {
          while (!hasHandedOver(work, other, reply, index, token)) {
            work.pause();
            reply = ask(work, other, index, state);
          }
        });
    Leadership.awaitOlderWrites(work, index);
    leaderships.values().removeIf(this::isOver);
    leadership = new Leadership(index, token, node.breakers());
    remembered.add(leadership);
    leaderships.put(index.getUUID(), leadership);
    return leadership;
  }

  /** Whether another node, or none, decides now; its writes are forgotten then. */
  private boolean isOver(Leadership leadership) {
    ClusterState state = node.cluster().state();
    boolean isHeld =
        state.metadata().index(leadership.index) != null
            && leadership.token.equals(Leadership.token(state, leadership.index));
    if (!isHeld) {
      leadership.forget();
    }
    return !isHeld;
  }

  private static String ownToken(ClusterState state, Index index) {
    ShardRouting primary = NodeServices.primary(state, shard(index));
    if (primary == null || !primary.currentNodeId().equals(state.nodes().getLocalNodeId())) {
      throw new ShardNotFoundException(shard(index), "the primary is on another node");
    }
    return Leadership.token(state, index);
  }

  private Reply<Empty> ask(Work work, DiscoveryNode other, Index index, ClusterState state) {
    Reply<Empty> reply = work.reply();
    node.transport()
        .sendChildRequest(
            other,
            HANDOVER,
            new Handover(index, state.version(), work.task().timeLeft()),
            work.task(),
            TransportRequestOptions.EMPTY,
            new ActionListenerResponseHandler<>(reply, in -> Empty.INSTANCE));
    return reply;
  }

  /** False if it is to be asked again. */
  private boolean hasHandedOver(
      Work work, DiscoveryNode other, Reply<Empty> reply, Index index, String token) {
    while (true) {
      work.task().ensureMayGoOn();
      ClusterState state = node.cluster().state();
      if (!ownToken(state, index).equals(token)) {
        throw new ShardNotFoundException(shard(index), "the primary has moved");
      }
      if (!state.nodes().nodeExists(other)) {
        return true;
      }
      try {
        reply.actionGet(STEP);
        return true;
      } catch (ActionNotFoundTransportException e) {
        return true;
      } catch (OpenSearchTimeoutException e) {
        if (reply.isDone()) {
          return false;
        }
      } catch (OpenSearchException e) {
        return false;
      }
    }
  }

  private Empty handOver(NearDuplicateTask task, Handover request) {
    Work work = new Work(node, task, request.index.getName());
    while (node.cluster().state().version() < request.version) {
      task.ensureMayGoOn();
      work.pause();
    }
    try (Turns.Turn turn = turn(request.index, Integer.MAX_VALUE)) {
      work.await(client -> turn);
    }
    Leadership.awaitOlderWrites(work, request.index);
    return Empty.INSTANCE;
  }

  /** Lets those that have the same key go one at a time, in the order in which they came. */
  static final class Turns {

    /** The first of each queue has its turn. */
    private final Map<String, Deque<Turn>> queues = new HashMap<>();

    /**
     * Joins the queue of a key, until the turn is closed.
     *
     * @param maxWaiting how many may wait for it
     * @throws OpenSearchRejectedExecutionException if the queue is full
     */
    Turn join(String key, int maxWaiting) {
      synchronized (queues) {
        Deque<Turn> queue = queues.computeIfAbsent(key, k -> new ArrayDeque<>());
        if (queue.size() > maxWaiting) {
          throw new OpenSearchRejectedExecutionException(
              "the queue is full: " + (queue.size() - 1) + " requests wait, send fewer at a time");
        }
        Turn turn = new Turn(key);
        queue.add(turn);
        queue.peek().onResponse(null);
        return turn;
      }
    }

    final class Turn extends PlainActionFuture<Void> implements Releasable {

      private final String key;

      private Turn(String key) {
        this.key = key;
      }

      /** Hands the turn on, or leaves the queue. */
      @Override
      public void close() {
        synchronized (queues) {
          Deque<Turn> queue = queues.get(key);
          queue.remove(this);
          if (queue.isEmpty()) {
            queues.remove(key);
          } else {
            queue.peek().onResponse(null);
          }
        }
      }
    }
  }

  /** Asks a node to let its turns of an index end, and to begin none but with a newer state. */
  static final class Handover extends TransportRequest {

    private final Index index;
    private final long version;
    private final TimeValue timeout;

    Handover(Index index, long version, TimeValue timeout) {
      this.index = index;
      this.version = version;
      this.timeout = timeout;
    }

    Handover(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in, "a handover");
      index = new Index(in);
      version = in.readVLong();
      timeout = in.readTimeValue();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      WireVersion.write(out);
      index.writeTo(out);
      out.writeVLong(version);
      out.writeTimeValue(timeout);
    }

    @Override
    public Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      String description = "hands over " + index;
      return new NearDuplicateTask(id, type, action, description, parent, headers, timeout);
    }
  }
}
