package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.TieredMergePolicy;

/**
 * Merges only segments of the same span of time, a week for example, so that documents which grow
 * old together leave together: when all documents of a segment have been deleted, Lucene deletes
 * its files, and rewrites nothing. An index does not need this policy for {@link
 * NearDuplicateWriter#expire}, or for the guarantee.
 *
 * <pre>
 * Span     A segment is of the span that the median of its dates is in, of some of them if it is large. So a few late
 *          documents, or dates that are wrong, do not change it.
 * Newest   The last span that has, with all spans after it, a 32nd of all documents. So wrong dates in segments of
 *          their own do not change it either. Its segments, and those of later spans, are merged as the policy within
 *          does it.
 * Others   The segments of an older span become one as soon as all but the largest have an eighth of its size together;
 *          only then is an older span written again.
 * Oldest   The first span that has, with all spans before it, a 32nd. Their deletions stay until they are a sixth
 *          of all documents that are left; they will be dropped as they are. So a span of a window's half is written
 *          once or twice again while it leaves, one of a sixth never is.
 * Many     From the oldest to the newest there are 64 spans at most: in an index that holds more, spans are twice as
 *          long, or four times, and so on. What is farther off than 8 spans is one span on either side.
 * </pre>
 */
public final class DateMergePolicy extends FilterMergePolicy {

  private static final int MAX_SPANS = 64; // from the oldest to the newest
  private static final int MAX_OUTER_SPANS = 8; // before, and after
  private static final int OUTER_SHARE = 32; // of all documents
  private static final int SEGMENTS_PER_TIER = 3;
  private static final int FLOOR_MEGABYTES = 256;
  private static final long MAX_WAITED_FOR = 16L << 20;
  private static final int MIN_SHARE = 8; // of the largest segment, to merge it again
  private static final int DELETED_SHARE = 6; // of the documents that are left
  private static final long MAX_BYTES = 5L << 30; // of an older span, to become one segment

  private final String dateField;
  private final long spanMillis;
  private final Map<SegmentInfo, Long> spans = new HashMap<>();

  /** The segments of each span; before the oldest and after the newest are few documents. */
  private record BySpan(NavigableMap<Long, SegmentInfos> segments, long oldest, long newest) {

    NavigableMap<Long, SegmentInfos> leaving() {
      return segments.headMap(Math.min(oldest, newest - 1), true);
    }
  }

  /**
   * A {@link TieredMergePolicy} within each span, for few segments: each costs a look-up.
   *
   * @param dateField as {@link NearDuplicateWriter.Builder#window} takes it
   * @param span at least a millisecond; half of the window for example, as each span costs a
   *     look-up
   */
  public DateMergePolicy(String dateField, Duration span) {
    this(dateField, span, fewSegments());
  }

  private static MergePolicy fewSegments() {
    TieredMergePolicy policy =
        new TieredMergePolicy() {
          @Override
          protected long maxFullFlushMergeSize() {
            return MAX_WAITED_FOR; // a refresh waits for these
          }
        };
    policy.setSegmentsPerTier(SEGMENTS_PER_TIER);
    policy.setFloorSegmentMB(FLOOR_MEGABYTES);
    return policy;
  }

  /**
   * A policy of your own within each span.
   *
   * @param dateField as {@link NearDuplicateWriter.Builder#window} takes it
   * @param span at least a millisecond
   * @param within gets the segments of one span at a time
   */
  public DateMergePolicy(String dateField, Duration span, MergePolicy within) {
    super(within);
    this.dateField = Objects.requireNonNull(dateField, "dateField");
    spanMillis = Settings.millis(span);
    Settings.check(spanMillis >= 1, "span is " + span, "at least a millisecond");
  }

  @Override
  public MergeSpecification findMerges(
      MergeTrigger trigger, SegmentInfos infos, MergeContext context) throws IOException {
    BySpan bySpan = bySpan(infos);
    long left = infos.totalMaxDoc() - deleted(infos, context);
    Map<Long, SegmentInfos> leaving = bySpan.leaving();
    long gone = 0;
    for (SegmentInfos segments : leaving.values()) {
      gone += deleted(segments, context);
    }
    MergeSpecification all = new MergeSpecification();
    for (Map.Entry<Long, SegmentInfos> span : bySpan.segments.entrySet()) {
      SegmentInfos segments = span.getValue();
      boolean isNewest = span.getKey() >= bySpan.newest;
      boolean isLeaving = leaving.containsKey(span.getKey());
      boolean isFull = isLeaving && gone * DELETED_SHARE > left;
      if (!isNewest && isToBeOne(segments, isFull, context)) {
        addAll(all, whole(segments, context));
      } else if (!isLeaving || isFull) {
        addAll(all, in.findMerges(trigger, segments, context));
      }
    }
    return all.merges.isEmpty() ? null : all;
  }

  private static long deleted(SegmentInfos segments, MergeContext context) throws IOException {
    long deleted = 0;
    for (SegmentCommitInfo segment : segments) {
      deleted += context.numDeletesToMerge(segment);
    }
    return deleted;
  }

  /** By the policy within, whose merges may keep or change what they write. */
  private MergeSpecification whole(SegmentInfos segments, MergeContext context) throws IOException {
    Map<SegmentCommitInfo, Boolean> each = new HashMap<>();
    segments.forEach(segment -> each.put(segment, true));
    return in.findForcedMerges(segments, 1, each, context);
  }

  /**
   * Whether it is worth it to merge all segments of an older span.
   *
   * @param isFull of deleted documents
   */
  private boolean isToBeOne(SegmentInfos segments, boolean isFull, MergeContext context)
      throws IOException {
    if ((segments.size() < 2 && !isFull)
        || !Collections.disjoint(segments.asList(), context.getMergingSegments())) {
      return false;
    }
    long bytes = 0;
    long largest = 0;
    for (SegmentCommitInfo segment : segments) {
      long size = size(segment, context);
      bytes += size;
      largest = Math.max(largest, size);
    }
    boolean isWorth = isFull || (bytes - largest) * MIN_SHARE >= largest;
    return isWorth && bytes <= MAX_BYTES;
  }

  @Override
  public MergeSpecification findFullFlushMerges(
      MergeTrigger trigger, SegmentInfos infos, MergeContext context) throws IOException {
    BySpan bySpan = bySpan(infos);
    MergeSpecification all = new MergeSpecification();
    for (SegmentInfos segments : bySpan.segments.tailMap(bySpan.newest).values()) {
      addAll(all, in.findFullFlushMerges(trigger, segments, context));
    }
    return all.merges.isEmpty() ? null : all;
  }

  /** So many segments for each span. */
  @Override
  public MergeSpecification findForcedMerges(
      SegmentInfos infos,
      int maxSegmentCount,
      Map<SegmentCommitInfo, Boolean> segmentsToMerge,
      MergeContext context)
      throws IOException {
    MergeSpecification all = new MergeSpecification();
    for (SegmentInfos segments : bySpan(infos).segments.values()) {
      addAll(all, in.findForcedMerges(segments, maxSegmentCount, segmentsToMerge, context));
    }
    return all.merges.isEmpty() ? null : all;
  }

  @Override
  public MergeSpecification findForcedDeletesMerges(SegmentInfos infos, MergeContext context)
      throws IOException {
    MergeSpecification all = new MergeSpecification();
    for (SegmentInfos segments : bySpan(infos).segments.values()) {
      addAll(all, in.findForcedDeletesMerges(segments, context));
    }
    return all.merges.isEmpty() ? null : all;
  }

  private static void addAll(MergeSpecification all, MergeSpecification some) {
    if (some != null) {
      some.merges.forEach(all::add);
    }
  }

  private synchronized BySpan bySpan(SegmentInfos infos) throws IOException {
    Map<SegmentInfo, Long> known = new HashMap<>(spans);
    spans.clear();
    NavigableMap<Long, Long> documents = new TreeMap<>();
    for (SegmentCommitInfo segment : infos) {
      Long span = known.get(segment.info);
      if (span == null) {
        span = Math.floorDiv(MedianDate.of(segment.info, dateField), spanMillis);
      }
      spans.put(segment.info, span);
      documents.merge(span, (long) segment.info.maxDoc(), Long::sum);
    }
    long oldest = endOfFew(documents);
    long newest = endOfFew(documents.descendingMap());
    long width = 1;
    while (count(documents.keySet(), oldest, newest, width) > MAX_SPANS) {
      width *= 2;
    }
    oldest = Math.floorDiv(oldest, width);
    newest = Math.floorDiv(newest, width);
    long least = Math.max(oldest, Long.MIN_VALUE + MAX_OUTER_SPANS) - MAX_OUTER_SPANS;
    long most = Math.min(newest, Long.MAX_VALUE - MAX_OUTER_SPANS) + MAX_OUTER_SPANS;
    NavigableMap<Long, SegmentInfos> segments = new TreeMap<>();
    for (SegmentCommitInfo segment : infos) {
      long span = Math.floorDiv(spans.get(segment.info), width);
      segments
          .computeIfAbsent(
              Math.clamp(span, least, most),
              key -> new SegmentInfos(infos.getIndexCreatedVersionMajor()))
          .add(segment);
    }
    return new BySpan(segments, oldest, newest);
  }

  /** The span up to which there are more than few of the documents; 0 if there are none. */
  private static long endOfFew(Map<Long, Long> documents) {
    long all = documents.values().stream().mapToLong(Long::longValue).sum();
    long some = 0;
    for (Map.Entry<Long, Long> span : documents.entrySet()) {
      some += span.getValue();
      if (some * OUTER_SHARE >= all) {
        return span.getKey();
      }
    }
    return 0;
  }

  private static long count(Set<Long> spans, long oldest, long newest, long width) {
    return spans.stream()
        .filter(span -> span >= oldest && span <= newest)
        .map(span -> Math.floorDiv(span, width))
        .distinct()
        .count();
  }
}
