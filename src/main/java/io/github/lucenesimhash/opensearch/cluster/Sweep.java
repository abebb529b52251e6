package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.join.Groups.Group;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.DocWriteResponse.Result;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.transport.client.Client;

/**
 * Deletes near-duplicates, all but the kept one of each group. A document goes only if it is still
 * the one that was compared (by sequence number), and only if a look at its kept one, immediately
 * before, finds that the same too. Deletes under way are waited for, also by a cancelled task: the
 * next sweep may begin when this one ends.
 */
final class Sweep {

  private static final int BATCH = 1_000;

  /** How long a delete waits for a shard that has no primary. */
  private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(5);

  private final Client client;
  private final GroupsTask task;
  private final String index;
  private final NearDuplicates found;
  private final List<Deletion> batch = new ArrayList<>();
  private long done;
  private long deleted;
  private long changed;
  private long failed;
  private String failure;

  private record Deletion(int document, int kept) {}

  Sweep(Client client, GroupsTask task, String index, NearDuplicates found) {
    this.client = client;
    this.task = task;
    this.index = index;
    this.found = found;
  }

  /** Deletes, and tells how many went and how many did not. */
  Map<String, Object> run() {
    for (Group group : found.groups()) {
      for (int i = 0; i < group.size() - 1; i++) {
        batch.add(new Deletion(group.member(i), group.kept()));
        if (batch.size() == BATCH) {
          deleteBatch();
        }
      }
    }
    deleteBatch();
    task.await(client.admin().indices().prepareRefresh(index).execute());
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put("deleted", deleted);
    counts.put("changed", changed + found.changed());
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
    Map<Integer, Boolean> unchanged = look();
    BulkRequest bulk = new BulkRequest().timeout(TIMEOUT);
    for (Deletion deletion : batch) {
      if (unchanged.get(deletion.kept())) {
        bulk.add(found.documents().delete(index, deletion.document()));
      } else {
        changed++;
      }
    }
    send(bulk);
    done += batch.size();
    batch.clear();
    task.advance("deleting", done, found.size());
  }

  /** Which of the batch's kept documents are there and are the same. */
  private Map<Integer, Boolean> look() {
    Map<Integer, Boolean> unchanged = new LinkedHashMap<>();
    batch.forEach(deletion -> unchanged.put(deletion.kept(), false));
    MultiGetRequest look = new MultiGetRequest();
    for (int kept : unchanged.keySet()) {
      look.add(
          found
              .documents()
              .item(index, kept)
              .fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE));
    }
    MultiGetItemResponse[] answers = task.await(client.multiGet(look)).getResponses();
    int place = 0;
    for (Map.Entry<Integer, Boolean> kept : unchanged.entrySet()) {
      MultiGetItemResponse answer = answers[place++];
      kept.setValue(
          !answer.isFailed() && found.documents().isUnchanged(kept.getKey(), answer.getResponse()));
    }
    return unchanged;
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
  }
}
