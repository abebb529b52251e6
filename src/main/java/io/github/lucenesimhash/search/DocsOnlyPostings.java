package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.util.BytesRef;

/** Documents of a term of which nothing else is known. */
abstract class DocsOnlyPostings extends PostingsEnum {

  @Override
  public final int advance(int target) throws IOException {
    return slowAdvance(target);
  }

  @Override
  public final int freq() {
    return 1;
  }

  @Override
  public final int nextPosition() {
    return -1;
  }

  @Override
  public final int startOffset() {
    return -1;
  }

  @Override
  public final int endOffset() {
    return -1;
  }

  @Override
  public final BytesRef getPayload() {
    return null;
  }
}
