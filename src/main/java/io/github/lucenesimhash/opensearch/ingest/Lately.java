package io.github.lucenesimhash.opensearch.ingest;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.FingerprintList;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The documents that came through this node lately, which searches may not show yet. Callers of
 * {@link #add} and {@link #near} hold the lock of {@link DedupProcessor.Node}.
 *
 * <pre>
 * Two generations  A document is added to the young one. When that is full it becomes the old one, and the old one is
 *                  forgotten: a document stays for at least {@value #MAX_DOCUMENTS} others, or for as many as have
 *                  texts that fit into a 32nd of the heap.
 * Refresh          Before the old generation is forgotten, each of its indexes is to be refreshed once, when the young
 *                  one is half full: the old documents were written by then.
 * Same id          Of several documents of an id the last one counts.
 * </pre>
 */
final class Lately {

  /** Neighbours of a document that are compared with it by their texts, the nearest first. */
  static final int NEIGHBOURS = 100;

  private static final int MAX_DOCUMENTS = 20_000;
  private static final int BYTES_PER_DOCUMENT = 250; // without its features
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 32;

  /**
   * Documents that are compared with each other.
   *
   * @param index the id of an index, or of a stream's first, and the name of a filtered alias
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
  record Entry(String id, String tenant, Fingerprint fingerprint, FeatureSet features) {}

  /** A document that is near another one. */
  record Near(Entry entry, int distance) {}

  private static final class Generation {

    final Map<Key, FingerprintList<Entry>> lists = new HashMap<>();
    final Map<Key, Map<String, Entry>> last = new HashMap<>();
    int documents;
    long bytes;

    boolean has(Key key, String id) {
      return last.getOrDefault(key, Map.of()).containsKey(id);
    }

    void add(Key key, Entry entry) {
      documents++;
      bytes += BYTES_PER_DOCUMENT;
      bytes += entry.features == null ? 0 : (long) Long.BYTES * entry.features.size();
      if (entry.id != null) {
        last.computeIfAbsent(key, k -> new HashMap<>()).put(entry.id, entry);
      }
      if (entry.fingerprint != null) {
        lists.computeIfAbsent(key, k -> new FingerprintList<>()).add(entry, entry.fingerprint);
      }
    }

    boolean isLast(Key key, Entry entry) {
      return entry.id == null || entry.equals(last.get(key).get(entry.id));
    }
  }

  private Generation young = new Generation();
  private Generation old = new Generation();
  private boolean isHalfFull;
  private final Set<Key> unshown = ConcurrentHashMap.newKeySet();

  /** Adds a document that is to be written. */
  void add(Key key, Entry entry) {
    young.add(key, entry);
    if (!isHalfFull && isFuller(2)) {
      isHalfFull = true;
      unshown.addAll(old.lists.keySet());
    }
    if (isFuller(1)) {
      old = young;
      young = new Generation();
      isHalfFull = false;
    }
  }

  private boolean isFuller(int parts) {
    return young.documents >= MAX_DOCUMENTS / parts || young.bytes >= MAX_BYTES / parts;
  }

  /**
   * Returns true if documents are to be forgotten that no refresh has shown yet. The caller then
   * refreshes their index, and calls {@link #mustStillRefresh} if that fails.
   */
  boolean mustRefresh(Key key) {
    return unshown.remove(key);
  }

  /** Lets the next caller of {@link #mustRefresh} refresh in place of one that could not. */
  void mustStillRefresh(Key key) {
    unshown.add(key);
  }

  /** Returns the nearest documents of other ids, at most {@value #NEIGHBOURS}. */
  List<Near> near(Key key, Entry entry, int maxDistance) {
    List<List<Near>> byDistance =
        IntStream.rangeClosed(0, maxDistance)
            .mapToObj(d -> (List<Near>) new ArrayList<Near>())
            .toList();
    for (Generation generation : List.of(young, old)) {
      FingerprintList<Entry> list = generation.lists.get(key);
      if (list != null) {
        list.forEachNear(
            entry.fingerprint,
            maxDistance,
            (other, distance) -> {
              List<Near> near = byDistance.get(distance);
              if (near.size() < NEIGHBOURS && isCompared(key, entry, other, generation)) {
                near.add(new Near(other, distance));
              }
            });
      }
    }
    return byDistance.stream().flatMap(List::stream).limit(NEIGHBOURS).toList();
  }

  private boolean isCompared(Key key, Entry one, Entry other, Generation its) {
    boolean isOtherId = other.id == null || !other.id.equals(one.id);
    boolean isSameTenant = one.tenant == null || one.tenant.equals(other.tenant);
    return isOtherId
        && isSameTenant
        && its.isLast(key, other)
        && (its.equals(young) || other.id == null || !young.has(key, other.id));
  }
}
