package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.BaseTermsEnum;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SlowImpactsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** The terms of a batch's field, to be read once from first to last. */
final class BatchTerms extends DocsOnlyTerms {

  private final BatchPostings postings;

  BatchTerms(BatchPostings postings) {
    this.postings = postings;
  }

  @Override
  public TermsEnum iterator() {
    return new InOrder();
  }

  private final class InOrder extends BaseTermsEnum {

    private final BytesRef term = new BytesRef(new byte[Long.BYTES]);
    private int number = -1;

    @Override
    public BytesRef next() {
      do {
        number++;
        if (number == postings.numbers()) {
          return null;
        }
      } while (postings.start(number) == postings.end(number));
      postings.term(number, term);
      return term;
    }

    @Override
    public SeekStatus seekCeil(BytesRef text) {
      number = -1;
      for (BytesRef next = next(); next != null; next = next()) {
        int order = next.compareTo(text);
        if (order >= 0) {
          return order == 0 ? SeekStatus.FOUND : SeekStatus.NOT_FOUND;
        }
      }
      return SeekStatus.END;
    }

    @Override
    public void seekExact(long ord) {
      throw new UnsupportedOperationException();
    }

    @Override
    public BytesRef term() {
      return term;
    }

    @Override
    public long ord() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int docFreq() {
      return postings.end(number) - postings.start(number);
    }

    @Override
    public long totalTermFreq() {
      return docFreq();
    }

    @Override
    public PostingsEnum postings(PostingsEnum reuse, int flags) {
      BatchDocs docs = reuse instanceof BatchDocs batch ? batch : new BatchDocs(postings);
      docs.reset(postings.start(number), postings.end(number));
      return docs;
    }

    @Override
    public ImpactsEnum impacts(int flags) throws IOException {
      return new SlowImpactsEnum(postings(null, flags));
    }
  }

  @Override
  public long size() {
    return postings.distinct();
  }

  @Override
  public int getDocCount() {
    return postings.documents();
  }

  @Override
  public long getSumDocFreq() {
    return postings.size();
  }

  @Override
  public long getSumTotalTermFreq() {
    return postings.size();
  }
}
