package io.github.lucenesimhash.opensearch.ingest;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.FingerprintList;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The recent documents of this node, which searches may not show yet. A batch holds the lock of
 * this object from its first {@link #near} to its last {@link #add}.
 *
 * <pre>
 * Generations  A document is added to the youngest generation. A generation is full when it has {@value #MAX_DOCUMENTS}
 *              documents, or when its documents take a 32nd of the heap. The next batch then begins a new generation,
 *              and all generations except the last two are forgotten.
 * Batch        A batch {@linkplain #begin begins} before it searches. From then on it sees all generations that it
 *              began with, even if another batch forgets them. Documents forgotten earlier are shown by a refresh: they
 *              are written by then, because a whole generation came after them.
 * Same id      If several documents have the same id, only the last one counts.
 * </pre>
 */
final class Lately {

  /** The maximum number of neighbours to compare with a document by texts, the nearest first. */
  static final int NEIGHBOURS = 100;

  private static final int MAX_DOCUMENTS = 20_000;
  private static final int BYTES_PER_DOCUMENT = 250; // without its features, id and tenant
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 32;

  /**
   * The key of documents that are compared with each other.
   *
   * @param index the UUID of the oldest index behind the name that is written to, followed by the
   *     name if it is an alias that does not show exactly the documents of its index
   * @param field the field of fingerprints
   * @param near the field of the texts to compare and the comparison, which together determine the
   *     features
   */
  record Key(String index, String field, String near) {}

  /**
   * A recent document.
   *
   * @param id the id, or null if the index will generate one
   * @param tenant the tenant, or null if tenants do not matter
   * @param fingerprint the fingerprint, or null if the document has none
   * @param features the features of the text, or null if the document has no text
   */
  record Entry(String id, String tenant, Fingerprint fingerprint, FeatureSet features) {

    private long bytes() {
      long characters = (id == null ? 0L : id.length()) + (tenant == null ? 0 : tenant.length());
      return BYTES_PER_DOCUMENT
          + Character.BYTES * characters
          + (features == null ? 0 : (long) Long.BYTES * features.size());
    }
  }

  /** A recent document that is near another document, and their distance. */
  record Near(Entry entry, int distance) {}

  /** A run of consecutive documents, which are forgotten together. */
  static final class Generation {

    private final Map<Key, FingerprintList<Entry>> lists = new HashMap<>();
    private final Map<Key, Map<String, Entry>> last = new HashMap<>();
    private int documents;
    private long bytes;
    private Generation next; // null for the youngest generation

    private boolean isFull() {
      return documents >= MAX_DOCUMENTS || bytes >= MAX_BYTES;
    }

    private void add(Key key, Entry entry) {
      documents++;
      bytes += entry.bytes();
      if (entry.id != null) {
        last.computeIfAbsent(key, k -> new HashMap<>()).put(entry.id, entry);
      }
      if (entry.fingerprint != null) {
        lists.computeIfAbsent(key, k -> new FingerprintList<>()).add(entry, entry.fingerprint);
      }
    }

    /** Returns whether an entry of this generation is the last document that has its id. */
    private boolean isLast(Key key, Entry entry) {
      if (entry.id == null) {
        return true;
      }
      for (Generation later = next; later != null; later = later.next) {
        if (later.last.getOrDefault(key, Map.of()).containsKey(entry.id)) {
          return false;
        }
      }
      return entry.equals(last.get(key).get(entry.id));
    }
  }

  /**
   * The recent documents that a batch sees.
   *
   * @param from the oldest generation that was not forgotten when the batch began
   * @param unshown the number of the last generation that was forgotten before the batch began and
   *     that no refresh has shown, or null if none; if not null, the batch refreshes before it
   *     searches, and calls {@link #shown}
   */
  record View(Key key, Generation from, Integer unshown) {}

  private Generation young = new Generation();
  private Generation old = young; // the generation before, or the same one
  private final Map<Key, Integer> unshown = new HashMap<>();
  private int forgotten; // the number of forgotten generations

  synchronized View begin(Key key) {
    if (young.isFull()) {
      if (old.next != null) {
        forgotten++;
        old.lists.keySet().forEach(each -> unshown.put(each, forgotten));
      }
      old = young;
      young = new Generation();
      old.next = young;
    }
    return new View(key, old, unshown.get(key));
  }

  /** Records that a batch has refreshed its index. */
  synchronized void shown(View view) {
    unshown.remove(view.key, view.unshown);
  }

  /** Adds a document that will be written to the index. */
  synchronized void add(View view, Entry entry) {
    young.add(view.key, entry);
  }

  /** Returns the nearest documents of the tenant with other ids, at most {@value #NEIGHBOURS}. */
  synchronized List<Near> near(View view, Entry entry, int maxDistance) {
    List<List<Near>> byDistance =
        IntStream.rangeClosed(0, maxDistance)
            .mapToObj(d -> (List<Near>) new ArrayList<Near>())
            .toList();
    for (Generation each = view.from; each != null; each = each.next) {
      Generation its = each;
      FingerprintList<Entry> list = its.lists.get(view.key);
      if (list != null) {
        list.forEachNear(
            entry.fingerprint,
            maxDistance,
            (other, distance) -> {
              List<Near> near = byDistance.get(distance);
              if (near.size() < NEIGHBOURS
                  && isCompared(entry, other)
                  && its.isLast(view.key, other)) {
                near.add(new Near(other, distance));
              }
            });
      }
    }
    return byDistance.stream().flatMap(List::stream).limit(NEIGHBOURS).toList();
  }

  private static boolean isCompared(Entry one, Entry other) {
    boolean isOtherId = other.id == null || !other.id.equals(one.id);
    boolean isSameTenant = one.tenant == null || one.tenant.equals(other.tenant);
    return isOtherId && isSameTenant;
  }
}
