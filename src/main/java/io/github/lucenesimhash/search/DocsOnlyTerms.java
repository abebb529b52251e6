package io.github.lucenesimhash.search;

import org.apache.lucene.index.Terms;

/** Terms of which only the documents are indexed. */
abstract class DocsOnlyTerms extends Terms {

  @Override
  public final boolean hasFreqs() {
    return false;
  }

  @Override
  public final boolean hasOffsets() {
    return false;
  }

  @Override
  public final boolean hasPositions() {
    return false;
  }

  @Override
  public final boolean hasPayloads() {
    return false;
  }
}
