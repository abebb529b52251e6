package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * A document of the cluster that a query looks for the near-duplicates of. It is looked up before
 * the shards are asked, and is not its own near-duplicate.
 *
 * @param index without alias once it was looked up
 * @param routing or null
 * @param schemeId the scheme of its fingerprint; null before it was looked up, empty if it has none
 */
record LikeDocument(String index, String id, String routing, String schemeId, long fingerprint)
    implements Writeable, ToXContentFragment {

  static final ConstructingObjectParser<LikeDocument, Void> PARSER =
      new ConstructingObjectParser<>(
          "like",
          given ->
              new LikeDocument((String) given[0], (String) given[1], (String) given[2], null, 0));

  static {
    PARSER.declareString(ConstructingObjectParser.constructorArg(), new ParseField("_index"));
    PARSER.declareString(ConstructingObjectParser.constructorArg(), new ParseField("_id"));
    PARSER.declareString(
        ConstructingObjectParser.optionalConstructorArg(), new ParseField("routing"));
  }

  /** As {@link SimHashFieldType#STAMPED} shows a fingerprint: its scheme, a colon, 16 digits. */
  private static final Pattern STAMPED = Pattern.compile("(.*):([0-9a-f]{16})");

  LikeDocument(StreamInput in) throws IOException {
    this(
        in.readString(),
        in.readString(),
        in.readOptionalString(),
        in.readOptionalString(),
        in.readLong());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(index);
    out.writeString(id);
    out.writeOptionalString(routing);
    out.writeOptionalString(schemeId);
    out.writeLong(fingerprint);
  }

  boolean isLookedUp() {
    return schemeId != null;
  }

  /** Answers with the document as searches see it, or fails with a reason and a 4xx status. */
  void lookUp(Client client, String field, ActionListener<LikeDocument> listener) {
    SearchRequest request =
        new SearchRequest(index)
            .source(
                new SearchSourceBuilder()
                    .query(QueryBuilders.idsQuery().addIds(id))
                    .size(2)
                    .fetchSource(false)
                    .docValueField(field, SimHashFieldType.STAMPED))
            .allowPartialSearchResults(false);
    if (routing != null) {
      request.routing(routing);
    }
    client.search(request, ActionListener.map(listener, response -> found(response, field)));
  }

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
          "[like] names document {}, of which there are several: expected one index, or [routing]",
          this);
    }
    DocumentField value = hits[0].field(field);
    if (value == null || value.getValues().isEmpty()) {
      return new LikeDocument(hits[0].getIndex(), id, routing, "", 0);
    }
    Matcher stamped = STAMPED.matcher(value.getValue().toString());
    if (!stamped.matches()) {
      throw BadRequest.of(
          "[like] names document {}, whose field [{}] is not of type [simhash]", this, field);
    }
    return new LikeDocument(
        hits[0].getIndex(), id, routing, stamped.group(1), Fingerprint.parseHex(stamped.group(2)));
  }

  /**
   * Its fingerprint, or empty if it has none; one of another scheme than the field's is refused.
   */
  OptionalLong fingerprint(SimHashFieldType field) {
    if (!isLookedUp()) {
      throw BadRequest.of(
          "[like] {} has not been looked up: this request does not support it", this);
    }
    if (schemeId.isEmpty()) {
      return OptionalLong.empty();
    }
    if (!schemeId.equals(field.scheme().id())) {
      throw BadRequest.of(
          "[like] {} has a fingerprint of scheme [{}], but field [{}] here has scheme [{}]",
          this,
          schemeId,
          field.name(),
          field.scheme().id());
    }
    return OptionalLong.of(fingerprint);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject("like").field("_index", index).field("_id", id);
    if (routing != null) {
      builder.field("routing", routing);
    }
    return builder.endObject();
  }

  @Override
  public String toString() {
    return "[" + index + "/" + id + "]";
  }
}
