package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.cluster.GroupsTask.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefArray;
import org.apache.lucene.util.BytesRefArray.IndexedBytesRefIterator;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.Counter;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.action.search.ClearScrollRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchScrollRequest;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortOrder;
import org.opensearch.transport.client.Client;

/**
 * The fingerprints of an index, or of what an alias of it shows, and whose they are, in memory: 40
 * bytes a document and its id, twice while arrays grow. Documents are numbered in the order of
 * reading.
 */
final class GatheredDocuments {

  /** What a document takes at most, besides its id: gathered, joined and grouped. */
  private static final int BYTES_PER_DOCUMENT = 160;

  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(1);

  private final String index;
  private final String field;
  private final boolean isSorted;
  private final BytesRefArray ids = new BytesRefArray(Counter.newCounter());
  private final Map<Integer, String> routings = new HashMap<>();
  private long[] fingerprints = {};
  private long[] seqNos = {};
  private long[] terms = {};
  private int[] keepRanks = {};
  private Object lastSortValue;

  private GatheredDocuments(String index, GroupsRequest request) {
    this.index = index;
    this.field = request.field;
    this.isSorted = request.keepBy != null;
  }

  /**
   * Reads all shards by a scroll, which sees each shard as it was at the first page. An answer that
   * misses a shard ends it.
   *
   * @param bytes called before memory is taken; may refuse
   */
  static GatheredDocuments read(
      Work work, GroupsRequest request, int pageSize, LongConsumer bytes) {
    GatheredDocuments documents = new GatheredDocuments(work.index(), request);
    Client client = work.client();
    SearchResponse page = work.await(client.search(firstPage(request, pageSize)));
    try {
      long total = page.getHits().getTotalHits().value();
      while (page.getHits().getHits().length > 0) {
        check(page);
        for (SearchHit hit : page.getHits().getHits()) {
          if (!hit.getIndex().equals(work.index())) {
            throw unavailable("[" + request.index + "] has become [" + hit.getIndex() + "]");
          }
          bytes.accept(BYTES_PER_DOCUMENT + 2L * hit.getId().length());
          documents.add(hit);
        }
        work.task().advance("reading", documents.size(), total);
        SearchScrollRequest next = new SearchScrollRequest(page.getScrollId()).scroll(KEEP_ALIVE);
        page = work.await(client.searchScroll(next));
      }
      check(page);
      if (documents.size() != total) {
        throw unavailable("read " + documents.size() + " fingerprints of " + total);
      }
      return documents;
    } finally {
      ClearScrollRequest clear = new ClearScrollRequest();
      clear.addScrollId(page.getScrollId());
      NodeServices.unparented(client).clearScroll(clear, ActionListener.noOp());
    }
  }

  private static SearchRequest firstPage(GroupsRequest request, int pageSize) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.existsQuery(request.field))
            .size(pageSize)
            .fetchSource(false)
            .docValueField(request.field)
            .seqNoAndPrimaryTerm(true)
            .trackTotalHits(true);
    if (request.keepBy == null) {
      source.sort("_doc", SortOrder.ASC);
    } else {
      source.sort(request.keepBy, request.order);
    }
    return new SearchRequest(request.indices())
        .source(source)
        .scroll(KEEP_ALIVE)
        .allowPartialSearchResults(false);
  }

  private static void check(SearchResponse page) {
    if (page.getFailedShards() > 0 || page.getSuccessfulShards() < page.getTotalShards()) {
      throw unavailable(
          page.getSuccessfulShards() + " of " + page.getTotalShards() + " shards answered");
    }
  }

  private static OpenSearchStatusException unavailable(String what) {
    return new OpenSearchStatusException(
        "{}: nothing was changed, ask again", RestStatus.SERVICE_UNAVAILABLE, what);
  }

  private void add(SearchHit hit) {
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
      boolean isEqual = Objects.equals(hit.getSortValues()[0], lastSortValue);
      keepRanks[document] = keepRanks[document - 1] + (isEqual ? 0 : 1);
    }
    lastSortValue = hit.getSortValues()[0];
    if (hit.field("_routing") != null) {
      routings.put(document, hit.field("_routing").getValue());
    }
  }

  int size() {
    return ids.size();
  }

  long[] fingerprints() {
    return ArrayUtil.copyOfSubArray(fingerprints, 0, size());
  }

  String id(int document) {
    return ids.get(new BytesRefBuilder(), document).utf8ToString();
  }

  /**
   * Puts a document's id, and its routing if it has one: without, the document cannot be found by
   * its id.
   */
  void putId(Map<String, Object> shown, String idName, String routingName, int document) {
    shown.put(idName, id(document));
    String routing = routings.get(document);
    if (routing != null) {
      shown.put(routingName, routing);
    }
  }

  /** Asks for a document of the index as it is now. */
  MultiGetRequest.Item item(int document) {
    return new MultiGetRequest.Item(index, id(document)).routing(routings.get(document));
  }

  /** Whether a document is still the one that was read. */
  boolean isUnchanged(int document, GetResponse now) {
    return now.isExists()
        && now.getSeqNo() == seqNos[document]
        && now.getPrimaryTerm() == terms[document];
  }

  /** Deletes a document of the index if it is still the one that was read. */
  DeleteRequest delete(int document) {
    return new DeleteRequest(index, id(document))
        .routing(routings.get(document))
        .setIfSeqNo(seqNos[document])
        .setIfPrimaryTerm(terms[document]);
  }

  /** The lower, the sooner a document is kept: in the order of sorting, equal ones by id. */
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
    for (int rank = 0; sorted.next() != null; rank++) {
      ranks[sorted.ord()] = ((long) keepRanks[sorted.ord()] << Integer.SIZE) | rank;
    }
  }
}
