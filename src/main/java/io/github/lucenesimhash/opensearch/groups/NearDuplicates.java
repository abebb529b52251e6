package io.github.lucenesimhash.opensearch.groups;

import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Grouping.Lookahead;
import io.github.lucenesimhash.join.Grouping.PairTest;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.opensearch.field.TextCheck;
import io.github.lucenesimhash.opensearch.groups.GroupsRequest.Answer;
import io.github.lucenesimhash.opensearch.groups.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.groups.NearDuplicates.NearDuplicate;
import io.github.lucenesimhash.opensearch.groups.NodeServices.Memory;
import io.github.lucenesimhash.verify.FeatureCache;
import io.github.lucenesimhash.verify.Likeness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.core.rest.RestStatus;

/**
 * The near-duplicates of one or several indexes, in groups. Each member of a group is near the kept
 * document of the group. One node does all the work, and reserves memory at its circuit breaker.
 * The pairs may take an eighth of the heap.
 *
 * @param documents the documents that have a fingerprint
 * @param groups the groups of near-duplicates among these documents
 * @param check the test that compared the texts
 */
record NearDuplicates(GatheredDocuments documents, Groups groups, Pairs check) {

  /** The maximum number of members of a group that the answer lists. */
  private static final int MAX_LISTED = 1_000;

  private static final int BATCH = 1_000;
  private static final int BYTES_PER_EDGE = 16;
  private static final int BYTES_PER_LIKENESS = 2 * Float.BYTES;

  /** Finds the near-duplicates after reserving the required memory. */
  static NearDuplicates of(
      Work work, GatheredDocuments documents, SimilarityJoin join, Searched searched, Memory memory)
      throws IOException {
    long heap = Runtime.getRuntime().maxMemory();
    int maxEdges = (int) Math.min(1 << 28, heap / 8 / BYTES_PER_EDGE);
    long maxPairs = (long) documents.size() * documents.size() / 2;
    boolean isOn = searched.check().isOn();
    long features = isOn ? Math.min(64 << 20, heap / 32) : 0;
    long likenesses = isOn ? (long) BYTES_PER_LIKENESS * documents.size() : 0;
    memory.add(BYTES_PER_EDGE * Math.min(maxEdges, maxPairs) + features + likenesses);
    Pairs pairs = new Pairs(work, searched, documents, features);
    Grouping grouping = Grouping.stars(join).verify(pairs).maxEdges(maxEdges);
    if (searched.check().isOn()) {
      grouping.lookahead(pairs);
    }
    Groups groups = grouping.of(documents.fingerprints());
    return new NearDuplicates(documents, groups, pairs);
  }

  int size() {
    return groups.documents() - groups.size();
  }

  /**
   * A document that is not kept.
   *
   * @param kept the kept document of the group
   * @param document the document that is not kept
   * @param how the distance, and the likeness of the texts if they were compared
   */
  record NearDuplicate(GatheredDocument kept, GatheredDocument document, Map<String, Object> how) {}

  /** Passes all near-duplicates to an action, {@value #BATCH} at a time, and shows progress. */
  void forEachBatch(Work work, String phase, Consumer<List<NearDuplicate>> action) {
    List<NearDuplicate> batch = new ArrayList<>();
    long done = 0;
    for (Group group : groups) {
      GatheredDocument kept = documents.get(group.kept());
      for (int i = 0; i < group.size() - 1; i++) {
        GatheredDocument document = documents.get(group.member(i));
        batch.add(new NearDuplicate(kept, document, how(group, i)));
        done++;
        if (batch.size() == BATCH || done == size()) {
          action.accept(batch);
          work.task().advance(phase, done, size());
          batch = new ArrayList<>();
        }
      }
    }
  }

  List<Map<String, Object>> items(int size) {
    return groups.stream().limit(size).map(this::item).toList();
  }

  private Map<String, Object> item(Group group) {
    List<Map<String, Object>> members = new ArrayList<>();
    for (int i = 0; i < Math.min(MAX_LISTED, group.size() - 1); i++) {
      members.add(documents.get(group.member(i)).shown("_id", "_index", "routing"));
      members.getLast().putAll(how(group, i));
    }
    Map<String, Object> item =
        documents.get(group.kept()).shown("kept", "kept_index", "kept_routing");
    item.put("near_duplicates", group.size() - 1);
    item.put("members", members);
    return item;
  }

  private Map<String, Object> how(Group group, int i) {
    Map<String, Object> how = new LinkedHashMap<>(Map.of("distance", group.distance(i)));
    how.putAll(check.how(group.member(i)));
    return how;
  }

  /**
   * Compares the texts of documents whose fingerprints are near. Texts are fetched for many
   * documents at once, and the most recently used features are cached. If texts are compared, a
   * document that has changed since its fingerprint was read is not near any document. Every test
   * ends a task that was cancelled or has no time left.
   */
  static final class Pairs implements PairTest, Lookahead {

    private static final int MOST = 128;

    private final Work work;
    private final Map<String, TextCheck> checks; // by the name of an index
    private final TextCheck check; // for all indexes
    private final GatheredDocuments documents;

    private final FeatureCache<Integer> cache;

    /**
     * The resemblance of each dropped document to its kept document. It is NaN where texts were not
     * compared.
     */
    private final float[] resemblances;

    /** The share of the features of each dropped document that its kept document has. */
    private final float[] contained;

    private final BitSet changed = new BitSet();
    private long fetched;
    private long verified;
    private long unverified;
    private final ApartPairs apart = new ApartPairs();

    Pairs(Work work, Searched searched, GatheredDocuments documents, long maxBytes) {
      this.work = work;
      checks = searched.checks();
      check = searched.check();
      this.documents = documents;
      cache = new FeatureCache<>(maxBytes);
      resemblances = new float[check.isOn() ? documents.size() : 0];
      contained = new float[resemblances.length];
      Arrays.fill(resemblances, Float.NaN);
    }

    @Override
    public int most() {
      return MOST;
    }

    @Override
    public boolean isNeeded(int kept, int other) {
      return true;
    }

    @Override
    public void fetch(int[] soon) {
      List<Integer> missing =
          IntStream.of(soon)
              .distinct()
              .filter(document -> !cache.contains(document) && !changed.get(document))
              .boxed()
              .toList();
      if (missing.isEmpty()) {
        return;
      }
      fetched += missing.size();
      work.task().advance("verifying", Math.min(fetched, documents.size()), documents.size());
      MultiGetItemResponse[] answers =
          GatheredDocument.now(
              work,
              missing.stream().map(documents::get).toList(),
              document -> checks.get(document.index()).source());
      for (int i = 0; i < answers.length; i++) {
        GatheredDocument document = documents.get(missing.get(i));
        if (answers[i].isFailed()) {
          throw new OpenSearchStatusException(
              "the text of document [{}] cannot be read: nothing was changed, try again",
              RestStatus.SERVICE_UNAVAILABLE,
              answers[i].getFailure().getFailure(),
              document.id());
        }
        GetResponse now = answers[i].getResponse();
        if (document.isUnchanged(now)) {
          cache.put(missing.get(i), checks.get(document.index()).features(now.getSourceAsMap()));
        } else {
          changed.set(missing.get(i));
        }
      }
    }

    @Override
    public boolean test(int kept, int other, int distance) {
      work.task().ensureMayGoOn();
      if (check.isOn()) {
        cache.get(kept); // marked as used, so that the fetch of the other does not evict it
        cache.get(other);
        fetch(new int[] {kept, other});
        if (changed.get(kept) || changed.get(other)) {
          return false;
        }
      }
      Likeness likeness = check.likeness(distance, () -> cache.get(other), () -> cache.get(kept));
      if (likeness.isHeldBack()) {
        apart.add(other);
      }
      if (check.isOn()) {
        boolean isVerified = check.isVerifiable(cache.get(kept), cache.get(other));
        verified += isVerified ? 1 : 0;
        unverified += !isVerified && likeness.mayDropFirst() ? 1 : 0;
        resemblances[other] = (float) likeness.resemblance();
        contained[other] = (float) likeness.contained();
      }
      return likeness.mayDropFirst();
    }

    Map<String, Object> how(int document) {
      return check.isOn() ? check.how(resemblances[document], contained[document]) : Map.of();
    }

    /** Returns the number of fetched documents that changed since their fingerprints were read. */
    int changed() {
      return changed.cardinality();
    }

    void show(Answer answer, Groups groups) {
      answer.put("verified", check.isOn() ? check.comparison().verification() : false);
      if (!check.isOn()) {
        answer.put("reason", check.reason());
      }
      answer.put("held_back", apart.count(groups));
      if (check.isOn()) {
        if (verified == 0 && unverified > 0) {
          answer.put("verified", false);
          answer.put("reason", "no text in the sources of the documents that were compared");
        }
        answer.put("unverified", unverified).put("changed", changed());
        String unreadable =
            checks.values().stream()
                .filter(other -> !other.isOn())
                .map(TextCheck::reason)
                .collect(Collectors.joining("; "));
        if (!unreadable.isEmpty()) {
          answer.put("reason", unreadable);
        }
      }
    }
  }
}
