package io.github.lucenesimhash.verify;

import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Keeps the feature sets of documents, the least recently used out first. Documents are known by
 * their segment's core, so a reopened reader finds those of the segments that stayed; deletions do
 * not change a document.
 */
final class FeatureCache implements DocumentFeatures, Accountable {

  private record Key(IndexReader.CacheKey core, int leafDoc) {}

  private static final long ENTRY_BYTES =
      RamUsageEstimator.HASHTABLE_RAM_BYTES_PER_ENTRY
          + RamUsageEstimator.shallowSizeOfInstance(Key.class);

  private final DocumentFeatures documents;
  private final long maxBytes;
  private final Map<Key, FeatureSet> sets = new LinkedHashMap<>(16, 0.75f, true);
  private final Set<IndexReader.CacheKey> cores = new HashSet<>();
  private long bytes;

  FeatureCache(DocumentFeatures documents, long maxBytes) {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("maxBytes is " + maxBytes + ", expected 0 or more");
    }
    this.documents = documents;
    this.maxBytes = maxBytes;
  }

  @Override
  public FeatureSet features(LeafReaderContext leaf, int leafDoc) throws IOException {
    IndexReader.CacheHelper core = leaf.reader().getCoreCacheHelper();
    if (core == null) {
      return documents.features(leaf, leafDoc);
    }
    Key key = new Key(core.getKey(), leafDoc);
    synchronized (this) {
      FeatureSet known = sets.get(key);
      if (known != null) {
        return known;
      }
    }
    FeatureSet features = documents.features(leaf, leafDoc);
    put(core, key, features);
    return features;
  }

  private synchronized void put(IndexReader.CacheHelper core, Key key, FeatureSet features) {
    if (cores.add(key.core())) {
      core.addClosedListener(this::forget);
    }
    if (sets.put(key, features) == null) {
      bytes += bytes(features);
    }
    Iterator<FeatureSet> oldest = sets.values().iterator();
    while (bytes > maxBytes) {
      bytes -= bytes(oldest.next());
      oldest.remove();
    }
  }

  private synchronized void forget(IndexReader.CacheKey core) {
    cores.remove(core);
    sets.entrySet()
        .removeIf(
            entry -> {
              boolean closed = entry.getKey().core().equals(core);
              bytes -= closed ? bytes(entry.getValue()) : 0;
              return closed;
            });
  }

  private static long bytes(FeatureSet features) {
    return ENTRY_BYTES + features.ramBytesUsed();
  }

  @Override
  public synchronized long ramBytesUsed() {
    return bytes;
  }
}
