package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.join.Groups.Group;
import java.util.LinkedHashMap;
import java.util.Map;
import org.opensearch.OpenSearchException;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.delete.DeleteIndexRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.client.Client;

/**
 * Writes groups into a new index: a document for each near-duplicate, of its id and the kept one's,
 * with their routings if they have any.
 */
final class GroupsIndex {

  private static final int BATCH = 1_000;
  private static final Map<String, String> KEYWORD = Map.of("type", "keyword");
  private static final Map<String, Object> MAPPING =
      Map.of(
          "properties",
          Map.of(
              "kept",
              KEYWORD,
              "kept_routing",
              KEYWORD,
              "id",
              KEYWORD,
              "routing",
              KEYWORD,
              "distance",
              Map.of("type", "byte")));

  private final Client client;
  private final GroupsTask task;
  private final String index;

  GroupsIndex(Client client, GroupsTask task, String index) {
    this.client = client;
    this.task = task;
    this.index = index;
  }

  /** Makes the index, which must not be there, and fills it; takes it away again if that fails. */
  void write(NearDuplicates found) {
    client.admin().indices().create(new CreateIndexRequest(index).mapping(MAPPING)).actionGet();
    boolean isWhole = false;
    try {
      fill(found);
      isWhole = true;
    } finally {
      if (!isWhole) {
        NearDuplicateSearch.unparented(client)
            .admin()
            .indices()
            .delete(new DeleteIndexRequest(index), ActionListener.wrap(() -> {}));
      }
    }
  }

  private void fill(NearDuplicates found) {
    BulkRequest bulk = new BulkRequest();
    long done = 0;
    for (Group group : found.groups()) {
      for (int member = 0; member < group.size() - 1; member++) {
        bulk.add(new IndexRequest(index).source(source(found, group, member)));
        if (bulk.numberOfActions() == BATCH) {
          done += send(bulk);
          task.advance("writing", done, found.size());
          bulk = new BulkRequest();
        }
      }
    }
    send(bulk);
    task.await(client.admin().indices().prepareRefresh(index).execute());
  }

  private static Map<String, Object> source(NearDuplicates found, Group group, int member) {
    Map<String, Object> source = new LinkedHashMap<>();
    source.put("kept", found.documents().id(group.kept()));
    found.putRouting(source, "kept_routing", group.kept());
    source.put("id", found.documents().id(group.member(member)));
    found.putRouting(source, "routing", group.member(member));
    source.put("distance", group.distance(member));
    return source;
  }

  private int send(BulkRequest bulk) {
    if (bulk.numberOfActions() == 0) {
      return 0;
    }
    BulkResponse response = task.await(client.bulk(bulk));
    if (response.hasFailures()) {
      throw new OpenSearchException(
          "writing groups into [{}] failed: {}", index, response.buildFailureMessage());
    }
    return bulk.numberOfActions();
  }
}
