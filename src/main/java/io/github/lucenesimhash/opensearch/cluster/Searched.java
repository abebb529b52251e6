package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.BadRequest;
import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.search.Comparison;
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
 * The indexes whose documents a request compares, all with fingerprints of one scheme.
 *
 * @param comparison what the request compares, in all of them
 * @param checks by name of the index, how texts are verified there
 * @param withoutField indexes that the request names too, and that do not have the field
 * @param pageSize of documents that all of them give at once
 */
record Searched(
    Comparison comparison, Map<String, TextCheck> checks, List<String> withoutField, int pageSize) {

  private static final int MAX_PAGE = 10_000;

  /** What the names and patterns of a request stand for; refuses what cannot be compared. */
  static Searched by(GroupsAction.Request request, NodeServices node) throws IOException {
    if (request.indices().length == 0) { // a security plugin left none, and none would mean all
      throw new IndexNotFoundException(request.index);
    }
    ClusterState state = node.cluster().state();
    Index[] indices = node.names().concreteIndices(state, request);
    Arrays.sort(indices, Comparator.comparing(Index::getName)); // versions order them otherwise
    if (indices.length == 0) {
      throw new IndexNotFoundException(request.index);
    }
    if (!request.isDryRun
        && node.cluster().getClusterSettings().get(DestructiveOperations.REQUIRES_NAME_SETTING)) {
      for (String name : request.indices()) {
        if (Regex.isSimpleMatchPattern(name) || name.equals("_all")) {
          throw BadRequest.of(
              "[{}] is no name: the setting [{}] wants the names of indexes to delete from",
              name,
              DestructiveOperations.REQUIRES_NAME_SETTING.getKey());
        }
      }
    }
    Map<String, TextCheck> checks = new TreeMap<>();
    List<String> withoutField = new ArrayList<>();
    String scheme = null;
    String first = null;
    int pageSize = MAX_PAGE;
    Comparison comparison = Comparison.within(request.maxDistance);
    String withWords = null;
    for (Index index : indices) {
      IndexMetadata metadata = state.metadata().getIndexSafe(index);
      String name = index.getName();
      try (IndexMapping mapping = new IndexMapping(node.indices(), metadata)) {
        if (indices.length > 1 && !mapping.has(request.field)) {
          withoutField.add(name);
          continue;
        }
        SimHashFieldType field = mapping.field(request.field);
        if (scheme == null) {
          scheme = field.schemeId();
          first = name;
        } else if (!scheme.equals(field.schemeId())) {
          throw BadRequest.of(
              "field [{}] has scheme [{}] in index [{}] and [{}] in index [{}], which do not"
                  + " compare: ask for one of them",
              request.field,
              scheme,
              first,
              field.schemeId(),
              name);
        }
        Comparison own = field.comparison(request.maxDistance, request.shortTexts);
        if (withWords == null) {
          comparison = own;
        } else if (field.hasWords() && !own.equals(comparison)) {
          throw BadRequest.of(
              "field [{}] compares short texts by [{}] in index [{}] and by [{}] in index [{}]: name"
                  + " [short_texts]",
              request.field,
              comparison.words(),
              withWords,
              own.words(),
              name);
        }
        withWords = field.hasWords() ? name : withWords;
        checks.put(name, TextCheck.of(request, mapping));
        pageSize =
            Math.min(pageSize, IndexSettings.MAX_RESULT_WINDOW_SETTING.get(metadata.getSettings()));
      }
    }
    if (checks.isEmpty()) {
      throw BadRequest.of(
          "field [{}] is not in the mapping of any of {}, expected one of type [simhash]",
          request.field,
          withoutField);
    }
    request.checkWords(withWords != null);
    return new Searched(comparison, checks, List.copyOf(withoutField), pageSize);
  }

  Set<String> names() {
    return checks.keySet();
  }
}
