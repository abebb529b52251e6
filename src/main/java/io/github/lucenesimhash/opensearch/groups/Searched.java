package io.github.lucenesimhash.opensearch.groups;

import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.IndexMapping;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import io.github.lucenesimhash.opensearch.field.TextCheck;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.action.support.DestructiveOperations;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.regex.Regex;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.index.IndexSettings;

/**
 * The indexes that a request compares, all with fingerprints of one scheme. This object must be
 * closed after the last text is read, because it holds the analyzers that read texts.
 */
final class Searched implements Closeable {

  private static final int MAX_PAGE = 10_000;

  private final GroupsRequest request;
  private final Map<String, TextCheck> checks = new TreeMap<>();
  private final List<String> withoutField = new ArrayList<>();
  private int pageSize = MAX_PAGE;
  private Comparison comparison;

  /* The following four fields belong to the first index that has the field of fingerprints. */

  private String first;
  private IndexMapping mapping;
  private String scheme;
  private TextVerifier verifier;

  private Searched(GroupsRequest request) {
    this.request = request;
  }

  /** Resolves the names and patterns of a request. Refuses indexes that cannot be compared. */
  static Searched by(GroupsRequest request, NodeServices node) throws IOException {
    if (request.indices().length == 0) { // all names were forbidden; no name would mean all indexes
      throw new IndexNotFoundException(request.index);
    }
    ClusterState state = node.cluster().state();
    Index[] indices = node.names().concreteIndices(state, request);
    Arrays.sort(indices, Comparator.comparing(Index::getName)); // versions return different orders
    if (indices.length == 0) {
      throw new IndexNotFoundException(request.index);
    }
    if (!request.isDryRun
        && node.cluster().getClusterSettings().get(DestructiveOperations.REQUIRES_NAME_SETTING)) {
      requireNames(request);
    }
    Searched searched = new Searched(request);
    try {
      for (Index index : indices) {
        searched.add(state.metadata().getIndexSafe(index), node, indices.length == 1);
      }
      if (searched.checks.isEmpty()) {
        throw BadRequest.of(
            "field [{}] is not in the mapping of any of {}, expected one of type [simhash]",
            request.field,
            searched.withoutField);
      }
    } catch (IOException | RuntimeException e) {
      searched.close();
      throw e;
    }
    return searched;
  }

  private static void requireNames(GroupsRequest request) {
    for (String name : request.indices()) {
      if (Regex.isSimpleMatchPattern(name) || name.equals("_all")) {
        throw BadRequest.of(
            "[{}] stands for several indexes: the setting [{}] requires the names of the indexes to delete from",
            name,
            DestructiveOperations.REQUIRES_NAME_SETTING.getKey());
      }
    }
  }

  private void add(IndexMetadata index, NodeServices node, boolean isOnly) throws IOException {
    String name = index.getIndex().getName();
    IndexMapping its =
        mapping == null
            ? IndexMapping.own(node.indices(), index)
            : new IndexMapping(node.indices(), index);
    try {
      if (!isOnly && !its.has(request.field)) {
        withoutField.add(name);
        return;
      }
      SimHashFieldType field = its.field(request.field);
      if (mapping == null) {
        first = name;
        mapping = its;
        scheme = field.schemeId();
        verifier = field.verifier();
      }
      checkScheme(field, name);
      compare(field, name);
      if (request.keepBy != null) {
        its.checkSorts("keep_by", request.keepBy);
      }
      checks.put(
          name, TextCheck.of(request.field, request.verifyField, request.near, its, verifier));
      pageSize =
          Math.min(pageSize, IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()));
    } finally {
      if (its != mapping) {
        its.close();
      }
    }
  }

  private void checkScheme(SimHashFieldType field, String name) {
    if (!scheme.equals(field.schemeId())) {
      throw BadRequest.of(
          "field [{}] has scheme [{}] in index [{}] and [{}] in index [{}], which cannot"
              + " be compared: name only indexes of one scheme",
          request.field,
          scheme,
          first,
          field.schemeId(),
          name);
    }
  }

  /** Refuses an index with another comparison than the first index. */
  private void compare(SimHashFieldType field, String name) {
    Comparison own = field.comparison(request.near, true);
    if (comparison == null) {
      comparison = own;
    } else if (!comparison.equals(own)) {
      throw BadRequest.of(
          "field [{}] is compared by [{}] in index [{}] and by [{}] in index [{}]: set in the"
              + " request the options that differ",
          request.field,
          comparison,
          first,
          own,
          name);
    }
  }

  /** Returns the check of all indexes. It compares texts if the check of any index does. */
  TextCheck check() {
    return checks.values().stream()
        .filter(TextCheck::isOn)
        .findFirst()
        .orElseGet(() -> checks.values().iterator().next());
  }

  /** Returns the check of each index, by the name of the index. */
  Map<String, TextCheck> checks() {
    return checks;
  }

  Set<String> names() {
    return checks.keySet();
  }

  /** Returns the indexes that the request names but that do not have the field. */
  List<String> withoutField() {
    return withoutField;
  }

  /** Returns the maximum number of documents in a page that every index allows. */
  int pageSize() {
    return pageSize;
  }

  @Override
  public void close() throws IOException {
    if (mapping != null) {
      mapping.close();
    }
  }
}
