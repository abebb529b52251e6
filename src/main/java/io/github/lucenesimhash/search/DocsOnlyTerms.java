package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.BaseTermsEnum;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SlowImpactsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.BytesRef;

/** A base class of terms whose postings hold only documents, no frequencies or positions. */
abstract class DocsOnlyTerms extends Terms {

  /** Returns -1, because the terms are not counted. */
  @Override
  public long size() {
    return -1;
  }

  @Override
  public long getSumTotalTermFreq() throws IOException {
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

  /** Iterates over the terms in order, without ordinals. */
  abstract static class Iterator extends BaseTermsEnum {

    @Override
    public long totalTermFreq() throws IOException {
      return docFreq();
    }

    @Override
    public ImpactsEnum impacts(int flags) throws IOException {
      return new SlowImpactsEnum(postings(null, flags));
    }

    @Override
    public long ord() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void seekExact(long ord) {
      throw new UnsupportedOperationException();
    }
  }

  /** Iterates over the documents of a term in ascending order. */
  abstract static class Documents extends PostingsEnum {

    int doc = -1; // before the first document

    @Override
    public int docID() {
      return doc;
    }

    @Override
    public int advance(int target) throws IOException {
      return slowAdvance(target);
    }

    @Override
    public int freq() {
      return 1;
    }

    @Override
    public int nextPosition() {
      return -1;
    }

    @Override
    public int startOffset() {
      return -1;
    }

    @Override
    public int endOffset() {
      return -1;
    }

    @Override
    public BytesRef getPayload() {
      return null;
    }
  }
}
