package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.IndexReader.CacheKey;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
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
 * Many fingerprints that are looked for in the same index: the first of its queries that comes to a
 * segment finds the hits of up to 4,096 fingerprints in it, if it is in {@link
 * SimHashPostingsFormat} and that is faster. Search with all of its queries, by any threads, one
 * after another or combined with other clauses, then drop the batch: it holds what was found.
 *
 * <p>The documents of a segment never change, so a batch may be used with newer readers. Documents
 * that were deleted since are left out.
 */
public final class DistanceBatch {

  private static final int MAX_TOGETHER = 4096; // twice as many would take twice the time
  private static final double WORTH = 1; // most time together, as a share of that one by one

  private static final Comparator<ScoreDoc> NEAREST_FIRST =
      Comparator.<ScoreDoc>comparingDouble(hit -> -hit.score).thenComparingInt(hit -> hit.doc);

  private final String field;
  private final int maxDistance;
  private final double worth;
  private final List<Part> parts = new ArrayList<>();
  private final int[] places; // in the parts, of each text; -1 without a fingerprint

  /**
   * Creates a batch that has found nothing yet.
   *
   * @param field holds the fingerprints
   * @param fingerprints looked for, all of as many bits; copied
   * @param maxDistance bits, 0 to all of the fingerprints'
   * @throws IllegalArgumentException if maxDistance is out of range, or widths differ
   */
  public DistanceBatch(String field, Fingerprint[] fingerprints, int maxDistance) {
    this(field, fingerprints, maxDistance, WORTH);
  }

  /**
   * Creates a batch of texts. The query of a text without a fingerprint finds nothing.
   *
   * @param field holds the fingerprints
   * @param fingerprints looked for, each of a text
   * @param maxDistance bits, 0 to all of the fingerprints'
   */
  public DistanceBatch(String field, List<Optional<Fingerprint>> fingerprints, int maxDistance) {
    this(field, present(fingerprints), places(fingerprints), maxDistance, WORTH);
  }

  /** Creates a batch with another share than {@link #WORTH}, for tests. */
  DistanceBatch(String field, Fingerprint[] fingerprints, int maxDistance, double worth) {
    this(
        field, fingerprints, IntStream.range(0, fingerprints.length).toArray(), maxDistance, worth);
  }

  private DistanceBatch(
      String field, Fingerprint[] fingerprints, int[] places, int maxDistance, double worth) {
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
                + " as the first");
      }
    }
    this.field = field;
    this.maxDistance = maxDistance;
    this.worth = worth;
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

  /** {@return true if it has a single fingerprint, which other queries find as fast} */
  public boolean isOfOne() {
    return parts.size() == 1 && parts.getFirst().fingerprints.length == 1;
  }

  /**
   * {@return what {@link SimHashField#newDistanceQuery} gives for one of the fingerprints}
   *
   * @param index in the array of fingerprints, or list of texts
   */
  public Query query(int index) {
    int place = places[index];
    if (place < 0) {
      return new MatchNoDocsQuery("no fingerprint");
    }
    Member member = new Member(parts.get(place / MAX_TOGETHER), place % MAX_TOGETHER);
    return new HammingDistanceQuery(
        field, member.part.fingerprints[member.index], maxDistance, Strategy.CHEAPEST, member);
  }

  /**
   * {@return the nearest hits of one of its queries, best first, ties by document, and the exact
   * number of all} As a search has them; where the batch finds all, without one, and in all
   * segments together: that is faster.
   *
   * @param index in the array of fingerprints, or list of texts
   * @param searcher of the index
   * @param most hits, at least 1
   * @throws IOException if the index cannot be read
   */
  public TopDocs search(int index, IndexSearcher searcher, int most) throws IOException {
    Query query = query(index);
    if (!(query instanceof HammingDistanceQuery distance)) {
      return new TopDocs(new TotalHits(0, Relation.EQUAL_TO), new ScoreDoc[0]);
    }
    Member member = distance.member;
    List<ScoreDoc> all = new ArrayList<>();
    member.part.findAll(searcher.getIndexReader());
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      if (!IndexedField.isIn(leaf.reader(), field, distance.fingerprint)) {
        continue;
      }
      Hits hits = member.hits(leaf.reader());
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

  record Member(Part part, int index) {

    /** The hits in a segment, in document order; null if it is to be searched by itself. */
    Hits hits(LeafReader reader) throws IOException {
      Hits[] all = part.hits(reader);
      return all == null ? null : all[index];
    }

    @Override
    public String toString() {
      return "one search for the " + part.fingerprints.length + " fingerprints of a batch";
    }
  }

  private final class Part {

    private final Fingerprint[] fingerprints;
    private final Map<CacheKey, Segment> bySegment = new ConcurrentHashMap<>();
    private volatile IndexReader searched; // the last, all segments at once

    Part(Fingerprint[] fingerprints) {
      this.fingerprints = fingerprints;
    }

    Hits[] hits(LeafReader reader) throws IOException {
      Segment segment = segment(reader);
      if (segment == null) {
        return null;
      }
      synchronized (segment) {
        find(List.of(reader));
      }
      return segment.hits;
    }

    /** Returns null for a segment in another format, or with fingerprints of another width. */
    private Segment segment(LeafReader reader) throws IOException {
      CacheHelper core = reader.getCoreCacheHelper();
      BlockTables tables = BlockTables.of(reader, field);
      return core == null || tables == null || tables.words() != fingerprints[0].words()
          ? null
          : bySegment.computeIfAbsent(core.getKey(), key -> new Segment());
    }

    void findAll(IndexReader reader) throws IOException {
      if (!reader.equals(searched)) {
        find(reader.leaves().stream().map(LeafReaderContext::reader).toList());
        searched = reader;
      }
    }

    /** Searches those of the segments that were not searched before, in one pass. */
    private void find(List<LeafReader> readers) throws IOException {
      List<LeafReader> found = new ArrayList<>();
      List<BlockTables> tables = new ArrayList<>();
      for (LeafReader reader : readers) {
        Segment segment = segment(reader);
        if (segment != null && !segment.isSearched) {
          found.add(reader);
          tables.add(BlockTables.of(reader, field));
        }
      }
      if (!found.isEmpty()) {
        BatchSearch search = SegmentPlan.together(tables, fingerprints, maxDistance, worth);
        List<Hits[]> hits = search == null ? null : search.search(found, field);
        for (int i = 0; i < found.size(); i++) {
          Segment segment = segment(found.get(i));
          segment.hits = hits == null ? null : hits.get(i);
          segment.isSearched = true;
        }
      }
    }
  }

  private static final class Segment {

    private Hits[] hits; // null where each fingerprint is searched by itself
    private volatile boolean isSearched;
  }
}
