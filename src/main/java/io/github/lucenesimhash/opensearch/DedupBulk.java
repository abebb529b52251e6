package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.simhash.SimHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.opensearch.OpenSearchParseException;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.UUIDs;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.transport.client.Client;

/**
 * Adds documents that have no near-duplicate in the index, and skips or marks the others.
 *
 * <pre>
 * Rounds  Each looks in all shards for every document that waits. Who has no neighbour there, nor among those that this
 *         round adds already, is added; who has one there is skipped, or added with its mark; who has one among those
 *         that the round adds waits, and finds it in the shards in the next round, unless adding it failed.
 * End     A round decides at least its first document.
 * Order   Actions on one id keep theirs: who comes behind one that waits, waits too.
 * </pre>
 */
final class DedupBulk {

  private final Client client;
  private final SimHashFieldType field;
  private final Set<String> sourcePaths;
  private final DedupBulkRequest request;
  private final String index;
  private final List<DocWriteRequest<?>> actions;
  private final List<Object> answers = new ArrayList<>();
  private final OptionalLong[] fingerprints;
  private int added;
  private int nearDuplicates;
  private boolean errors;

  /**
   * @param sourcePaths where documents have the values of the field
   */
  DedupBulk(
      Client client,
      String index,
      SimHashFieldType field,
      Set<String> sourcePaths,
      DedupBulkRequest request) {
    this.client = client;
    this.index = index;
    this.field = field;
    this.sourcePaths = sourcePaths;
    this.request = request;
    actions = request.documents().requests();
    fingerprints = new OptionalLong[actions.size()];
  }

  /** Adds the documents; the answer has an item for each, in their order. */
  Map<String, Object> run() throws IOException {
    List<Integer> waiting = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      answers.add(null);
      fingerprints[i] = OptionalLong.empty();
      if (actions.get(i) instanceof IndexRequest document) {
        fingerprints[i] = fingerprint(document);
        if (document.id() == null) {
          document.id(UUIDs.base64UUID());
        }
      }
      waiting.add(i);
    }
    while (!waiting.isEmpty()) {
      waiting = round(waiting);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("errors", errors);
    answer.put("added", added);
    answer.put("near_duplicates", nearDuplicates);
    answer.put("items", answers);
    return answer;
  }

  /** Empty too for a document that the index will refuse. */
  private OptionalLong fingerprint(IndexRequest document) {
    Map<String, Object> source;
    try {
      source = document.sourceAsMap();
    } catch (OpenSearchParseException e) {
      return OptionalLong.empty();
    }
    for (String path : sourcePaths) {
      for (Object value : XContentMapValues.extractRawValues(path, source)) {
        try {
          OptionalLong fingerprint =
              value == null ? OptionalLong.empty() : field.fingerprintOfValue(value);
          if (fingerprint.isPresent()) {
            return fingerprint;
          }
        } catch (IllegalArgumentException e) {
          return OptionalLong.empty();
        }
      }
    }
    return OptionalLong.empty();
  }

  /** Decides some of those that wait; the others wait on. */
  private List<Integer> round(List<Integer> waiting) throws IOException {
    NeighbourLookup lookup = new NeighbourLookup(client, index, field.name(), request);
    for (int place : waiting) {
      if (fingerprints[place].isPresent()) {
        lookup.ask(place, actions.get(place).id(), fingerprints[place].getAsLong());
      }
    }
    lookup.run();
    List<Integer> later = new ArrayList<>();
    Set<String> laterIds = new HashSet<>();
    List<Integer> now = new ArrayList<>();
    for (int place : waiting) {
      String id = actions.get(place).id();
      NeighbourLookup.Neighbour neighbour = lookup.neighbour(place);
      if (laterIds.contains(id) || (neighbour == null && isNearOneOf(now, place))) {
        later.add(place);
        laterIds.add(id);
      } else if (lookup.failure(place) != null) {
        errors = true;
        answers.set(place, item(place, Map.of("status", 503, "error", lookup.failure(place))));
      } else if (neighbour == null) {
        now.add(place);
      } else {
        nearDuplicates++;
        if (request.mark() == null) {
          answers.set(place, skipped(place, neighbour));
        } else {
          mark((IndexRequest) actions.get(place), neighbour.group());
          now.add(place);
        }
      }
    }
    add(now);
    return later;
  }

  private boolean isNearOneOf(List<Integer> others, int place) {
    if (fingerprints[place].isEmpty()) {
      return false;
    }
    long fingerprint = fingerprints[place].getAsLong();
    for (int other : others) {
      if (fingerprints[other].isPresent()
          && SimHash.distance(fingerprint, fingerprints[other].getAsLong()) <= request.maxDistance()
          && !actions.get(other).id().equals(actions.get(place).id())) {
        return true;
      }
    }
    return false;
  }

  private void mark(IndexRequest document, String group) {
    Map<String, Object> source = document.sourceAsMap();
    source.put(request.mark(), group);
    document.source(source, document.getContentType());
  }

  private void add(List<Integer> places) throws IOException {
    if (places.isEmpty()) {
      return;
    }
    BulkRequest bulk = new BulkRequest();
    bulk.timeout(request.documents().timeout());
    bulk.waitForActiveShards(request.documents().waitForActiveShards());
    places.forEach(place -> bulk.add(actions.get(place)));
    BulkItemResponse[] items = client.bulk(bulk).actionGet().getItems();
    for (int i = 0; i < items.length; i++) {
      errors |= items[i].isFailed();
      added += items[i].isFailed() ? 0 : 1;
      BytesReference shown =
          BytesReference.bytes(
              items[i].toXContent(XContentFactory.jsonBuilder(), ToXContent.EMPTY_PARAMS));
      answers.set(
          places.get(i), XContentHelper.convertToMap(shown, true, MediaTypeRegistry.JSON).v2());
    }
  }

  private Map<String, Object> skipped(int place, NeighbourLookup.Neighbour neighbour) {
    Map<String, Object> near = new LinkedHashMap<>();
    near.put("_id", neighbour.id());
    near.put("distance", neighbour.distance());
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("result", "near_duplicate");
    values.put("near", near);
    values.put("status", 200);
    return item(place, values);
  }

  private Map<String, Object> item(int place, Map<String, Object> values) {
    DocWriteRequest<?> action = actions.get(place);
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("_index", index);
    item.put("_id", action.id());
    item.putAll(values);
    return Map.of(action.opType().getLowercase(), item);
  }
}
