package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefArray;
import org.apache.lucene.util.BytesRefArray.IndexedBytesRefIterator;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.Counter;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.search.SearchHit;

/**
 * The fingerprints of an index and whose they are, in memory: 40 bytes a document and its id, twice
 * while arrays grow. Documents are numbered as they come.
 */
final class Fingerprints {

  private final String field;
  private final boolean isSorted;
  private final BytesRefArray ids = new BytesRefArray(Counter.newCounter());
  private final Map<Integer, String> routings = new HashMap<>();
  private long[] fingerprints = {};
  private long[] seqNos = {};
  private long[] terms = {};
  private int[] keepRanks = {};
  private Object lastSortValue;

  /**
   * @param isSorted whether documents come in the order in which they are kept
   */
  Fingerprints(String field, boolean isSorted) {
    this.field = field;
    this.isSorted = isSorted;
  }

  void add(SearchHit hit) {
    int document = ids.size();
    if (document == fingerprints.length) {
      int length = ArrayUtil.oversize(document + 1, 4 * Long.BYTES);
      fingerprints = ArrayUtil.growExact(fingerprints, length);
      seqNos = ArrayUtil.growExact(seqNos, length);
      terms = ArrayUtil.growExact(terms, length);
      keepRanks = ArrayUtil.growExact(keepRanks, length);
    }
    ids.append(new BytesRef(hit.getId()));
    fingerprints[document] = Fingerprint.parseHex(hit.field(field).getValue());
    seqNos[document] = hit.getSeqNo();
    terms[document] = hit.getPrimaryTerm();
    if (isSorted && document > 0) {
      Object sortValue = hit.getSortValues()[0];
      boolean same = Objects.equals(sortValue, lastSortValue);
      keepRanks[document] = keepRanks[document - 1] + (same ? 0 : 1);
    }
    lastSortValue = hit.getSortValues()[0];
    if (hit.field("_routing") != null) {
      routings.put(document, hit.field("_routing").getValue());
    }
  }

  int size() {
    return ids.size();
  }

  long[] toArray() {
    return ArrayUtil.copyOfSubArray(fingerprints, 0, size());
  }

  String id(int document) {
    return ids.get(new BytesRefBuilder(), document).utf8ToString();
  }

  /** Or null. */
  String routing(int document) {
    return routings.get(document);
  }

  /** Asks for a document of the index as it is now. */
  MultiGetRequest.Item item(String index, int document) {
    return new MultiGetRequest.Item(index, id(document)).routing(routing(document));
  }

  /** Whether a document is still the one that was read. */
  boolean isUnchanged(int document, GetResponse now) {
    return now.isExists()
        && now.getSeqNo() == seqNos[document]
        && now.getPrimaryTerm() == terms[document];
  }

  /** Deletes a document of the index if it is still the one that was read. */
  DeleteRequest delete(String index, int document) {
    return new DeleteRequest(index, id(document))
        .routing(routing(document))
        .setIfSeqNo(seqNos[document])
        .setIfPrimaryTerm(terms[document]);
  }

  /** A lower number for whoever is kept sooner: as documents were sorted, ties by id. */
  long[] ranks() {
    long[] ranks = new long[size()];
    try {
      fill(ranks, ids.iterator(ids.sort(Comparator.naturalOrder(), false)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ranks;
  }

  /** A method of its own: JDK 25's C2 crashes on the loop where it sees the iterator made. */
  private void fill(long[] ranks, IndexedBytesRefIterator sorted) throws IOException {
    for (int place = 0; sorted.next() != null; place++) {
      ranks[sorted.ord()] = ((long) keepRanks[sorted.ord()] << Integer.SIZE) | place;
    }
  }
}
