package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.search.FingerprintValues;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.SortField;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.util.BigArrays;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.fielddata.IndexFieldData.XFieldComparatorSource.Nested;
import org.opensearch.index.fielddata.IndexNumericFieldData;
import org.opensearch.index.fielddata.LeafFieldData;
import org.opensearch.index.fielddata.LeafNumericFieldData;
import org.opensearch.index.fielddata.ScriptDocValues;
import org.opensearch.index.fielddata.SortedBinaryDocValues;
import org.opensearch.index.fielddata.SortedNumericDoubleValues;
import org.opensearch.index.fielddata.plain.SortedNumericIndexFieldData;
import org.opensearch.index.mapper.DocValueFetcher;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.MultiValueMode;
import org.opensearch.search.aggregations.support.CoreValuesSourceType;
import org.opensearch.search.aggregations.support.ValuesSourceType;
import org.opensearch.search.sort.BucketedSort;
import org.opensearch.search.sort.SortOrder;

/**
 * The 64-bit fingerprints of a shard. Scripts and sorts read longs, and aggregations read 8 bytes.
 * Aggregations that calculate with doubles reject the field, because a double cannot represent most
 * fingerprints. A search may request that fingerprints are shown as {@link ShownFingerprint}.
 */
final class FingerprintData extends SortedNumericIndexFieldData {

  private final SimHashFieldType type;

  FingerprintData(SimHashFieldType type) {
    super(type.name(), IndexNumericFieldData.NumericType.LONG);
    this.type = type;
  }

  @Override
  public ValuesSourceType getValuesSourceType() {
    return CoreValuesSourceType.BYTES;
  }

  /**
   * Makes OpenSearch refuse to create an index that is sorted by the field. The shards of the index
   * would fail, because Lucene sorts an index by numbers only from doc values of another type.
   */
  @Override
  protected boolean sortRequiresCustomComparator() {
    return true;
  }

  @Override
  public LeafNumericFieldData load(LeafReaderContext context) {
    return new Leaf(super.load(context), context.reader(), type);
  }

  /**
   * The fingerprints of a segment.
   *
   * @param longs the fingerprints as longs, or null if they have more than 64 bits
   */
  private record Leaf(LeafNumericFieldData longs, LeafReader reader, SimHashFieldType type)
      implements LeafNumericFieldData {

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
      return longs == null
          ? new ScriptDocValues.BytesRefs(getBytesValues())
          : longs.getScriptValues();
    }

    @Override
    public DocValueFetcher.Leaf getLeafValueFetcher(DocValueFormat format) {
      return format instanceof HexFormat shown && shown.isStamped()
          ? new Shown(values(), type.schemeId(), shown.maxDistance())
          : longs == null
              ? LeafNumericFieldData.super.getLeafValueFetcher(format)
              : longs.getLeafValueFetcher(format);
    }

    private FingerprintValues values() {
      try {
        return SimHashField.fingerprints(reader, type.name());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public SortedBinaryDocValues getBytesValues() {
      FingerprintValues values = values();
      return new SortedBinaryDocValues() {
        @Override
        public boolean advanceExact(int doc) throws IOException {
          return values.advanceExact(doc);
        }

        @Override
        public int docValueCount() {
          return 1;
        }

        @Override
        public BytesRef nextValue() throws IOException {
          return new BytesRef(values.fingerprint().toBytes());
        }
      };
    }

    @Override
    public long ramBytesUsed() {
      return longs == null ? 0 : longs.ramBytesUsed();
    }

    @Override
    public void close() {
      if (longs != null) {
        longs.close();
      }
    }
  }

  /** The wider fingerprints of a shard: scripts and aggregations read bytes, sorts are rejected. */
  static final class Wide implements IndexFieldData<LeafFieldData> {

    private final SimHashFieldType type;

    Wide(SimHashFieldType type) {
      this.type = type;
    }

    @Override
    public String getFieldName() {
      return type.name();
    }

    @Override
    public ValuesSourceType getValuesSourceType() {
      return CoreValuesSourceType.BYTES;
    }

    @Override
    public LeafFieldData load(LeafReaderContext context) {
      return new Leaf(null, context.reader(), type);
    }

    @Override
    public LeafFieldData loadDirect(LeafReaderContext context) {
      return load(context);
    }

    @Override
    public SortField sortField(
        Object missingValue, MultiValueMode sortMode, Nested nested, boolean reverse) {
      throw unsorted();
    }

    @Override
    public BucketedSort newBucketedSort(
        BigArrays bigArrays,
        Object missingValue,
        MultiValueMode sortMode,
        Nested nested,
        SortOrder sortOrder,
        DocValueFormat format,
        int bucketSize,
        BucketedSort.ExtraData extra) {
      throw unsorted();
    }

    private IllegalArgumentException unsorted() {
      return BadRequest.of(
          "cannot sort by field [{}] of {} bits: find near fingerprints with the query [simhash], and"
              + " sort by [_score]",
          type.name(),
          type.scheme().bits());
    }
  }

  /** Shows the fingerprint of each document that has one as a {@link ShownFingerprint}. */
  private record Shown(FingerprintValues values, String schemeId, int maxDistance)
      implements DocValueFetcher.Leaf {

    @Override
    public boolean advanceExact(int doc) throws IOException {
      return values.advanceExact(doc);
    }

    @Override
    public int docValueCount() {
      return 1;
    }

    @Override
    public Object nextValue() throws IOException {
      return new ShownFingerprint(schemeId, maxDistance, values.fingerprint()).toString();
    }
  }
}
