package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.search.HeldBack;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.util.IOFunction;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.index.mapper.SeqNoFieldMapper;

/**
 * The n nearest documents of a shard that come after a place in their order, and how many there are
 * that a guard keeps apart, which are left out.
 */
final class NearestHits extends SimpleCollector {

  /**
   * A place in the order of neighbours: the highest score first, as a comparison has it, then by
   * sequence number, which is a document's own as long as it does not change, whatever is merged
   * meanwhile.
   */
  record Place(float score, long seqNo) implements Comparable<Place>, Writeable {

    static final Place START = new Place(Float.MAX_VALUE, 0);

    private static final Comparator<Place> ORDER =
        Comparator.comparingDouble((Place place) -> -place.score).thenComparingLong(Place::seqNo);

    Place(StreamInput in) throws IOException {
      this(in.readFloat(), in.readLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeFloat(score);
      out.writeLong(seqNo);
    }

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /** A document of the shard's reader. */
  record Found(int document, Place place) {}

  private final int n;
  private final Place after;
  private final PriorityQueue<Found> farthestFirst =
      new PriorityQueue<>(Comparator.comparing(Found::place).reversed());

  private final IOFunction<LeafReader, HeldBack.InSegment> guarded;
  private HeldBack.InSegment isHeldBack;
  private int base;
  private NumericDocValues seqNos;
  private Scorable scorer;
  private boolean hasMore;
  private int heldBack;

  NearestHits(int n, Place after, IOFunction<LeafReader, HeldBack.InSegment> guarded) {
    this.n = n;
    this.after = after;
    this.guarded = guarded;
  }

  @Override
  protected void doSetNextReader(LeafReaderContext context) throws IOException {
    base = context.docBase;
    isHeldBack = guarded.apply(context.reader());
    seqNos = DocValues.getNumeric(context.reader(), SeqNoFieldMapper.NAME);
  }

  @Override
  public void setScorer(Scorable scorer) {
    this.scorer = scorer;
  }

  @Override
  public ScoreMode scoreMode() {
    return ScoreMode.COMPLETE;
  }

  @Override
  public void collect(int document) throws IOException {
    if (isHeldBack.test(document)) {
      heldBack++;
      return;
    }
    float score = scorer.score();
    if (score > after.score) {
      return;
    }
    boolean isFull = farthestFirst.size() == n;
    if (isFull && score < farthestFirst.peek().place.score) {
      hasMore = true;
      return;
    }
    Place place = new Place(score, seqNos.advanceExact(document) ? seqNos.longValue() : -1);
    if (place.compareTo(after) <= 0) {
      return;
    }
    farthestFirst.add(new Found(base + document, place));
    if (isFull) {
      farthestFirst.remove();
      hasMore = true;
    }
  }

  /** The nearest first. */
  List<Found> found() {
    return farthestFirst.stream().sorted(Comparator.comparing(Found::place)).toList();
  }

  /** How many are near, wherever they are in the order, and were left out. */
  int heldBack() {
    return heldBack;
  }

  /** Whether there are farther ones. */
  boolean hasMore() {
    return hasMore;
  }
}
