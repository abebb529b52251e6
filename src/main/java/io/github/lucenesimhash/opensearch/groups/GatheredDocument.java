package io.github.lucenesimhash.opensearch.groups;

import io.github.lucenesimhash.opensearch.groups.NearDuplicateTask.Work;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/**
 * A document with a fingerprint, identified by the version that was read.
 *
 * @param index the name of the index, not of an alias
 * @param id the id
 * @param routing the routing, or null; a document with a routing cannot be found by its id alone
 * @param seqNo the sequence number of the version that was read
 * @param primaryTerm the primary term of the version that was read
 */
record GatheredDocument(String index, String id, String routing, long seqNo, long primaryTerm) {

  boolean isUnchanged(GetResponse now) {
    return now.isExists() && now.getSeqNo() == seqNo && now.getPrimaryTerm() == primaryTerm;
  }

  /** Returns a new map that contains the id, index and routing, if any, under the given names. */
  Map<String, Object> shown(String idName, String indexName, String routingName) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put(idName, id);
    shown.put(indexName, index);
    if (routing != null) {
      shown.put(routingName, routing);
    }
    return shown;
  }

  static MultiGetItemResponse[] now(
      Work work,
      List<GatheredDocument> documents,
      Function<GatheredDocument, FetchSourceContext> source) {
    MultiGetRequest request = new MultiGetRequest();
    for (GatheredDocument document : documents) {
      request.add(
          new MultiGetRequest.Item(document.index, document.id)
              .routing(document.routing)
              .fetchSourceContext(source.apply(document)));
    }
    return work.await(client -> client.multiGet(request)).getResponses();
  }

  /** Returns a request that deletes the document only if it has not changed since it was read. */
  DeleteRequest delete() {
    return new DeleteRequest(index, id)
        .routing(routing)
        .setIfSeqNo(seqNo)
        .setIfPrimaryTerm(primaryTerm);
  }
}
