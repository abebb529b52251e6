package io.github.lucenesimhash.dedup;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/** The median of a segment's dates, of some of them if it is large. */
final class MedianDate {

  private static final int SAMPLES = 255;

  private MedianDate() {}

  /** The least of all if no document has a date. */
  static long of(SegmentInfo segment, String dateField) throws IOException {
    Codec codec = segment.getCodec();
    Directory parts = null;
    try {
      if (segment.getUseCompoundFile()) {
        parts = codec.compoundFormat().getCompoundReader(segment.dir, segment);
      }
      Directory files = parts == null ? segment.dir : parts;
      FieldInfos infos = codec.fieldInfosFormat().read(files, segment, "", IOContext.DEFAULT);
      FieldInfo info = infos.fieldInfo(dateField);
      if (info == null || info.getDocValuesType() == DocValuesType.NONE) {
        return Long.MIN_VALUE;
      }
      SegmentReadState state = new SegmentReadState(files, segment, infos, IOContext.DEFAULT);
      try (DocValuesProducer values = codec.docValuesFormat().fieldsProducer(state)) {
        boolean isOne = info.getDocValuesType() == DocValuesType.NUMERIC;
        return of(
            isOne ? DocValues.singleton(values.getNumeric(info)) : values.getSortedNumeric(info),
            segment.maxDoc());
      }
    } finally {
      close(parts);
    }
  }

  private static void close(Closeable parts) throws IOException {
    if (parts != null) {
      parts.close();
    }
  }

  private static long of(SortedNumericDocValues dates, int maxDoc) throws IOException {
    long[] some = new long[SAMPLES];
    int size = 0;
    int samples = Math.min(SAMPLES, maxDoc);
    for (int i = 0; i < samples; i++) {
      if (dates.advanceExact((int) ((long) i * maxDoc / samples))) {
        some[size++] = dates.nextValue();
      }
    }
    Arrays.sort(some, 0, size);
    return size == 0 ? Long.MIN_VALUE : some[size / 2];
  }
}
