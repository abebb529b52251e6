package io.github.lucenesimhash.verify;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Caches feature sets of documents, and evicts the least recently used sets. The set of a document
 * without text is null. Safe for use by several threads.
 *
 * @param <K> the type of the keys of documents
 * @lucene.internal
 */
public final class FeatureCache<K> implements Accountable {

  private static final long KEY_BYTES = 4 * Long.BYTES; // assumed if the size of a key is not known

  private static final int MIN_SETS = 2; // the two sets that are being compared stay, however large

  private final long maxBytes;
  private final Map<K, FeatureSet> sets = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * Creates an empty cache.
   *
   * @param maxBytes the maximum size in bytes, 0 or more; the two sets that were used last always
   *     stay
   */
  public FeatureCache(long maxBytes) {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("maxBytes is " + maxBytes + ", expected 0 or more");
    }
    this.maxBytes = maxBytes;
  }

  /**
   * {@return the set of a document, which is created if it is not cached}
   *
   * @param document the key of the document
   * @param make the supplier of the set; called without a lock, perhaps by several threads for the
   *     same document
   * @throws IOException if the supplier throws an IOException
   */
  public FeatureSet get(K document, IOSupplier<FeatureSet> make) throws IOException {
    synchronized (this) {
      if (sets.containsKey(document)) {
        return sets.get(document);
      }
    }
    FeatureSet features = make.get();
    put(document, features);
    return features;
  }

  /**
   * {@return the cached set of a document, or null if no set is cached or the set is null}
   *
   * @param document the key of the document
   */
  public synchronized FeatureSet get(K document) {
    return sets.get(document);
  }

  /**
   * {@return true if the set of a document is cached, even if it is null}
   *
   * @param document the key of the document
   */
  public synchronized boolean contains(K document) {
    return sets.containsKey(document);
  }

  /**
   * Adds a set, and evicts the least recently used sets until the rest fits or two are left.
   *
   * @param document the key of the document
   * @param features the set, or null for a document without text
   */
  public synchronized void put(K document, FeatureSet features) {
    remove(document);
    sets.put(document, features);
    bytes += bytes(document, features);
    while (bytes > maxBytes && sets.size() > MIN_SETS) {
      remove(sets.keySet().iterator().next());
    }
  }

  private void remove(K document) {
    if (sets.containsKey(document)) {
      bytes -= bytes(document, sets.remove(document));
    }
  }

  private static long bytes(Object document, FeatureSet features) {
    return RamUsageEstimator.HASHTABLE_RAM_BYTES_PER_ENTRY
        + RamUsageEstimator.sizeOfObject(document, KEY_BYTES)
        + (features == null ? 0 : features.ramBytesUsed());
  }

  @Override
  public synchronized long ramBytesUsed() {
    return bytes;
  }
}
