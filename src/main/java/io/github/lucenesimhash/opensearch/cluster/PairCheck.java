package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.join.Grouping.PairTest;
import io.github.lucenesimhash.opensearch.cluster.GroupsTask.Work;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.core.rest.RestStatus;

/**
 * Compares the texts of documents whose fingerprints are near. Texts are fetched for many documents
 * at once; the features of those that were needed last are kept. A document that is not any more
 * the one whose fingerprint was read is near nothing. Every test ends a task that was cancelled.
 */
final class PairCheck implements PairTest {

  private static final int AHEAD = 128;

  private final Work work;
  private final GatheredDocuments documents;
  private final TextCheck check;
  private final long maxBytes;

  /** Null for a document without text. */
  private final Map<Integer, FeatureSet> cache = new LinkedHashMap<>(16, .75f, true);

  private final BitSet changed = new BitSet();
  private long bytes;
  private long fetched;
  private long verified;
  private long unverified;

  /**
   * @param maxBytes of features that are kept
   */
  PairCheck(Work work, GatheredDocuments documents, TextCheck check, long maxBytes) {
    this.work = work;
    this.documents = documents;
    this.check = check;
    this.maxBytes = maxBytes;
  }

  @Override
  public int ahead() {
    return check.isOn() ? AHEAD : 0;
  }

  @Override
  public void soon(int[] soon) {
    List<Integer> missing =
        IntStream.of(soon)
            .distinct()
            .filter(document -> !cache.containsKey(document) && !changed.get(document))
            .boxed()
            .toList();
    if (missing.isEmpty()) {
      return;
    }
    MultiGetRequest texts = new MultiGetRequest();
    for (int document : missing) {
      texts.add(documents.item(document).fetchSourceContext(check.source()));
    }
    fetched += missing.size();
    work.task().advance("verifying", Math.min(fetched, documents.size()), documents.size());
    MultiGetItemResponse[] answers = work.await(work.client().multiGet(texts)).getResponses();
    for (int i = 0; i < answers.length; i++) {
      keep(missing.get(i), answers[i]);
    }
  }

  private void keep(int document, MultiGetItemResponse answer) {
    if (answer.isFailed()) {
      throw new OpenSearchStatusException(
          "the text of document [{}] cannot be read: nothing was changed, ask again",
          RestStatus.SERVICE_UNAVAILABLE,
          answer.getFailure().getFailure(),
          documents.id(document));
    }
    GetResponse now = answer.getResponse();
    if (!documents.isUnchanged(document, now)) {
      changed.set(document);
      return;
    }
    FeatureSet features = check.features(now.getSourceAsMap());
    cache.put(document, features);
    bytes += bytes(features);
    Iterator<FeatureSet> oldest = cache.values().iterator();
    while (bytes > maxBytes && cache.size() > 2) {
      bytes -= bytes(oldest.next());
      oldest.remove();
    }
  }

  private static long bytes(FeatureSet features) {
    return Long.BYTES * 8 + (features == null ? 0 : features.ramBytesUsed());
  }

  @Override
  public boolean test(int kept, int other, int distance) {
    work.task().ensureNotCancelled();
    if (!check.isOn()) {
      return true;
    }
    cache.get(kept); // now the last to go, beside the other
    cache.get(other);
    soon(new int[] {kept, other});
    if (changed.get(kept) || changed.get(other)) {
      return false;
    }
    FeatureSet one = cache.get(kept);
    FeatureSet two = cache.get(other);
    boolean areNear = check.areNear(one, two);
    if (check.isVerifiable(one, two)) {
      verified++;
    } else if (areNear) {
      unverified++;
    }
    return areNear;
  }

  /** Documents that are not any more the ones that were read. */
  int changed() {
    return changed.cardinality();
  }

  /** How the texts were compared, and what could not be. */
  Map<String, Object> summary() {
    Map<String, Object> summary = check.summary();
    if (check.isOn()) {
      if (verified == 0 && unverified > 0) {
        summary.put("verified", false);
        summary.put("reason", "no text in the sources of the documents that were compared");
      }
      summary.put("unverified", unverified);
      summary.put("changed", changed());
    }
    return summary;
  }
}
