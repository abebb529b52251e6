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
 * The documents that came through this node lately, which searches may not show yet. A batch holds
 * the lock of this from its first {@link #near} to its last {@link #add}.
 *
 * <pre>
 * Generations  A document is added to the youngest one, which is full when it has {@value #MAX_DOCUMENTS} documents, or
 *              texts that take a 32nd of the heap. The next batch then begins a new one, and forgets all but the last
 *              two.
 * Batch        It {@linkplain #begin begins} before it searches, and from then on sees what others forget. What was
 *              forgotten before is shown by a refresh: it was written by then, since a whole generation came after it.
 * Same id      Of several documents of an id the last one counts.
 * </pre>
 */
final class Lately {

  /** Neighbours of a document that are compared with it by their texts, the nearest first. */
  static final int NEIGHBOURS = 100;

  private static final int MAX_DOCUMENTS = 20_000;
  private static final int BYTES_PER_DOCUMENT = 250; // without its features, id and tenant
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 32;

  /**
   * Documents that are compared with each other.
   *
   * @param index the id of an index, or of a stream's first, and the name of an alias that does not
   *     show all
   * @param near the comparison, by which texts have the same features
   */
  record Key(String index, String field, String near) {}

  /**
   * A document.
   *
   * @param id null if the index gives it one
   * @param tenant null where tenants do not matter
   * @param fingerprint null if it has none
   * @param features null if it has no text
   */
  record Entry(String id, String tenant, Fingerprint fingerprint, FeatureSet features) {

    private long bytes() {
      long characters = (id == null ? 0L : id.length()) + (tenant == null ? 0 : tenant.length());
      return BYTES_PER_DOCUMENT
          + Character.BYTES * characters
          + (features == null ? 0 : (long) Long.BYTES * features.size());
    }
  }

  /** A document that is near another one. */
  record Near(Entry entry, int distance) {}

  /** Documents that came one after another. */
  static final class Generation {

    private final Map<Key, FingerprintList<Entry>> lists = new HashMap<>();
    private final Map<Key, Map<String, Entry>> last = new HashMap<>();
    private int documents;
    private long bytes;
    private Generation next; // null for the youngest

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

    /** Whether no later document has the id of one of this generation. */
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
   * The part of them that a batch sees.
   *
   * @param from the oldest that had not been forgotten when it began
   * @param unshown null unless documents were forgotten by then that no refresh has shown: the
   *     batch refreshes before it searches, and calls {@link #shown}
   */
  record View(Key key, Generation from, Integer unshown) {}

  private Generation young = new Generation();
  private Generation old = young; // the one before, or the same
  private final Map<Key, Integer> unshown = new HashMap<>();
  private int forgotten; // generations

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

  /** Takes note that a batch has refreshed its index. */
  synchronized void shown(View view) {
    unshown.remove(view.key, view.unshown);
  }

  /** Adds a document that is to be written. */
  synchronized void add(View view, Entry entry) {
    young.add(view.key, entry);
  }

  /** Returns the nearest documents of other ids, at most {@value #NEIGHBOURS}. */
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
