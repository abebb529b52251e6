package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.CollectedFingerprints;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.Memory;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefArray;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.Counter;
import org.apache.lucene.util.IntroSorter;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Documents that have a near one, in the order in which they are kept: by the rank of the request's
 * field, then the lowest id. Held as columns.
 */
final class GatheredDocuments extends AbstractList<GatheredDocument> implements RandomAccess {

  /**
   * Most heap for a document while it is gathered, joined and grouped, without id and fingerprint.
   */
  private static final int BYTES_PER_DOCUMENT = 120;

  /** Heap for 64 bits of a fingerprint while it is gathered, sorted and joined. */
  private static final int BYTES_PER_WORD = 32;

  private static final int BYTES_PER_ROUTING = 120;

  /** Where a document was read. */
  private record Source(String index, long primaryTerm) {}

  private final List<Source> sources = new ArrayList<>();
  private final Map<Source, Integer> sourceNumbers = new HashMap<>();
  private final BytesRefArray ids = new BytesRefArray(Counter.newCounter());
  private final Map<Integer, String> routings = new HashMap<>();
  private long[] words = new long[64]; // the fingerprints, one after another
  private int wordsOfEach = 1;
  private long[] seqNos = new long[64];
  private int[] ranks = new int[64];
  private int[] sourceOf = new int[64];
  private int[] order;
  private int rank;
  private Object lastSortValue;

  private GatheredDocuments() {}

  /** Memory is reserved before it is taken. */
  static GatheredDocuments read(Scroll scroll, CloseFingerprints close, Memory memory) {
    GatheredDocuments documents = new GatheredDocuments();
    GroupsRequest request = scroll.request();
    if (!close.isEmpty()) {
      scroll.read(
          "gathering",
          source -> withIds(source, request),
          all -> {},
          hit -> documents.add(hit, scroll, close, memory));
    }
    documents.sort();
    return documents;
  }

  private static SearchSourceBuilder withIds(SearchSourceBuilder source, GroupsRequest request) {
    return source
        .seqNoAndPrimaryTerm(true)
        .sort(request.keepBy == null ? "_doc" : request.keepBy, request.order());
  }

  private void add(SearchHit hit, Scroll scroll, CloseFingerprints close, Memory memory) {
    Object sortValue = scroll.request().keepBy == null ? null : hit.getSortValues()[0];
    rank += Objects.equals(sortValue, lastSortValue) ? 0 : 1;
    lastSortValue = sortValue;
    Fingerprint fingerprint = scroll.fingerprint(hit);
    if (!close.contains(fingerprint)) {
      return;
    }
    int number = ids.size();
    BytesRef id = new BytesRef(hit.getId());
    wordsOfEach = fingerprint.words();
    memory.add(BYTES_PER_DOCUMENT + id.length + (long) BYTES_PER_WORD * wordsOfEach);
    if (hit.field("_routing") != null) {
      String routing = hit.field("_routing").getValue();
      memory.add(BYTES_PER_ROUTING + 2L * routing.length());
      routings.put(number, routing);
    }
    ids.append(id);
    words = ArrayUtil.grow(words, Math.multiplyExact(number + 1, wordsOfEach));
    System.arraycopy(fingerprint.toArray(), 0, words, number * wordsOfEach, wordsOfEach);
    seqNos = ArrayUtil.grow(seqNos, number + 1);
    seqNos[number] = hit.getSeqNo();
    ranks = ArrayUtil.grow(ranks, number + 1);
    ranks[number] = rank;
    sourceOf = ArrayUtil.grow(sourceOf, number + 1);
    sourceOf[number] = number(new Source(hit.getIndex(), hit.getPrimaryTerm()));
  }

  private int number(Source source) {
    return sourceNumbers.computeIfAbsent(
        source,
        added -> {
          sources.add(added);
          return sources.size() - 1;
        });
  }

  private void sort() {
    order = new int[ids.size()];
    Arrays.setAll(order, i -> i);
    new IntroSorter() {
      private final BytesRefBuilder pivotId = new BytesRefBuilder();
      private final BytesRefBuilder otherId = new BytesRefBuilder();
      private int pivot;

      @Override
      protected void setPivot(int i) {
        pivot = order[i];
        ids.get(pivotId, pivot);
      }

      @Override
      protected int comparePivot(int i) {
        int other = order[i];
        int byRank = Integer.compare(ranks[pivot], ranks[other]);
        if (byRank != 0) {
          return byRank;
        }
        int byId = pivotId.get().compareTo(ids.get(otherId, other));
        return byId != 0 ? byId : source(pivot).index.compareTo(source(other).index);
      }

      @Override
      protected void swap(int i, int j) {
        int swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
      }
    }.sort(0, order.length);
    ranks = null;
  }

  private Source source(int number) {
    return sources.get(sourceOf[number]);
  }

  @Override
  public GatheredDocument get(int i) {
    int number = order[i];
    Source source = source(number);
    return new GatheredDocument(
        source.index,
        ids.get(new BytesRefBuilder(), number).utf8ToString(),
        routings.get(number),
        seqNos[number],
        source.primaryTerm);
  }

  @Override
  public int size() {
    return order.length;
  }

  /** {@return the fingerprints of the documents in their order} */
  DistinctFingerprints fingerprints() {
    CollectedFingerprints all = new CollectedFingerprints(size());
    for (int i = 0; i < size(); i++) {
      int from = order[i] * wordsOfEach;
      all.add(i, Fingerprint.of(Arrays.copyOfRange(words, from, from + wordsOfEach)));
    }
    return all.set(null);
  }
}
