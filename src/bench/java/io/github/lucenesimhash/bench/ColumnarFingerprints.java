package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.util.List;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.column.BinaryColumn;
import org.apache.lucene.document.column.Column;
import org.apache.lucene.document.column.ColumnBatch;
import org.apache.lucene.document.column.LongColumn;
import org.apache.lucene.document.column.LongTupleCursor;
import org.apache.lucene.document.column.LongValuesCursor;
import org.apache.lucene.document.column.ObjectTupleCursor;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/** Provides fingerprints, each as four terms and a doc value, to Lucene's columnar API. */
final class ColumnarFingerprints extends ColumnBatch {

  private static final int NO_MORE = DocIdSetIterator.NO_MORE_DOCS;

  private final long[] fingerprints;
  private final int from;
  private final int size;

  ColumnarFingerprints(long[] fingerprints, int from, int size) {
    this.fingerprints = fingerprints;
    this.from = from;
    this.size = size;
  }

  @Override
  public int numDocs() {
    return size;
  }

  @Override
  public Iterable<Column> columns() {
    return List.of(new BlockColumn(blockType()), new Values());
  }

  private static FieldType blockType() {
    FieldType type = new FieldType();
    type.setIndexOptions(IndexOptions.DOCS);
    type.setOmitNorms(true);
    type.setTokenized(false);
    type.freeze();
    return type;
  }

  private final class BlockColumn extends BinaryColumn {

    BlockColumn(FieldType type) {
      super("near", type, Density.SPARSE);
    }

    @Override
    public ObjectTupleCursor<BytesRef> tuples() {
      BytesRef term = new BytesRef(new byte[Blocks.TERM_BYTES]);
      return new ObjectTupleCursor<>() {
        private int next = -1;

        @Override
        public int nextDoc() {
          next++;
          return next < size * Blocks.IN_LANE ? next / Blocks.IN_LANE : NO_MORE;
        }

        @Override
        public BytesRef value() {
          int block = next % Blocks.IN_LANE;
          long fingerprint = fingerprints[from + next / Blocks.IN_LANE];
          Blocks.writeTerm(block, Blocks.block(fingerprint, block), term.bytes);
          term.length = Blocks.TERM_BYTES;
          return term;
        }
      };
    }
  }

  private final class Values extends LongColumn {

    Values() {
      super("near", NumericDocValuesField.TYPE, Density.DENSE);
    }

    @Override
    public LongTupleCursor tuples() {
      return new LongTupleCursor() {
        private int next = -1;

        @Override
        public int nextDoc() {
          next++;
          return next < size ? next : NO_MORE;
        }

        @Override
        public long longValue() {
          return fingerprints[from + next];
        }
      };
    }

    @Override
    public LongValuesCursor values() {
      return new LongValuesCursor(size) {
        private int next = from;

        @Override
        public long nextLong() {
          return fingerprints[next++];
        }
      };
    }
  }
}
