package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.WireVersion;
import io.github.lucenesimhash.opensearch.cluster.Leadership.Irrelevant;
import io.github.lucenesimhash.opensearch.cluster.Scope.Origin;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.index.mapper.SeqNoFieldMapper;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.internal.AliasFilter;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportRequest;

/** Asks a shard for the next page of neighbours of each of many fingerprints. */
final class ShardQuestions extends TransportRequest implements IndicesRequest {

  /**
   * The parts that all questions of a request share.
   *
   * @param source what is read of a neighbour
   * @param shown what the alias shows
   * @param scope which documents are compared with each other
   */
  record Terms(
      String field,
      int maxDistance,
      int pageSize,
      FetchSourceContext source,
      AliasFilter shown,
      TimeValue timeLeft,
      Scope scope)
      implements Writeable {

    private Terms(StreamInput in) throws IOException {
      this(
          in.readString(),
          in.readVInt(),
          in.readVInt(),
          new FetchSourceContext(in),
          new AliasFilter(in),
          in.readTimeValue(),
          new Scope(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(field);
      out.writeVInt(maxDistance);
      out.writeVInt(pageSize);
      source.writeTo(out);
      shown.writeTo(out);
      out.writeTimeValue(timeLeft);
      scope.writeTo(out);
    }
  }

  /**
   * A place in the order of neighbours: the highest score first, then by sequence number, which is
   * a document's own as long as it does not change, whatever is merged meanwhile.
   */
  record Place(float score, long seqNo) implements Writeable {

    static final Place START = new Place(Float.MAX_VALUE, 0);
    static final Sort ORDER =
        new Sort(
            SortField.FIELD_SCORE,
            new SortField(SeqNoFieldMapper.NAME, SortField.Type.LONG, false, -1L));

    /** Of a hit in that order. */
    Place(FieldDoc hit) {
      this((Float) hit.fields[0], (Long) hit.fields[1]);
    }

    /** What a search in that order goes on behind; null for all. */
    FieldDoc last() {
      Object[] values = {score, seqNo};
      return equals(START) ? null : new FieldDoc(Integer.MAX_VALUE, score, values);
    }

    private Place(StreamInput in) throws IOException {
      this(in.readFloat(), in.readLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeFloat(score);
      out.writeLong(seqNo);
    }
  }

  /**
   * A fingerprint, and the last neighbour of it that is known already.
   *
   * @param id of the document in this index, with which it is not compared; null for none
   * @param origin null where all documents are compared
   */
  record Question(Fingerprint fingerprint, Place after, String id, Origin origin)
      implements Writeable {

    private Question(StreamInput in) throws IOException {
      this(read(in), new Place(in), in.readOptionalString(), in.readOptionalWriteable(Origin::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      write(fingerprint, out);
      after.writeTo(out);
      out.writeOptionalString(id);
      out.writeOptionalWriteable(origin);
    }
  }

  /** A document that is near; its source is null if none was asked for. */
  record Hit(String id, Place place, Fingerprint fingerprint, BytesReference source)
      implements Writeable {

    /** About what one takes in memory without its source. */
    static final long BYTES = 256;

    private Hit(StreamInput in) throws IOException {
      this(in.readString(), new Place(in), read(in), in.readOptionalBytesReference());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(id);
      place.writeTo(out);
      write(fingerprint, out);
      out.writeOptionalBytesReference(source);
    }

    /** About what it takes in memory. */
    long bytes() {
      return BYTES + (source == null ? 0 : source.length());
    }
  }

  /** The nearest first; perhaps fewer than were asked for, and none, though there are more. */
  record Page(List<Hit> hits, boolean hasMore) implements Writeable {

    static final Page NONE = new Page(List.of(), false);

    private Page(StreamInput in) throws IOException {
      this(in.readList(Hit::new), in.readBoolean());
    }

    long bytes() {
      return hits.stream().mapToLong(Hit::bytes).sum();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeList(hits);
      out.writeBoolean(hasMore);
    }
  }

  private static void write(Fingerprint fingerprint, StreamOutput out) throws IOException {
    out.writeByteArray(fingerprint.toBytes());
  }

  private static Fingerprint read(StreamInput in) throws IOException {
    byte[] bytes = in.readByteArray();
    return Fingerprint.of(bytes, 0, bytes.length);
  }

  /** A page for each question. */
  static final class Answers extends TransportResponse {

    /** The sequence number up to which the shard has shown all writes. */
    final long checkpoint;

    final List<Page> pages;

    Answers(long checkpoint, List<Page> pages) {
      this.checkpoint = checkpoint;
      this.pages = pages;
    }

    Answers(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in, "the answer of a look-up");
      checkpoint = in.readZLong();
      pages = in.readList(Page::new);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      WireVersion.write(out);
      out.writeZLong(checkpoint);
      out.writeList(pages);
    }
  }

  final ShardId shard;
  final Terms terms;

  /** Writes that need not be shown, as all others must; null if they are already. */
  final Irrelevant irrelevant;

  /** Whether writes that have begun are to end before. */
  final boolean waitsForWrites;

  final List<Question> questions;

  ShardQuestions(
      ShardId shard,
      Terms terms,
      Irrelevant irrelevant,
      boolean waitsForWrites,
      List<Question> questions) {
    this.shard = shard;
    this.terms = terms;
    this.irrelevant = irrelevant;
    this.waitsForWrites = waitsForWrites;
    this.questions = questions;
  }

  ShardQuestions(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in, "a look-up");
    shard = new ShardId(in);
    terms = new Terms(in);
    irrelevant = in.readOptionalWriteable(Irrelevant::new);
    waitsForWrites = in.readBoolean();
    questions = in.readList(Question::new);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out);
    shard.writeTo(out);
    terms.writeTo(out);
    out.writeOptionalWriteable(irrelevant);
    out.writeBoolean(waitsForWrites);
    out.writeList(questions);
  }

  @Override
  public Task createTask(
      long id, String type, String action, TaskId parent, Map<String, String> headers) {
    String description = "neighbours of " + questions.size() + " documents in " + shard;
    return new SearchShardTask(id, type, action, description, parent, headers);
  }

  @Override
  public String[] indices() {
    return new String[] {shard.getIndexName()};
  }

  @Override
  public IndicesOptions indicesOptions() {
    return IndicesOptions.strictSingleIndexNoExpandForbidClosed();
  }
}
