package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.join.Group;
import java.util.Map;
import org.opensearch.OpenSearchException;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.transport.client.Client;

/**
 * Writes groups into a new index: a document for each near-duplicate, of its id and the kept one's.
 */
final class GroupsIndex {

  private static final int BATCH = 1_000;

  private final Client client;
  private final GroupsTask task;
  private final String index;

  GroupsIndex(Client client, GroupsTask task, String index) {
    this.client = client;
    this.task = task;
    this.index = index;
  }

  /** Fails if the index is there already. */
  void create() {
    Map<String, String> keyword = Map.of("type", "keyword");
    client
        .admin()
        .indices()
        .create(
            new CreateIndexRequest(index)
                .mapping(
                    Map.of(
                        "properties",
                        Map.of(
                            "kept", keyword, "id", keyword, "distance", Map.of("type", "byte")))))
        .actionGet();
  }

  /** Makes the index and fills it. */
  void write(NearDuplicates found) {
    create();
    BulkRequest bulk = new BulkRequest();
    long done = 0;
    for (Group group : found.groups()) {
      String kept = found.documents().id(group.kept());
      for (int member = 0; member < group.size() - 1; member++) {
        String id = found.documents().id(group.member(member));
        bulk.add(
            new IndexRequest(index)
                .id(id)
                .source("kept", kept, "id", id, "distance", group.distance(member)));
        if (bulk.numberOfActions() == BATCH) {
          done += send(bulk);
          task.advance("writing", done, found.size());
          bulk = new BulkRequest();
        }
      }
    }
    if (bulk.numberOfActions() > 0) {
      send(bulk);
    }
    client.admin().indices().prepareRefresh(index).get();
  }

  private int send(BulkRequest bulk) {
    BulkResponse response = client.bulk(bulk).actionGet();
    if (response.hasFailures()) {
      throw new OpenSearchException(
          "writing groups into [{}] failed: {}", index, response.buildFailureMessage());
    }
    return bulk.numberOfActions();
  }
}
