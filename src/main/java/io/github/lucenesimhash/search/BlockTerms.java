package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;

/**
 * A field in {@link SimHashPostingsFormat}: to Lucene its block terms, to our queries its tables.
 */
final class BlockTerms extends Terms {

  private final BlockTables tables;

  BlockTerms(BlockTables tables) {
    this.tables = tables;
  }

  /** The tables of a segment, or null if the field is in another format. */
  static BlockTables tables(LeafReader reader, String field) throws IOException {
    return reader.terms(field) instanceof BlockTerms terms ? terms.tables : null;
  }

  BlockTables tables() {
    return tables;
  }

  @Override
  public TermsEnum iterator() throws IOException {
    return new BlockTermsEnum(tables.byBlock(), tables.open());
  }

  @Override
  public long size() {
    return tables.distinctTerms();
  }

  @Override
  public int getDocCount() {
    return tables.size();
  }

  @Override
  public long getSumDocFreq() {
    return (long) getDocCount() * Blocks.BLOCKS;
  }

  @Override
  public long getSumTotalTermFreq() {
    return getSumDocFreq();
  }

  @Override
  public boolean hasFreqs() {
    return false;
  }

  @Override
  public boolean hasOffsets() {
    return false;
  }

  @Override
  public boolean hasPositions() {
    return false;
  }

  @Override
  public boolean hasPayloads() {
    return false;
  }
}
