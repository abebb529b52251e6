package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.BlockLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.TermsEnum;

/**
 * A field in {@link SimHashPostingsFormat}: to Lucene its block terms, to our queries its tables.
 */
final class BlockTerms extends DocsOnlyTerms {

  private final List<BlockTables> layouts;

  private BlockTerms(List<BlockTables> layouts) {
    this.layouts = layouts;
  }

  static BlockTerms of(BlockTables tables) {
    return new BlockTerms(List.of(tables));
  }

  /** Contiguous terms come before interleaved ones. */
  static BlockTerms together(BlockTerms contiguous, BlockTerms interleaved) {
    List<BlockTables> both = new ArrayList<>(contiguous.layouts);
    both.addAll(interleaved.layouts);
    return new BlockTerms(both);
  }

  /** The tables of a segment that has one layout, or null. */
  static BlockTables onlyTables(LeafReader reader, String field) throws IOException {
    return reader.terms(field) instanceof BlockTerms terms && terms.layouts.size() == 1
        ? terms.layouts.get(0)
        : null;
  }

  /** The tables of each layout that the segment has. */
  List<BlockTables> layouts() {
    return layouts;
  }

  @Override
  public TermsEnum iterator() throws IOException {
    List<BlockTable> tables = new ArrayList<>();
    layouts.forEach(layout -> tables.addAll(layout.byBlock()));
    return new BlockTermsEnum(tables, layouts.get(0).open());
  }

  @Override
  public long size() {
    return layouts.stream().mapToInt(BlockTables::distinctTerms).sum();
  }

  @Override
  public int getDocCount() {
    return layouts.stream().mapToInt(BlockTables::size).sum();
  }

  @Override
  public long getSumDocFreq() {
    return (long) getDocCount() * BlockLayout.BLOCKS;
  }

  @Override
  public long getSumTotalTermFreq() {
    return getSumDocFreq();
  }
}
