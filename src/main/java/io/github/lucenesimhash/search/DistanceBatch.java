package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.IndexReader.CacheKey;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.apache.lucene.util.Bits;

/**
 * Shares the work of many distance queries on one index. When the first of its queries is searched,
 * the batch finds the hits of up to 4,096 fingerprints together, in each segment in {@link
 * SimHashPostingsFormat} where that is faster than one by one. The queries may be searched by any
 * threads and combined with any clauses. Drop the batch afterwards, because it holds all hits.
 *
 * <p>A batch may also be used with newer readers, because the documents of a segment never change.
 * Documents that have been deleted since are left out.
 */
public final class DistanceBatch {

  private static final int MAX_TOGETHER = 1 << TableSegment.QUERY_BITS;

  /**
   * The maximum distance for each lane at which the one lane in an entry rules out enough
   * documents.
   */
  private static final int MAX_LANE_DISTANCE = 20;

  private static final Comparator<ScoreDoc> NEAREST_FIRST =
      Comparator.<ScoreDoc>comparingDouble(hit -> -hit.score).thenComparingInt(hit -> hit.doc);

  private final String field;
  private final int maxDistance;
  private final List<Part> parts = new ArrayList<>();
  private final int[] places; // the index of each text in the parts; -1 without fingerprint

  /**
   * Creates a batch. Nothing is searched yet.
   *
   * @param field the field that holds the fingerprints
   * @param fingerprints the fingerprints to look for, all of one width; copied
   * @param maxDistance the maximum distance in bits, 0 to the width of the fingerprints
   * @throws IllegalArgumentException if maxDistance is out of range, or the widths differ
   */
  public DistanceBatch(String field, Fingerprint[] fingerprints, int maxDistance) {
    this(field, fingerprints, IntStream.range(0, fingerprints.length).toArray(), maxDistance);
  }

  /**
   * Creates a batch for texts. The query for a text without a fingerprint matches nothing.
   *
   * @param field the field that holds the fingerprints
   * @param fingerprints the fingerprint of each text, empty if it has none
   * @param maxDistance the maximum distance in bits, 0 to the width of the fingerprints
   * @throws IllegalArgumentException if maxDistance is out of range, or the widths differ
   */
  public DistanceBatch(String field, List<Optional<Fingerprint>> fingerprints, int maxDistance) {
    this(field, present(fingerprints), places(fingerprints), maxDistance);
  }

  private DistanceBatch(String field, Fingerprint[] fingerprints, int[] places, int maxDistance) {
    int bits = fingerprints.length == 0 ? Fingerprint.MAX_BITS : fingerprints[0].bits();
    HammingDistanceQuery.checkMaxDistance(field, maxDistance, bits);
    for (Fingerprint each : fingerprints) {
      if (each.bits() != bits) {
        throw new IllegalArgumentException(
            "fingerprint "
                + each
                + " has "
                + each.bits()
                + " bits, expected "
                + bits
                + " like the first");
      }
    }
    this.field = field;
    this.maxDistance = maxDistance;
    this.places = places;
    for (int from = 0; from < fingerprints.length; from += MAX_TOGETHER) {
      int to = Math.min(from + MAX_TOGETHER, fingerprints.length);
      parts.add(new Part(Arrays.copyOfRange(fingerprints, from, to)));
    }
  }

  private static Fingerprint[] present(List<Optional<Fingerprint>> fingerprints) {
    return fingerprints.stream().flatMap(Optional::stream).toArray(Fingerprint[]::new);
  }

  private static int[] places(List<Optional<Fingerprint>> fingerprints) {
    int next = 0;
    int[] places = new int[fingerprints.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = fingerprints.get(i).isPresent() ? next++ : -1;
    }
    return places;
  }

  /**
   * Creates the query for one of the fingerprints. The query matches and scores as {@link
   * SimHashField#newDistanceQuery} does.
   *
   * @param index the index of the fingerprint or text in this batch
   * @return a query that shares the work of the batch
   */
  public Query query(int index) {
    int place = places[index];
    if (place < 0) {
      return new MatchNoDocsQuery("no fingerprint");
    }
    Part part = parts.get(place / MAX_TOGETHER);
    int number = place % MAX_TOGETHER;
    return new HammingDistanceQuery(
        field,
        part.fingerprints[number],
        maxDistance,
        Strategy.CHEAPEST,
        part.isSearched() ? leaf -> part.hits(number, leaf) : null);
  }

  /**
   * Returns the nearest hits of one query, ties by document, with the exact number of all hits. The
   * result equals that of a search, but takes less time if the batch has found the hits.
   *
   * @param index the index of the fingerprint or text in this batch
   * @param searcher a searcher of the index
   * @param most the maximum number of hits, at least 1
   * @return the nearest hits
   * @throws IOException if the index cannot be read
   */
  public TopDocs search(int index, IndexSearcher searcher, int most) throws IOException {
    Query query = query(index);
    if (!(query instanceof HammingDistanceQuery distance)) {
      return new TopDocs(new TotalHits(0, Relation.EQUAL_TO), new ScoreDoc[0]);
    }
    List<ScoreDoc> all = new ArrayList<>();
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      if (!IndexedField.isIn(leaf.reader(), field, distance.fingerprint)) {
        continue;
      }
      Hits hits = distance.batch == null ? null : distance.batch.apply(leaf);
      if (hits == null) {
        return searcher.search(
            query, new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE));
      }
      Bits live = leaf.reader().getLiveDocs();
      for (int i = 0; i < hits.size(); i++) {
        int doc = hits.doc(i);
        if (live == null || live.get(doc)) {
          float score = DistanceScorer.score(hits.distance(i), distance.fingerprint.bits(), 1);
          all.add(new ScoreDoc(leaf.docBase + doc, score));
        }
      }
    }
    all.sort(NEAREST_FIRST);
    ScoreDoc[] nearest = all.stream().limit(most).toArray(ScoreDoc[]::new);
    return new TopDocs(new TotalHits(all.size(), Relation.EQUAL_TO), nearest);
  }

  /** Searches up to 4,096 fingerprints together. */
  private final class Part {

    private final Fingerprint[] fingerprints;

    /** The hits of all fingerprints by segment, or null where each is searched by itself. */
    private final Map<CacheKey, Hits[]> bySegment = new HashMap<>();

    Part(Fingerprint[] fingerprints) {
      this.fingerprints = fingerprints;
    }

    boolean isSearched() {
      return fingerprints.length > 1 && maxDistance <= MAX_LANE_DISTANCE * fingerprints[0].lanes();
    }

    /** Returns the hits of a fingerprint in a segment, or null if it must be searched alone. */
    synchronized Hits hits(int number, LeafReaderContext leaf) throws IOException {
      CacheHelper core = leaf.reader().getCoreCacheHelper();
      if (core == null) {
        return null;
      }
      if (!bySegment.containsKey(core.getKey())) {
        search(ReaderUtil.getTopLevelContext(leaf).leaves());
      }
      Hits[] all = bySegment.get(core.getKey());
      return all == null ? null : all[number];
    }

    /** Searches the segments that were not searched before. */
    private void search(List<LeafReaderContext> leaves) throws IOException {
      List<CacheKey> keys = new ArrayList<>();
      List<TableSegment> segments = new ArrayList<>();
      for (LeafReaderContext leaf : leaves) {
        LeafReader reader = leaf.reader();
        CacheHelper core = reader.getCoreCacheHelper();
        if (core != null && !bySegment.containsKey(core.getKey())) {
          BlockTables tables = BlockTables.of(reader, field);
          if (tables != null && tables.lanes() == fingerprints[0].lanes()) {
            keys.add(core.getKey());
            segments.add(new TableSegment(reader, field, tables));
          } else {
            bySegment.put(core.getKey(), null);
          }
        }
      }
      Hits[][] hits = TableSearch.search(fingerprints, maxDistance, segments);
      for (int i = 0; i < segments.size(); i++) {
        bySegment.put(keys.get(i), hits[i]);
      }
    }
  }
}
