package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.join.Grouping.PairTest;
import io.github.lucenesimhash.opensearch.BadRequest;
import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.verify.FeatureCache;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/**
 * Whether the texts of two documents whose fingerprints are near resemble each other too. The text
 * is what the fingerprint is made of, as the document's source has it, or the text of a field that
 * the request names; several values are one text. A document that has a ready fingerprint has none.
 *
 * @param min least resemblance
 * @param isRequired whether documents without text are not near
 * @param paths where sources have the text, in order
 * @param own the one of them where a number or 16 hex digits are a fingerprint, or null
 * @param reason why fingerprints alone decide, or null if they do not
 */
record TextCheck(double min, boolean isRequired, List<String> paths, String own, String reason) {

  private static final double DEFAULT_MIN = 0.8;

  /** The check of a field of fingerprints; a request for texts that are not kept is refused. */
  static TextCheck of(NearDuplicateRequest request, IndexMapping mapping) {
    String textField = request.verifyField;
    boolean isOff = request.verify != null && request.verify == 0;
    if (isOff && textField != null) {
      throw BadRequest.of(
          "verify_field is [{}] and verify is [false], expected one of them", textField);
    }
    String text = textField == null ? request.field : textField;
    String reason = isOff ? "[verify] is false" : mapping.whyNotInSource(text);
    if (reason != null) {
      if (!isOff && (request.verify != null || textField != null)) {
        throw BadRequest.of("texts cannot be verified: {}", reason);
      }
      return new TextCheck(0, false, List.of(), null, reason);
    }
    return new TextCheck(
        request.verify == null ? DEFAULT_MIN : request.verify,
        request.verify != null,
        List.copyOf(new TreeSet<>(mapping.sourcePaths(text))),
        mapping.ownPath(text),
        null);
  }

  /** False if fingerprints alone decide. */
  boolean isOn() {
    return reason == null;
  }

  /** What {@link #features} reads of a document's source, and a field of marks if not null. */
  FetchSourceContext source(String mark) {
    String[] read = Stream.concat(Stream.ofNullable(mark), paths.stream()).toArray(String[]::new);
    return new FetchSourceContext(read.length > 0, read, null);
  }

  /** The features of the text in a document's source; null if either is missing. */
  FeatureSet features(Map<String, Object> source) {
    if (source == null) {
      return null;
    }
    List<String> texts =
        paths.stream()
            .flatMap(
                path ->
                    XContentMapValues.extractRawValues(path, source).stream()
                        .filter(value -> isText(value, path)))
            .map(String::valueOf)
            .toList();
    return texts.isEmpty() ? null : TextVerifier.standard().features(String.join("\n", texts));
  }

  private boolean isText(Object value, String path) {
    return path.equals(own)
        ? value instanceof String text && !SimHashFieldType.isFingerprint(text)
        : value != null;
  }

  /**
   * Whether two documents whose fingerprints are near are near-duplicates. Where a text is missing,
   * which is null here, they are, unless the request asked for a resemblance.
   */
  boolean areNear(FeatureSet one, FeatureSet other) {
    return isVerifiable(one, other) ? one.resembles(other, min) : !isRequired;
  }

  boolean isVerifiable(FeatureSet one, FeatureSet other) {
    return isOn() && one != null && other != null;
  }

  /** What an answer says of it: {@code "verified": 0.8}, or false and the reason. */
  void show(Answer answer) {
    answer.put("verified", isOn() ? min : false);
    if (!isOn()) {
      answer.put("reason", reason);
    }
  }

  /**
   * Compares the texts of documents whose fingerprints are near. Texts are fetched for many
   * documents at once; the features of those that were needed last are kept. A document that is not
   * any more the one whose fingerprint was read is near nothing. Every test ends a task that was
   * cancelled.
   */
  static final class Pairs implements PairTest {

    private static final int AHEAD = 128;

    private final Work work;
    private final Map<String, TextCheck> checks; // of each index
    private final TextCheck check; // that is on, if any is
    private final List<GatheredDocument> documents;

    private final FeatureCache<Integer> cache;

    private final BitSet changed = new BitSet();
    private long fetched;
    private long verified;
    private long unverified;

    Pairs(
        Work work, Map<String, TextCheck> checks, List<GatheredDocument> documents, long maxBytes) {
      this.work = work;
      this.checks = checks;
      check =
          checks.values().stream()
              .filter(TextCheck::isOn)
              .findFirst()
              .orElseGet(() -> checks.values().iterator().next());
      this.documents = documents;
      cache = new FeatureCache<>(maxBytes);
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
              document -> checks.get(document.index()).source(null));
      for (int i = 0; i < answers.length; i++) {
        GatheredDocument document = documents.get(missing.get(i));
        if (answers[i].isFailed()) {
          throw new OpenSearchStatusException(
              "the text of document [{}] cannot be read: nothing was changed, ask again",
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

    void show(Answer answer) {
      check.show(answer);
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
