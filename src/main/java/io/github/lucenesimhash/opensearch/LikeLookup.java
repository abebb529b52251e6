package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.Target.Known;
import io.github.lucenesimhash.opensearch.Target.Like;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/** Asks the cluster for the fingerprint of the document that a query names. */
final class LikeLookup {

  /** As {@link SimHashFieldType#STAMPED} shows a fingerprint: its scheme, a colon, 16 digits. */
  private static final Pattern STAMPED = Pattern.compile("(.*):([0-9a-f]{16})");

  private final String field;
  private final Like document;

  LikeLookup(String field, Like document) {
    this.field = field;
    this.document = document;
  }

  /** Answers with the document as searches see it, or fails with a reason and a 4xx status. */
  void run(Client client, ActionListener<Known> listener) {
    SearchRequest request =
        new SearchRequest(document.index())
            .source(
                new SearchSourceBuilder()
                    .query(QueryBuilders.idsQuery().addIds(document.id()))
                    .size(2)
                    .fetchSource(false)
                    .docValueField(field, SimHashFieldType.STAMPED));
    request.allowPartialSearchResults(false);
    if (document.routing() != null) {
      request.routing(document.routing());
    }
    client.search(request, ActionListener.map(listener, this::known));
  }

  private Known known(SearchResponse response) {
    SearchHit[] hits = response.getHits().getHits();
    if (hits.length == 0) {
      throw new OpenSearchStatusException(
          "[like] names document {}, which does not exist or is not visible to searches yet",
          RestStatus.NOT_FOUND,
          document);
    }
    if (hits.length > 1) {
      throw new IllegalArgumentException(
          "[like] names document "
              + document
              + ", of which there are several: expected one index, or [routing]");
    }
    Like found = new Like(hits[0].getIndex(), hits[0].getId(), document.routing());
    DocumentField value = hits[0].field(field);
    if (value == null || value.getValues().isEmpty()) {
      return new Known(found, null, "");
    }
    Matcher stamped = STAMPED.matcher(value.getValue().toString());
    if (!stamped.matches()) {
      throw new IllegalArgumentException(
          "[like] names document "
              + document
              + ", whose field ["
              + field
              + "] is not of type ["
              + SimHashFieldType.NAME
              + "]");
    }
    return new Known(found, Fingerprint.parseHex(stamped.group(2)), stamped.group(1));
  }
}
