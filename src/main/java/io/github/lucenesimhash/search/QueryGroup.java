package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.Query;

/**
 * Distance queries that are searched together: the first that comes to a segment finds the hits of
 * all in it, if that is less work, and the others take theirs. What a segment holds never changes,
 * so they are right at any time; deleted documents are left out when a query is searched.
 */
final class QueryGroup {

  /** Searches for 4,096 take twice the time of searches for 2,048: no larger groups are made. */
  private static final int MAX_MEMBERS = 4096;

  /** Share of the time of searches one by one that a search together may take. */
  private static final double WORTH = 1;

  private final String field;
  private final long[] fingerprints;
  private final int maxDistance;
  private final double worth;

  /** By the segment's key. */
  private final Map<Object, Segment> bySegment = new ConcurrentHashMap<>();

  private QueryGroup(String field, long[] fingerprints, int maxDistance, double worth) {
    this.field = field;
    this.fingerprints = fingerprints;
    this.maxDistance = maxDistance;
    this.worth = worth;
  }

  /** One query for each fingerprint, in their order. */
  static List<Query> queries(String field, long[] fingerprints, int maxDistance, String schemeId) {
    return queries(field, fingerprints, maxDistance, schemeId, WORTH);
  }

  /**
   * @param worth {@link #WORTH}, or what a test would have
   */
  static List<Query> queries(
      String field, long[] fingerprints, int maxDistance, String schemeId, double worth) {
    List<Query> queries = new ArrayList<>(fingerprints.length);
    for (int from = 0; from < fingerprints.length; from += MAX_MEMBERS) {
      int to = Math.min(from + MAX_MEMBERS, fingerprints.length);
      long[] members = Arrays.copyOfRange(fingerprints, from, to);
      QueryGroup group = new QueryGroup(field, members, maxDistance, worth);
      for (int i = 0; i < members.length; i++) {
        Place place = new Place(group, i);
        queries.add(
            new HammingDistanceQuery(
                field, members[i], maxDistance, schemeId, Road.CHEAPEST, place));
      }
    }
    return queries;
  }

  /** A query's place in its group. */
  record Place(QueryGroup group, int member) {

    /** The query's hits in a segment, or null if it is to be searched by itself. */
    Hits hits(LeafReader reader) throws IOException {
      GroupHits all = group.hits(reader);
      return all == null ? null : all.of(member);
    }
  }

  private GroupHits hits(LeafReader reader) throws IOException {
    CacheHelper segment = reader.getCoreCacheHelper();
    BlockTables tables = BlockTerms.tables(reader, field);
    if (segment == null
        || tables == null
        || fingerprints.length == 1
        || maxDistance < Blocks.BLOCKS
        || maxDistance > GroupSearch.MAX_DISTANCE) {
      return null;
    }
    return bySegment
        .computeIfAbsent(segment.getKey(), key -> new Segment())
        .hits(this, reader, tables);
  }

  /** What is found in one segment, once. */
  private static final class Segment {

    private boolean isSearched;

    /** Null where each query searches by itself. */
    private GroupHits hits;

    synchronized GroupHits hits(QueryGroup group, LeafReader reader, BlockTables tables)
        throws IOException {
      if (!isSearched) {
        GroupSearch search = new GroupSearch(tables, group.fingerprints, group.maxDistance);
        if (search.nanos() <= group.worth * search.nanosOneByOne()) {
          hits = search.search(reader, group.field);
        }
        isSearched = true;
      }
      return hits;
    }
  }
}
