package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.search.ComparedSignature;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.SignatureList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.DocWriteResponse.Result;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.indices.breaker.CircuitBreakerService;

/**
 * The documents that this node has added to an index lately, so that a shard is not refreshed only
 * to show those that are near nothing that is looked for. Of what it does not know here, a shard
 * takes it that it must be shown: what others wrote, and what changed or deleted a document. Safe
 * for use by several threads.
 */
final class RecentWrites {

  /** Documents of all shards; a shard that adds more is refreshed. */
  private static final int MAX_DOCUMENTS = 10_000;

  /** Indexes of a node; those that were used least lately forget their writes. */
  private static final int MAX_INDEXES = 32;

  private static final long BYTES_PER_DOCUMENT = 120;

  private final Map<ShardId, Writes> shards = new HashMap<>();
  private final CircuitBreaker breaker;
  private String field;

  private static final class Writes {

    long primaryTerm;
    final NavigableMap<Long, Signature> signatures = new TreeMap<>(); // by sequence number
  }

  /** Writes that are near nothing that is looked for. */
  static final class Irrelevant implements Writeable {

    private final long primaryTerm;

    /** Of sequence numbers, ascending: the first and the last of each. */
    private final long[] ranges;

    Irrelevant(long primaryTerm, long[] ranges) {
      this.primaryTerm = primaryTerm;
      this.ranges = ranges;
    }

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

  /** What it holds is reserved at the breaker of what outlives requests. */
  RecentWrites(CircuitBreakerService breakers) {
    breaker = breakers.getBreaker(CircuitBreaker.FIELDDATA);
  }

  /** A set of those that were added last; it makes the others forget. */
  static Set<RecentWrites> lastAdded() {
    return Collections.newSetFromMap(
        Collections.synchronizedMap(
            new LinkedHashMap<>(16, 0.75f, true) {
              @Override
              protected boolean removeEldestEntry(Map.Entry<RecentWrites, Boolean> eldest) {
                if (size() <= MAX_INDEXES) {
                  return false;
                }
                eldest.getKey().forget();
                return true;
              }
            }));
  }

  private static long bytes(Signature signature) {
    return BYTES_PER_DOCUMENT + signature.wordsBytes();
  }

  private void clear(Map<Long, Signature> signatures) {
    breaker.addWithoutBreaking(-signatures.values().stream().mapToLong(RecentWrites::bytes).sum());
    signatures.clear();
  }

  /** Whether the shard was not looked at since this node decides. */
  synchronized boolean isNew(ShardId shard) {
    return !shards.containsKey(shard);
  }

  /** Takes a document that was sent with this signature, and is stored as it was sent. */
  synchronized void add(String fieldName, Signature signature, DocWriteResponse written) {
    if (!fieldName.equals(field)) {
      forget();
      field = fieldName;
    }
    Writes writes = shards.get(written.getShardId());
    if (writes == null || written.getResult() != Result.CREATED) {
      return;
    }
    if (writes.primaryTerm != written.getPrimaryTerm()) {
      clear(writes.signatures);
      writes.primaryTerm = written.getPrimaryTerm();
    }
    try {
      breaker.addEstimateBytesAndMaybeBreak(bytes(signature), "documents added lately");
    } catch (CircuitBreakingException e) {
      forget();
      return;
    }
    Signature before = writes.signatures.put(written.getSeqNo(), signature);
    if (before != null) {
      breaker.addWithoutBreaking(-bytes(before));
    }
    if (shards.values().stream().mapToInt(shard -> shard.signatures.size()).sum() > MAX_DOCUMENTS) {
      clear(writes.signatures);
    }
  }

  /** Gives up the memory that documents take; their shards are refreshed then. */
  synchronized void forget() {
    shards.values().forEach(writes -> clear(writes.signatures));
  }

  /** A shard has shown all up to a sequence number. */
  synchronized void shown(ShardId shard, long checkpoint) {
    clear(shards.computeIfAbsent(shard, s -> new Writes()).signatures.headMap(checkpoint, true));
  }

  /** Those of a shard that are not near any of these signatures. */
  synchronized Irrelevant irrelevant(
      ShardId shard, String fieldName, Comparison comparison, List<Signature> wanted) {
    Writes writes = shards.get(shard);
    if (writes == null || !fieldName.equals(field)) {
      return new Irrelevant(0, new long[0]);
    }
    SignatureList<Signature> all = new SignatureList<>();
    wanted.forEach(each -> all.add(each, comparison.of(each)));
    List<Long> ranges = new ArrayList<>();
    writes.signatures.forEach(
        (seqNo, own) -> {
          if (all.mayHaveNear(new ComparedSignature(comparison, own))) {
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
}
