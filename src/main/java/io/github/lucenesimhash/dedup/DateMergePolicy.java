package io.github.lucenesimhash.dedup;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/**
 * Merges only segments of the same span of time, a week for example, so that documents which grow
 * old together leave together: Lucene drops a segment without documents as it is, and nothing has
 * been rewritten. An index does not need this policy for {@link NearDuplicateWriter#expire}, or for
 * the guarantee.
 *
 * <pre>
 * Span     A segment is of the span that the median of its dates is in, of some of them if it is large. So a few late
 *          documents, or dates that are wrong, do not change it.
 * Newest   The segments of the newest span are merged as the policy within does it.
 * Others   The segments of an older span become one as soon as all but the largest have an eighth of its size together;
 *          only then is an older span written again.
 * Oldest   Its deletions stay until they are a sixth of all documents that are left; it will be dropped as it is. So a
 *          span of a window's half is written once or twice again while it leaves, one of a sixth never is.
 * Many     There are 64 spans at most: in an index that holds more, spans are twice as long, or four times, and so on.
 * </pre>
 */
public final class DateMergePolicy extends FilterMergePolicy {

  private static final int MAX_SPANS = 64;
  private static final int SAMPLES = 255;
  private static final int SEGMENTS_PER_TIER = 3;
  private static final int FLOOR_MEGABYTES = 256;
  private static final long MAX_WAITED_FOR = 16L << 20;
  private static final int MIN_SHARE = 8; // of the largest segment, to merge it again
  private static final int DELETED_SHARE = 6; // of the documents that are left
  private static final long MAX_BYTES = 5L << 30; // of an older span, to become one segment

  private final String dateField;
  private final long spanMillis;
  private final Map<SegmentInfo, Long> spans = new HashMap<>();

  /**
   * A {@link TieredMergePolicy} within each span, for few segments: each costs a look-up.
   *
   * @param dateField as {@link NearDuplicateWriterBuilder#within} takes it
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
   * @param dateField as {@link NearDuplicateWriterBuilder#within} takes it
   * @param span at least a millisecond
   * @param within gets the segments of one span at a time
   */
  public DateMergePolicy(String dateField, Duration span, MergePolicy within) {
    super(within);
    this.dateField = Objects.requireNonNull(dateField, "dateField");
    Settings.check(span.toMillis() >= 1, "span is " + span, "at least a millisecond");
    spanMillis = span.toMillis();
  }

  @Override
  public MergeSpecification findMerges(
      MergeTrigger trigger, SegmentInfos infos, MergeContext context) throws IOException {
    NavigableMap<Long, SegmentInfos> bySpan = bySpan(infos);
    long left = infos.totalMaxDoc() - deleted(infos, context);
    MergeSpecification all = new MergeSpecification();
    for (Map.Entry<Long, SegmentInfos> span : bySpan.entrySet()) {
      SegmentInfos segments = span.getValue();
      boolean isNewest = span.getKey().equals(bySpan.lastKey());
      boolean isLeaving = span.getKey().equals(bySpan.firstKey()) && !isNewest;
      boolean isFull = isLeaving && deleted(segments, context) * DELETED_SHARE > left;
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
    Map.Entry<Long, SegmentInfos> newest = bySpan(infos).lastEntry();
    return newest == null ? null : in.findFullFlushMerges(trigger, newest.getValue(), context);
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
    for (SegmentInfos segments : bySpan(infos).values()) {
      addAll(all, in.findForcedMerges(segments, maxSegmentCount, segmentsToMerge, context));
    }
    return all.merges.isEmpty() ? null : all;
  }

  @Override
  public MergeSpecification findForcedDeletesMerges(SegmentInfos infos, MergeContext context)
      throws IOException {
    MergeSpecification all = new MergeSpecification();
    for (SegmentInfos segments : bySpan(infos).values()) {
      addAll(all, in.findForcedDeletesMerges(segments, context));
    }
    return all.merges.isEmpty() ? null : all;
  }

  private static void addAll(MergeSpecification all, MergeSpecification some) {
    if (some != null) {
      some.merges.forEach(all::add);
    }
  }

  private synchronized NavigableMap<Long, SegmentInfos> bySpan(SegmentInfos infos)
      throws IOException {
    Map<SegmentInfo, Long> known = new HashMap<>(spans);
    spans.clear();
    for (SegmentCommitInfo segment : infos) {
      Long span = known.get(segment.info);
      if (span == null) {
        span = Math.floorDiv(medianDate(segment.info), spanMillis);
      }
      spans.put(segment.info, span);
    }
    long width = 1;
    while (spans(width).distinct().count() > MAX_SPANS) {
      width *= 2;
    }
    NavigableMap<Long, SegmentInfos> bySpan = new TreeMap<>();
    for (SegmentCommitInfo segment : infos) {
      long span = Math.floorDiv(spans.get(segment.info), width);
      bySpan
          .computeIfAbsent(span, key -> new SegmentInfos(infos.getIndexCreatedVersionMajor()))
          .add(segment);
    }
    return bySpan;
  }

  private LongStream spans(long width) {
    return spans.values().stream().mapToLong(span -> Math.floorDiv(span, width));
  }

  /** The least of all if no document has a date. */
  private long medianDate(SegmentInfo segment) throws IOException {
    Codec codec = segment.getCodec();
    Directory parts = null;
    try {
      if (segment.getUseCompoundFile()) {
        parts = codec.compoundFormat().getCompoundReader(segment.dir, segment);
      }
      Directory files = parts == null ? segment.dir : parts;
      FieldInfos infos = codec.fieldInfosFormat().read(files, segment, "", IOContext.DEFAULT);
      FieldInfo info = infos.fieldInfo(dateField);
      if (info == null || info.getDocValuesType() == DocValuesType.NONE) {
        return Long.MIN_VALUE;
      }
      SegmentReadState state = new SegmentReadState(files, segment, infos, IOContext.DEFAULT);
      try (DocValuesProducer values = codec.docValuesFormat().fieldsProducer(state)) {
        boolean isOne = info.getDocValuesType() == DocValuesType.NUMERIC;
        return median(
            isOne ? DocValues.singleton(values.getNumeric(info)) : values.getSortedNumeric(info),
            segment.maxDoc());
      }
    } finally {
      close(parts);
    }
  }

  private static void close(Closeable parts) throws IOException {
    if (parts != null) {
      parts.close();
    }
  }

  private static long median(SortedNumericDocValues dates, int maxDoc) throws IOException {
    long[] some = new long[SAMPLES];
    int size = 0;
    int samples = Math.min(SAMPLES, maxDoc);
    for (int i = 0; i < samples; i++) {
      if (dates.advanceExact((int) ((long) i * maxDoc / samples))) {
        some[size++] = dates.nextValue();
      }
    }
    Arrays.sort(some, 0, size);
    return size == 0 ? Long.MIN_VALUE : some[size / 2];
  }
}
