package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.SimHashPlugin;
import io.github.lucenesimhash.opensearch.cluster.NearestHits.Place;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.internal.AliasFilter;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportRequest;

/** What a shard is asked: for each of many fingerprints, the next page of its neighbours. */
final class ShardQuestions extends TransportRequest implements IndicesRequest {

  /**
   * What all of them have in common.
   *
   * @param isFirst whether the shard is to be refreshed
   * @param waitsForWrites whether writes that have begun are to end before
   * @param source what is read of a neighbour
   * @param shown what the alias shows
   */
  record Terms(
      String field,
      int maxDistance,
      int pageSize,
      boolean isFirst,
      boolean waitsForWrites,
      FetchSourceContext source,
      AliasFilter shown,
      TimeValue timeLeft)
      implements Writeable {

    private Terms(StreamInput in) throws IOException {
      this(
          in.readString(),
          in.readVInt(),
          in.readVInt(),
          in.readBoolean(),
          in.readBoolean(),
          new FetchSourceContext(in),
          new AliasFilter(in),
          in.readTimeValue());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(field);
      out.writeVInt(maxDistance);
      out.writeVInt(pageSize);
      out.writeBoolean(isFirst);
      out.writeBoolean(waitsForWrites);
      source.writeTo(out);
      shown.writeTo(out);
      out.writeTimeValue(timeLeft);
    }
  }

  /** A fingerprint, and the last neighbour of it that is known already. */
  record Question(long fingerprint, Place after) implements Writeable {

    private Question(StreamInput in) throws IOException {
      this(in.readLong(), new Place(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeLong(fingerprint);
      after.writeTo(out);
    }
  }

  /** A document that is near; its source is null if none was asked for. */
  record Hit(String id, Place place, BytesReference source) implements Writeable {

    private Hit(StreamInput in) throws IOException {
      this(in.readString(), new Place(in), in.readOptionalBytesReference());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(id);
      place.writeTo(out);
      out.writeOptionalBytesReference(source);
    }
  }

  /** The nearest first; perhaps fewer than were asked for, and none, though there are more. */
  record Page(List<Hit> hits, boolean hasMore) implements Writeable {

    static final Page NONE = new Page(List.of(), false);

    private Page(StreamInput in) throws IOException {
      this(in.readList(Hit::new), in.readBoolean());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeList(hits);
      out.writeBoolean(hasMore);
    }
  }

  /** A page for each question. */
  static final class Answers extends TransportResponse {

    final List<Page> pages;

    Answers(List<Page> pages) {
      this.pages = pages;
    }

    Answers(StreamInput in) throws IOException {
      super(in);
      pages = SimHashPlugin.afterVersion(in).readList(Page::new);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      SimHashPlugin.writeVersion(out);
      out.writeList(pages);
    }
  }

  final ShardId shard;
  final Terms terms;
  final List<Question> questions;

  ShardQuestions(ShardId shard, Terms terms, List<Question> questions) {
    this.shard = shard;
    this.terms = terms;
    this.questions = questions;
  }

  ShardQuestions(StreamInput in) throws IOException {
    super(in);
    SimHashPlugin.afterVersion(in);
    shard = new ShardId(in);
    terms = new Terms(in);
    questions = in.readList(Question::new);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    SimHashPlugin.writeVersion(out);
    shard.writeTo(out);
    terms.writeTo(out);
    out.writeList(questions);
  }

  @Override
  public Task createTask(
      long id, String type, String action, TaskId parent, Map<String, String> headers) {
    String description = "neighbours of " + questions.size() + " fingerprints in " + shard;
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
