package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterNumericDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;

/** Counts the doc values that are read through this reader. */
final class CountingReader extends FilterDirectoryReader {

  private final AtomicLong reads;

  CountingReader(DirectoryReader in) throws IOException {
    this(in, new AtomicLong());
  }

  private CountingReader(DirectoryReader in, AtomicLong reads) throws IOException {
    super(
        in,
        new SubReaderWrapper() {
          @Override
          public LeafReader wrap(LeafReader reader) {
            return new Leaf(reader, reads);
          }
        });
    this.reads = reads;
  }

  /** Returns the number of values read since the previous call. */
  long takeReads() {
    return reads.getAndSet(0);
  }

  @Override
  protected DirectoryReader doWrapDirectoryReader(DirectoryReader other) throws IOException {
    return new CountingReader(other, reads);
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return in.getReaderCacheHelper();
  }

  private static final class Leaf extends WrappedReader.Leaf {

    private final AtomicLong reads;

    Leaf(LeafReader in, AtomicLong reads) {
      super(in);
      this.reads = reads;
    }

    @Override
    public NumericDocValues getNumericDocValues(String field) throws IOException {
      NumericDocValues values = in.getNumericDocValues(field);
      return values == null ? null : new Values(values, reads);
    }
  }

  private static final class Values extends FilterNumericDocValues {

    private final AtomicLong reads;

    Values(NumericDocValues in, AtomicLong reads) {
      super(in);
      this.reads = reads;
    }

    @Override
    public long longValue() throws IOException {
      reads.incrementAndGet();
      return in.longValue();
    }

    @Override
    public void longValues(int size, int[] docs, long[] values, long missing) throws IOException {
      reads.addAndGet(size);
      in.longValues(size, docs, values, missing);
    }

    @Override
    public int docIDRunEnd() throws IOException {
      return in.docIDRunEnd();
    }
  }
}
