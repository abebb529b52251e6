package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.cluster.GroupsTask.Work;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicates.NearDuplicate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.opensearch.OpenSearchException;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.delete.DeleteIndexRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.client.IndicesAdminClient;

/**
 * Writes groups into a new index: a document for each near-duplicate, of its id and the kept one's,
 * with their routings if they have any.
 */
final class GroupsIndex {

  private static final Map<String, String> KEYWORD = Map.of("type", "keyword");
  private static final Map<String, Object> FIELDS =
      Map.of(
          "kept", KEYWORD,
          "kept_routing", KEYWORD,
          "id", KEYWORD,
          "routing", KEYWORD,
          "distance", Map.of("type", "byte"));

  /** Makes the index, which must not be there, and fills it; deletes it again if that fails. */
  static void write(Work work, NearDuplicates found, String index) {
    IndicesAdminClient indices = work.client().admin().indices();
    indices.create(new CreateIndexRequest(index).mapping(Map.of("properties", FIELDS))).actionGet();
    boolean isComplete = false;
    try {
      found.forEachBatch(
          work,
          "writing",
          batch -> {
            BulkRequest bulk = new BulkRequest();
            batch.forEach(near -> bulk.add(new IndexRequest(index).source(source(found, near))));
            BulkResponse response = work.await(work.client().bulk(bulk));
            if (response.hasFailures()) {
              throw new OpenSearchException(
                  "writing groups into [{}] failed: {}", index, response.buildFailureMessage());
            }
          });
      work.await(indices.prepareRefresh(index).execute());
      isComplete = true;
    } finally {
      if (!isComplete) {
        NodeServices.unparented(work.client())
            .admin()
            .indices()
            .delete(new DeleteIndexRequest(index), ActionListener.noOp());
      }
    }
  }

  private static Map<String, Object> source(NearDuplicates found, NearDuplicate near) {
    Map<String, Object> source = new LinkedHashMap<>();
    found.documents().get(near.kept()).show(source, "kept", "kept_routing");
    found.documents().get(near.document()).show(source, "id", "routing");
    source.put("distance", near.distance());
    return source;
  }

  private GroupsIndex() {}
}
