package io.github.lucenesimhash.opensearch.query;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.ShownFingerprint;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import java.io.IOException;
import java.util.Optional;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.ParseField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;

/**
 * A document of the cluster whose near-duplicates a query looks for. The document is looked up
 * before the query is sent to the shards, and is not its own near-duplicate.
 *
 * @param index the index or alias that the request names; after the lookup, the name of the index
 * @param routing the routing of the document, or null if the request names no routing
 * @param found the fingerprint, {@link ShownFingerprint#NONE} if none, or null before the lookup
 */
record LikeDocument(String index, String id, String routing, ShownFingerprint found)
    implements Writeable {

  static final ConstructingObjectParser<LikeDocument, Void> PARSER =
      new ConstructingObjectParser<>(
          "like",
          given -> new LikeDocument((String) given[0], (String) given[1], (String) given[2], null));

  static {
    PARSER.declareString(ConstructingObjectParser.constructorArg(), new ParseField("_index"));
    PARSER.declareString(ConstructingObjectParser.constructorArg(), new ParseField("_id"));
    PARSER.declareString(
        ConstructingObjectParser.optionalConstructorArg(), new ParseField("routing"));
  }

  LikeDocument(StreamInput in) throws IOException {
    this(
        in.readString(),
        in.readString(),
        in.readOptionalString(),
        in.readOptionalWriteable(ShownFingerprint::new));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(index);
    out.writeString(id);
    out.writeOptionalString(routing);
    out.writeOptionalWriteable(found);
  }

  /** Looks up the document in the state that searches see. */
  void lookUp(Client client, String field, ActionListener<LikeDocument> listener) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.idsQuery().addIds(id))
            .size(2)
            .fetchSource(false)
            .docValueField(field, SimHashFieldType.STAMPED);
    SearchRequest request =
        new SearchRequest(index)
            .source(source)
            .allowPartialSearchResults(false)
            .pipeline(SearchPipelineService.NOOP_PIPELINE_ID)
            .routing(routing);
    client.search(request, ActionListener.map(listener, response -> found(response, field)));
  }

  /** Returns the document with its fingerprint, or throws an exception with a status of 4xx. */
  private LikeDocument found(SearchResponse response, String field) {
    SearchHit[] hits = response.getHits().getHits();
    if (hits.length == 0) {
      throw new OpenSearchStatusException(
          "[like] names document {}, which does not exist or is not visible to searches yet",
          RestStatus.NOT_FOUND,
          this);
    }
    if (hits.length > 1) {
      throw BadRequest.of(
          "[like] names document {}, which exists several times: expected one index, or [routing]",
          this);
    }
    String shown = shown(hits[0], field);
    ShownFingerprint stamped =
        shown.isEmpty() ? ShownFingerprint.NONE : ShownFingerprint.parse(shown);
    if (stamped == null) {
      throw BadRequest.of(
          "[like] names document {}, whose field [{}] is not of type [simhash]", this, field);
    }
    return new LikeDocument(hits[0].getIndex(), id, routing, stamped);
  }

  private static String shown(SearchHit hit, String field) {
    DocumentField value = hit.field(field);
    return value == null || value.getValues().isEmpty() ? "" : value.getValue().toString();
  }

  /**
   * Returns the fingerprint of the document, or empty if it has none. Rejects a fingerprint of
   * another scheme than the field's, and a document that was not looked up.
   */
  Optional<Fingerprint> fingerprint(SimHashFieldType field) {
    if (found == null) {
      throw BadRequest.of("this request does not support [like], which names document {}", this);
    }
    if (found.fingerprint() != null && !found.schemeId().equals(field.schemeId())) {
      throw BadRequest.of(
          "[like] {} has a fingerprint of scheme [{}], but field [{}] here has scheme [{}]",
          this,
          found.schemeId(),
          field.name(),
          field.schemeId());
    }
    return Optional.ofNullable(found.fingerprint());
  }

  void toXContent(XContentBuilder builder) throws IOException {
    builder.startObject("like").field("_index", index).field("_id", id);
    if (routing != null) {
      builder.field("routing", routing);
    }
    builder.endObject();
  }

  @Override
  public String toString() {
    return "[" + index + "/" + id + "]";
  }
}
