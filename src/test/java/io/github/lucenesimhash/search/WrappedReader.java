package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.FilterLeafReader.FilterTerms;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;

/** A reader whose segments are wrapped, with the same documents. */
final class WrappedReader extends FilterDirectoryReader {

  private final UnaryOperator<LeafReader> wrap;

  WrappedReader(DirectoryReader in, UnaryOperator<LeafReader> wrap) throws IOException {
    super(
        in,
        new SubReaderWrapper() {
          @Override
          public LeafReader wrap(LeafReader leaf) {
            return wrap.apply(leaf);
          }
        });
    this.wrap = wrap;
  }

  @Override
  protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
    return new WrappedReader(in, wrap);
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return in.getReaderCacheHelper();
  }

  /** A segment in a wrapper that shows the whole segment. */
  static class Leaf extends FilterLeafReader {

    Leaf(LeafReader in) {
      super(in);
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  /** A segment whose wrapper hides the tables of the fast format, by wrapping its terms. */
  static final class TablesHidden extends Leaf {

    TablesHidden(LeafReader in) {
      super(in);
    }

    @Override
    public Terms terms(String field) throws IOException {
      Terms terms = super.terms(field);
      return terms == null ? null : new FilterTerms(terms) {};
    }
  }
}
