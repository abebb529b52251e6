package io.github.lucenesimhash.opensearch.groups;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.CollectedFingerprints;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.opensearch.groups.NodeServices.Memory;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefArray;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.Counter;
import org.apache.lucene.util.IntroSorter;
import org.opensearch.search.SearchHit;

/**
 * The documents that have a fingerprint, stored as columns. A document is kept in preference to all
 * later documents. The documents are sorted by the rank of the request's field, id and index.
 */
final class GatheredDocuments extends AbstractList<GatheredDocument> implements RandomAccess {

  /** The heap for a document that is read, joined and grouped, without id and fingerprint. */
  private static final int BYTES_PER_DOCUMENT = 60;

  /** The heap for a lane of a fingerprint while it is read, sorted and joined. */
  private static final int BYTES_PER_LANE = 32;

  private static final int BYTES_PER_ID = 20; // the length of an id that an index generates

  private static final int BYTES_PER_ROUTING = 120;

  /** The index and the primary term of a document that was read. */
  private record Source(String index, long primaryTerm) {}

  private final List<Source> sources = new ArrayList<>();
  private final Map<Source, Integer> sourceNumbers = new HashMap<>();
  private final BytesRefArray ids = new BytesRefArray(Counter.newCounter());
  private final Map<Integer, String> routings = new HashMap<>();
  private long[] lanes; // the fingerprints, one after another
  private int lanesOfEach = 1;
  private long[] seqNos;
  private int[] ranks;
  private int[] sourceOf;
  private int[] order;
  private int rank;
  private Object lastSortValue;

  private GatheredDocuments() {}

  /** Reads the documents of a scroll. Memory is reserved before it is used. */
  static GatheredDocuments read(Scroll scroll, Memory memory) {
    GatheredDocuments documents = new GatheredDocuments();
    scroll.read(
        total -> documents.expect(total, memory), hit -> documents.add(hit, scroll, memory));
    documents.sort();
    return documents;
  }

  private void expect(int documents, Memory memory) {
    memory.add((long) (BYTES_PER_DOCUMENT + BYTES_PER_ID) * documents);
    seqNos = new long[documents];
    ranks = new int[documents];
    sourceOf = new int[documents];
    order = new int[documents];
  }

  private void add(SearchHit hit, Scroll scroll, Memory memory) {
    int number = ids.size();
    Object sortValue = scroll.request().keepBy == null ? null : hit.getSortValues()[0];
    rank += Objects.equals(sortValue, lastSortValue) ? 0 : 1;
    lastSortValue = sortValue;
    ranks[number] = rank;
    Fingerprint fingerprint = scroll.fingerprint(hit);
    if (number == 0) {
      lanesOfEach = fingerprint.lanes();
      memory.add((long) BYTES_PER_LANE * lanesOfEach * order.length);
      lanes = new long[Math.multiplyExact(lanesOfEach, order.length)];
    }
    System.arraycopy(fingerprint.toArray(), 0, lanes, number * lanesOfEach, lanesOfEach);
    BytesRef id = new BytesRef(hit.getId());
    if (id.length > BYTES_PER_ID) {
      memory.add(id.length - BYTES_PER_ID);
    }
    ids.append(id);
    if (hit.field("_routing") != null) {
      String routing = hit.field("_routing").getValue();
      memory.add(BYTES_PER_ROUTING + 2L * routing.length());
      routings.put(number, routing);
    }
    seqNos[number] = hit.getSeqNo();
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

  /** {@return the fingerprints of the documents, in the order of this list} */
  DistinctFingerprints fingerprints() {
    CollectedFingerprints all = new CollectedFingerprints(size());
    for (int i = 0; i < size(); i++) {
      int from = order[i] * lanesOfEach;
      all.add(i, Fingerprint.of(Arrays.copyOfRange(lanes, from, from + lanesOfEach)));
    }
    return all.distinct(null);
  }
}
