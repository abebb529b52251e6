package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/** The four tables of a field. */
final class BlockTables {

  private final IndexInput data;
  private final List<BlockTable> byBlock;
  private final BlockTable[] tables;
  private final int distinctTerms;

  /** Several threads may find them at the same time, and find the same. */
  private volatile HotValues hot;

  BlockTables(IndexInput data, List<BlockTable> byBlock, int distinctTerms) {
    this.data = data;
    this.byBlock = List.copyOf(byBlock);
    tables = byBlock.toArray(BlockTable[]::new);
    this.distinctTerms = distinctTerms;
  }

  List<BlockTable> byBlock() {
    return byBlock;
  }

  BlockTable table(int block) {
    return tables[block];
  }

  int distinctTerms() {
    return distinctTerms;
  }

  /** Documents. */
  int size() {
    return byBlock.get(0).size();
  }

  int prefixBits() {
    return byBlock.get(0).prefixBits();
  }

  /** The bits of an entry that belong to the fingerprint. */
  long fingerprintMask() {
    return tables[0].fingerprintMask();
  }

  /** Reads the tables, in one thread. */
  IndexInput open() {
    return data.clone();
  }

  /** What was opened, to be read from anywhere. */
  static RandomAccessInput random(IndexInput in) throws IOException {
    return in instanceof RandomAccessInput random ? random : in.randomAccessSlice(0, in.length());
  }

  /** The buckets that far more documents share than the average; found when first asked for. */
  HotValues hot() throws IOException {
    HotValues known = hot;
    if (known == null) {
      HotValues.Builder found = new HotValues.Builder(size(), prefixBits());
      RandomAccessInput in = random(open());
      for (BlockTable table : byBlock) {
        for (int bucket = 0; bucket < table.buckets(); bucket++) {
          long range = table.range(in, bucket);
          found.add(table.block(), bucket, BlockTable.size(range));
        }
      }
      known = found.build();
      hot = known;
    }
    return known;
  }
}
