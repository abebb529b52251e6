package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.BytesRef;
import org.opensearch.index.fielddata.IndexNumericFieldData;
import org.opensearch.index.fielddata.LeafNumericFieldData;
import org.opensearch.index.fielddata.ScriptDocValues;
import org.opensearch.index.fielddata.SortedBinaryDocValues;
import org.opensearch.index.fielddata.SortedNumericDoubleValues;
import org.opensearch.index.fielddata.plain.SortedNumericIndexFieldData;
import org.opensearch.index.mapper.DocValueFetcher;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.aggregations.support.CoreValuesSourceType;
import org.opensearch.search.aggregations.support.ValuesSourceType;

/**
 * The fingerprints of a shard: longs to scripts and sorts, 8 bytes to aggregations, of which those
 * that count with doubles refuse the field: most fingerprints are no double.
 */
final class FingerprintData extends SortedNumericIndexFieldData {

  FingerprintData(String field) {
    super(field, IndexNumericFieldData.NumericType.LONG);
  }

  @Override
  public ValuesSourceType getValuesSourceType() {
    return CoreValuesSourceType.BYTES;
  }

  @Override
  public LeafNumericFieldData load(LeafReaderContext context) {
    return new Leaf(super.load(context));
  }

  private record Leaf(LeafNumericFieldData longs) implements LeafNumericFieldData {

    @Override
    public SortedNumericDocValues getLongValues() {
      return longs.getLongValues();
    }

    @Override
    public SortedNumericDoubleValues getDoubleValues() {
      return longs.getDoubleValues();
    }

    @Override
    public ScriptDocValues<?> getScriptValues() {
      return longs.getScriptValues();
    }

    @Override
    public DocValueFetcher.Leaf getLeafValueFetcher(DocValueFormat format) {
      return longs.getLeafValueFetcher(format);
    }

    @Override
    public SortedBinaryDocValues getBytesValues() {
      SortedNumericDocValues values = longs.getLongValues();
      BytesRef bytes = new BytesRef(new byte[Long.BYTES]);
      return new SortedBinaryDocValues() {
        @Override
        public boolean advanceExact(int doc) throws IOException {
          return values.advanceExact(doc);
        }

        @Override
        public int docValueCount() {
          return values.docValueCount();
        }

        @Override
        public BytesRef nextValue() throws IOException {
          ByteBuffer.wrap(bytes.bytes).putLong(values.nextValue());
          return bytes;
        }
      };
    }

    @Override
    public long ramBytesUsed() {
      return longs.ramBytesUsed();
    }

    @Override
    public void close() {
      longs.close();
    }
  }
}
