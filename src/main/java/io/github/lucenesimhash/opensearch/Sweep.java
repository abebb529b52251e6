package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.join.Group;
import java.util.LinkedHashMap;
import java.util.Map;
import org.opensearch.action.DocWriteResponse.Result;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.transport.client.Client;

/**
 * Deletes near-duplicates, all but the kept one of each group. A document goes only if it is still
 * the one that was compared (by sequence number), and only if a look at its kept one, immediately
 * before, finds that the same too.
 */
final class Sweep {

  private static final int BATCH = 1_000;

  private final Client client;
  private final GroupsTask task;
  private final String index;
  private final NearDuplicates found;
  private final Map<Integer, Group> batch = new LinkedHashMap<>();
  private long done;
  private long deleted;
  private long changed;
  private long failed;
  private String failure;

  Sweep(Client client, GroupsTask task, String index, NearDuplicates found) {
    this.client = client;
    this.task = task;
    this.index = index;
    this.found = found;
  }

  /** Deletes, and tells how many went and how many did not. */
  Map<String, Object> run() {
    int members = 0;
    for (Group group : found.groups()) {
      batch.put(group.kept(), group);
      members += group.size() - 1;
      if (members >= BATCH) {
        deleteBatch();
        members = 0;
      }
    }
    deleteBatch();
    client.admin().indices().prepareRefresh(index).get();
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put("deleted", deleted);
    counts.put("changed", changed);
    counts.put("failed", failed);
    if (failure != null) {
      counts.put("first_failure", failure);
    }
    return counts;
  }

  private void deleteBatch() {
    if (batch.isEmpty()) {
      return;
    }
    Fingerprints documents = found.documents();
    MultiGetRequest look = new MultiGetRequest();
    for (Group group : batch.values()) {
      look.add(
          new MultiGetRequest.Item(index, documents.id(group.kept()))
              .routing(documents.routing(group.kept()))
              .fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE));
    }
    MultiGetItemResponse[] kept = client.multiGet(look).actionGet().getResponses();
    BulkRequest bulk = new BulkRequest();
    int place = 0;
    for (Group group : batch.values()) {
      boolean same = isUnchanged(kept[place++], group.kept());
      for (int i = 0; i < group.size() - 1; i++) {
        if (same) {
          bulk.add(delete(group.member(i)));
        } else {
          changed++;
        }
        if (bulk.numberOfActions() == BATCH) {
          send(bulk);
          bulk = new BulkRequest();
        }
      }
    }
    send(bulk);
    batch.clear();
  }

  private boolean isUnchanged(MultiGetItemResponse item, int document) {
    GetResponse now = item.getResponse();
    return !item.isFailed()
        && now.isExists()
        && now.getSeqNo() == found.documents().seqNo(document)
        && now.getPrimaryTerm() == found.documents().primaryTerm(document);
  }

  private DeleteRequest delete(int document) {
    return new DeleteRequest(index, found.documents().id(document))
        .routing(found.documents().routing(document))
        .setIfSeqNo(found.documents().seqNo(document))
        .setIfPrimaryTerm(found.documents().primaryTerm(document));
  }

  private void send(BulkRequest bulk) {
    if (bulk.numberOfActions() == 0) {
      return;
    }
    for (BulkItemResponse item : client.bulk(bulk).actionGet()) {
      if (!item.isFailed()) {
        boolean isGone = item.getResponse().getResult() == Result.NOT_FOUND;
        deleted += isGone ? 0 : 1;
        changed += isGone ? 1 : 0;
      } else if (item.getFailure().getStatus() == RestStatus.CONFLICT) {
        changed++;
      } else {
        failed++;
        failure = failure == null ? item.getFailureMessage() : failure;
      }
    }
    done += bulk.numberOfActions();
    task.advance("deleting", done, found.size());
  }
}
