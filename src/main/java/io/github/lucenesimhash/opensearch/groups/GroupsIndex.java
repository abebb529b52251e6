package io.github.lucenesimhash.opensearch.groups;

import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.groups.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.groups.NearDuplicates.NearDuplicate;
import java.util.Map;
import org.opensearch.OpenSearchException;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.delete.DeleteIndexRequest;
import org.opensearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.unit.TimeValue;

/**
 * The index that groups are written into. It has a document for each near-duplicate. The document
 * contains the ids, indexes and routings, if any, of the near-duplicate and of the kept document,
 * and their distance and likeness. Until all documents are written, the mapping names the task that
 * writes, so that an index left by a dead node is not mistaken for a complete one. All requests
 * have the rights of the user.
 */
record GroupsIndex(Work work, String name) {

  private static final String UNFINISHED = "unfinished_groups_of_task";

  /** The maximum time that a failed request waits for the deletion of its index. */
  private static final TimeValue PATIENCE = TimeValue.timeValueSeconds(30);

  private static final Map<String, String> KEYWORD = Map.of("type", "keyword");
  private static final Map<String, String> FLOAT = Map.of("type", "float");
  private static final Map<String, Object> FIELDS =
      Map.of(
          "kept", KEYWORD,
          "kept_index", KEYWORD,
          "kept_routing", KEYWORD,
          "id", KEYWORD,
          "index", KEYWORD,
          "routing", KEYWORD,
          "distance", Map.of("type", "byte"),
          "resemblance", FLOAT,
          "contained", FLOAT);

  static void requireNew(String name, ClusterState state) {
    if (!state.metadata().hasIndex(name)) {
      return;
    }
    IndexMetadata index = state.metadata().index(name);
    if (index != null
        && index.mapping() != null
        && index.mapping().sourceAsMap().get("_meta") instanceof Map<?, ?> meta
        && meta.containsKey(UNFINISHED)) {
      throw BadRequest.of(
          "into is [{}], which task [{}] has not finished: wait for it; if [GET _tasks/{}] does not"
              + " find it, its node has left the cluster: delete [{}] and try again",
          name,
          meta.get(UNFINISHED),
          meta.get(UNFINISHED),
          name);
    }
    throw BadRequest.of("into is [{}], which exists already, expected a new index", name);
  }

  /**
   * Creates the index, which must not exist, and writes the groups. Deletes the index on failure.
   *
   * @return the name of the index, in which date math is resolved
   */
  String write(NearDuplicates found) {
    String task = work.node().cluster().localNode().getId() + ":" + work.task().getId();
    CreateIndexRequest create = new CreateIndexRequest(name);
    create.mapping(Map.of("_meta", Map.of(UNFINISHED, task), "properties", FIELDS));
    String made = work.client().admin().indices().create(create).actionGet().index();
    try {
      found.forEachBatch(
          work,
          "writing",
          batch -> {
            BulkRequest bulk = new BulkRequest();
            batch.forEach(near -> bulk.add(new IndexRequest(made).source(source(near))));
            BulkResponse response = work.await(client -> client.bulk(bulk));
            if (response.hasFailures()) {
              throw new OpenSearchException(
                  "writing groups into [{}] failed: {}", made, response.buildFailureMessage());
            }
          });
      work.refresh(made);
      PutMappingRequest finished = new PutMappingRequest(made).source(Map.of("_meta", Map.of()));
      work.await(client -> client.admin().indices().putMapping(finished));
      return made;
    } catch (Throwable e) {
      try {
        DeleteIndexRequest delete = new DeleteIndexRequest(made);
        work.node().client().admin().indices().delete(delete).actionGet(PATIENCE);
      } catch (RuntimeException more) {
        e.addSuppressed(more);
      }
      throw e;
    }
  }

  private static Map<String, Object> source(NearDuplicate near) {
    Map<String, Object> source = near.kept().shown("kept", "kept_index", "kept_routing");
    source.putAll(near.document().shown("id", "index", "routing"));
    source.putAll(near.how());
    return source;
  }
}
