package io.github.lucenesimhash.opensearch.query;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.NearOptions;
import io.github.lucenesimhash.opensearch.field.ShownFingerprint;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import io.github.lucenesimhash.search.CollapsedHits;
import io.github.lucenesimhash.verify.Comparison;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchResponseSections;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.aggregations.InternalAggregations;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.search.profile.SearchProfileShardResults;

/**
 * Makes the page that a search requests, without near-duplicates, from the first hits.
 *
 * @param field the field of fingerprints
 * @param options the options of the processor, which replace the options of the mappings
 * @param window the number of hits that are folded, beginning with the first hit
 * @param innerHits the maximum number of folded hits that are shown under a kept hit
 * @param from the number of kept hits before the page
 * @param size the maximum number of kept hits on the page
 * @param isShown whether the search requests the field in its option "fields"; a hit then has the
 *     values of this option in place of requested doc values
 */
record CollapsedPage(
    String field,
    NearOptions options,
    int window,
    int innerHits,
    int from,
    int size,
    boolean isShown) {

  /** The name under which a kept hit shows the hits that are folded under it. */
  private static final String FOLDED = "near_duplicates";

  /** Returns the values that a hit has under the field's name, or null if it has no values. */
  private DocumentField value(SearchHit hit) {
    DocumentField values = hit.field(field);
    return values == null || values.getValues().isEmpty() ? null : values;
  }

  /** Rejects a response without the hits of a shard that could not show the field. */
  private void requireAll(SearchResponse response) {
    for (ShardSearchFailure failure : response.getShardFailures()) {
      String reason = failure.reason();
      if (failure.status() == RestStatus.BAD_REQUEST
          && (reason.contains("Field [" + field + "] of type [")
              || reason.contains(SimHashFieldType.STAMPED))) {
        throw BadRequest.of(
            "[{}] cannot show all hits of index [{}], where field [{}] must be of type [simhash]"
                + " and the search must be valid: {}",
            SearchCollapse.NAME,
            failure.index(),
            field,
            ExceptionsHelper.unwrapCause(failure.getCause()).getMessage());
      }
    }
  }

  /** Folds the hits of a response, and returns the response with the page. */
  SearchResponse of(SearchResponse response) {
    requireAll(response);
    SearchHits all = response.getHits();
    SearchHit[] hits = all.getHits();
    Map<Integer, ShownFingerprint> shownOf = fingerprints(hits);
    Map<Integer, Fingerprint> fingerprints = new HashMap<>();
    shownOf.forEach((rank, each) -> fingerprints.put(rank, each.fingerprint()));
    int maxDistance = maxDistance(shownOf, hits);
    ScoreDoc[] ranked = new ScoreDoc[hits.length];
    for (int rank = 0; rank < hits.length; rank++) {
      ranked[rank] = new ScoreDoc(rank, hits[rank].getScore());
    }
    CollapsedHits collapsed =
        CollapsedHits.of(new TopDocs(all.getTotalHits(), ranked), fingerprints, maxDistance);
    int keptCount = collapsed.keptCount();
    List<CollapsedHits.Group> shown =
        collapsed.groups().subList(Math.min(from, keptCount), Math.min(from + size, keptCount));
    SearchHit[] kept = new SearchHit[shown.size()];
    Object[] collapseValues = all.getCollapseValues() == null ? null : new Object[kept.length];
    int foldedHere = 0;
    for (int i = 0; i < kept.length; i++) {
      CollapsedHits.Group group = shown.get(i);
      kept[i] = hits[group.kept().doc];
      if (collapseValues != null) {
        collapseValues[i] = all.getCollapseValues()[group.kept().doc];
      }
      foldedHere += group.folded().size();
      showFolded(group, hits, fingerprints);
    }
    SearchHits onPage =
        new SearchHits(
            kept,
            all.getTotalHits(),
            all.getMaxScore(),
            all.getSortFields(),
            all.getCollapseField(),
            collapseValues);
    boolean isFull =
        hits.length == window
            && !(all.getTotalHits() != null
                && all.getTotalHits().relation() == TotalHits.Relation.EQUAL_TO
                && all.getTotalHits().value() <= hits.length);
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("field", field);
    report.put("max_distance", maxDistance);
    report.put("seen", hits.length);
    report.put("kept", keptCount);
    report.put("folded", collapsed.foldedCount());
    report.put("folded_on_page", foldedHere);
    report.put("without_fingerprint", hits.length - fingerprints.size());
    report.put("window_exhausted", isFull);
    return with(response, onPage, new CollapseReport(report));
  }

  /** Returns the distance of the request or the mappings, which must be the same for all hits. */
  private int maxDistance(Map<Integer, ShownFingerprint> fingerprints, SearchHit[] hits) {
    int first = -1;
    int maxDistance = Comparison.UNVERIFIED.maxDistance();
    for (Map.Entry<Integer, ShownFingerprint> each : fingerprints.entrySet()) {
      int own =
          options.given().isEmpty()
              ? each.getValue().maxDistance()
              : options.maxDistance(each.getValue().fingerprint().bits());
      if (first < 0) {
        first = each.getKey();
        maxDistance = own;
      } else if (own != maxDistance) {
        throw BadRequest.of(
            "[{}] has field [{}], which is compared within [{}] in index [{}] and within [{}] in"
                + " index [{}]: name [max_distance]",
            SearchCollapse.NAME,
            field,
            maxDistance,
            hits[first].getIndex(),
            own,
            hits[each.getKey()].getIndex());
      }
    }
    return maxDistance;
  }

  /**
   * Removes the fingerprint that {@link SearchCollapse.Widen} requested from each hit, and returns
   * the fingerprints by the rank of the hit. A hit may have none. Rejects hits of several schemes.
   */
  private Map<Integer, ShownFingerprint> fingerprints(SearchHit[] hits) {
    Map<Integer, ShownFingerprint> fingerprints = new TreeMap<>();
    String scheme = null;
    int first = 0;
    for (int rank = 0; rank < hits.length; rank++) {
      SearchHit hit = hits[rank];
      DocumentField values = value(hit);
      if (values == null) {
        continue;
      }
      // the fingerprint follows the values that the search itself requested for the field
      List<Object> others = new ArrayList<>(values.getValues());
      ShownFingerprint shown = ShownFingerprint.parse(others.removeLast().toString());
      hit.removeDocumentField(field);
      if (isShown && shown != null) {
        others.add(shown.fingerprint().toString());
      }
      if (!others.isEmpty()) {
        hit.setDocumentField(field, new DocumentField(field, others));
      }
      if (shown == null) {
        throw BadRequest.of(
            "[{}] has field [{}], which in index [{}] is not of type [simhash]",
            SearchCollapse.NAME,
            field,
            hit.getIndex());
      }
      if (scheme == null) {
        scheme = shown.schemeId();
        first = rank;
      } else if (!scheme.equals(shown.schemeId())) {
        throw BadRequest.of(
            "field [{}] has fingerprints of scheme [{}] in index [{}] and of [{}] in index [{}],"
                + " which cannot be compared: search one of them",
            field,
            scheme,
            hits[first].getIndex(),
            shown.schemeId(),
            hit.getIndex());
      }
      fingerprints.put(rank, shown);
    }
    return fingerprints;
  }

  private void showFolded(
      CollapsedHits.Group group, SearchHit[] hits, Map<Integer, Fingerprint> fingerprints) {
    if (group.folded().isEmpty()) {
      return;
    }
    String distance = field + ".distance";
    Fingerprint leading = fingerprints.get(group.kept().doc);
    SearchHit[] listed = new SearchHit[Math.min(innerHits, group.folded().size())];
    for (int i = 0; i < listed.length; i++) {
      int rank = group.folded().get(i).doc;
      listed[i] = hits[rank];
      List<Object> own = List.of(leading.distance(fingerprints.get(rank)));
      listed[i].setDocumentField(distance, new DocumentField(distance, own));
    }
    SearchHit kept = hits[group.kept().doc];
    Map<String, SearchHits> inner = new HashMap<>();
    if (kept.getInnerHits() != null) {
      inner.putAll(kept.getInnerHits());
    }
    TotalHits total = new TotalHits(group.folded().size(), TotalHits.Relation.EQUAL_TO);
    inner.put(FOLDED, new SearchHits(listed, total, group.folded().getFirst().score));
    kept.setInnerHits(inner);
  }

  private static SearchResponse with(
      SearchResponse response, SearchHits hits, CollapseReport report) {
    SearchResponseSections old = response.getInternalResponse();
    List<SearchExtBuilder> exts = new ArrayList<>(old.getSearchExtBuilders());
    exts.add(report);
    return new SearchResponse(
        new InternalSearchResponse(
            hits,
            (InternalAggregations) old.aggregations(),
            old.suggest(),
            old.profile().isEmpty() ? null : new SearchProfileShardResults(old.profile()),
            old.timedOut(),
            old.terminatedEarly(),
            old.getNumReducePhases(),
            exts,
            old.getProcessorResult()),
        response.getScrollId(),
        response.getTotalShards(),
        response.getSuccessfulShards(),
        response.getSkippedShards(),
        response.getTook().millis(),
        response.getPhaseTook(),
        response.getShardFailures(),
        response.getClusters(),
        response.pointInTimeId());
  }
}
