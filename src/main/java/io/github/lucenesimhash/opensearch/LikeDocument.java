package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.HexFormat;
import java.util.OptionalLong;
import org.apache.lucene.util.BytesRef;
import org.opensearch.ExceptionsHelper;
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
 * A document of the cluster that a query looks for the near-duplicates of. It is looked up before
 * the shards are asked, and is not its own near-duplicate.
 *
 * @param index without alias once it was looked up
 * @param routing or null
 * @param stamped its fingerprint as {@link SimHashFieldType#STAMPED} shows it; null before it was
 *     looked up, empty if it has none
 * @param words of a short text, shown likewise; empty if it has none, or before it was looked up
 */
record LikeDocument(String index, String id, String routing, String stamped, String words)
    implements Writeable {

  static final ConstructingObjectParser<LikeDocument, Void> PARSER =
      new ConstructingObjectParser<>(
          "like",
          given ->
              new LikeDocument((String) given[0], (String) given[1], (String) given[2], null, ""));

  static {
    PARSER.declareString(ConstructingObjectParser.constructorArg(), new ParseField("_index"));
    PARSER.declareString(ConstructingObjectParser.constructorArg(), new ParseField("_id"));
    PARSER.declareString(
        ConstructingObjectParser.optionalConstructorArg(), new ParseField("routing"));
  }

  LikeDocument(StreamInput in) throws IOException {
    this(in.readString(), in.readString(), in.readOptionalString(), in.readOptionalString(), "");
  }

  /** Without words, which the query has a place of its own for. */
  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(index);
    out.writeString(id);
    out.writeOptionalString(routing);
    out.writeOptionalString(stamped);
  }

  LikeDocument withWords(String others) {
    return new LikeDocument(index, id, routing, stamped, others);
  }

  /**
   * Looks the document up as searches see it. An index may have a field of its own where the words
   * would be, which cannot be shown as they are; it has none then.
   */
  void lookUp(
      Client client, String field, boolean withWords, ActionListener<LikeDocument> listener) {
    ActionListener<SearchResponse> answered =
        ActionListener.map(listener, response -> found(response, field));
    client.search(
        request(field, withWords),
        ActionListener.delegateResponse(
            answered,
            (answer, e) -> {
              if (withWords && ExceptionsHelper.status(e) == RestStatus.BAD_REQUEST) {
                lookUp(client, field, false, listener);
              } else {
                answer.onFailure(e);
              }
            }));
  }

  private SearchRequest request(String field, boolean withWords) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.idsQuery().addIds(id))
            .size(2)
            .fetchSource(false)
            .docValueField(field, SimHashFieldType.STAMPED);
    if (withWords) {
      source.docValueField(field + FingerprintScheme.WORDS, SimHashFieldType.STAMPED);
    }
    return new SearchRequest(index)
        .source(source)
        .allowPartialSearchResults(false)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID)
        .routing(routing);
  }

  /** The same with what was found, or an exception with a reason and a 4xx status. */
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
    String found = shown(hits[0], field);
    if (!found.isEmpty() && !found.contains(":")) {
      throw BadRequest.of(
          "[like] names document {}, whose field [{}] is not of type [simhash]", this, field);
    }
    String foundWords = shown(hits[0], field + FingerprintScheme.WORDS);
    boolean isStamped = foundWords.contains(":"); // else a number of an application's own
    return new LikeDocument(hits[0].getIndex(), id, routing, found, isStamped ? foundWords : "");
  }

  private static String shown(SearchHit hit, String field) {
    DocumentField value = hit.field(field);
    return value == null || value.getValues().isEmpty() ? "" : value.getValue().toString();
  }

  /** Empty if it has no fingerprint; one of another scheme than the field's is refused. */
  OptionalLong fingerprint(SimHashFieldType field) {
    if (stamped == null) {
      throw BadRequest.of(
          "[like] {} has not been looked up: this request does not support it", this);
    }
    return stamped.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Fingerprint.parseHex(digits(stamped, field.name(), field.scheme())));
  }

  /** The doc value of its words in a field with short texts; null if it has none. */
  BytesRef words(SimHashFieldType field, String calledBy) {
    if (!calledBy.equals(field.name())) { // what it was looked up by: an alias has no words
      throw BadRequest.of(
          "[like] looks for short texts by the name of their field: expected field [{}], not its"
              + " alias [{}]",
          field.name(),
          calledBy);
    }
    if (words.isEmpty()) {
      return null;
    }
    String name = field.name() + FingerprintScheme.WORDS;
    String digits = digits(words, name, field.scheme().wordSide());
    return new BytesRef(HexFormat.of().parseHex(digits));
  }

  private String digits(String shown, String field, FingerprintScheme expected) {
    String[] schemeAndDigits = shown.split(":", 2);
    if (!schemeAndDigits[0].equals(expected.id())) {
      throw BadRequest.of(
          "[like] {} has a fingerprint of scheme [{}], but field [{}] here has scheme [{}]",
          this,
          schemeAndDigits[0],
          field,
          expected.id());
    }
    return schemeAndDigits[1];
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
