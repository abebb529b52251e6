package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Postings of {@link SimHashField}s at about 32 bytes a document and word, made for distance
 * queries: a lookup is one sequential read with the distance checked as it goes. Set it for a field
 * through {@link SimHashCodec}, or through a codec of your own that returns it from {@code
 * getPostingsFormatForField}. Readers need nothing but this jar on the class path. Through the
 * Terms API the field looks as with any other format. A segment in which the field is not one of
 * SimHashFields has it in Lucene's default format, and so have other fields: nothing is refused.
 *
 * <p>Two files a segment, little-endian, each with header, version and checksum:
 *
 * <pre>
 * .shm   per field in tables: number, 64-bit words a document (1, 2 or 4), documents; for each block, where its table
 *        starts in the other file; for each block, the buckets that far more documents share
 *        than the average, at most 64, and how many do;
 *        then -1 and the name of the format that holds the other fields in files of its own, or nothing
 * .shd   per table, 2^p + 1 ints: where each bucket's entries start
 *                   one long for each document, in order of (block value, document):
 *
 *        63                                          D D-1          0
 *        +--------------------------------------------+-------------+
 *        | word after the p bits of the bucket        | document    |
 *        +--------------------------------------------+-------------+
 *
 * The word that has the table's block is rotated so that this comes first; its top p bits are the bucket. p grows with
 * the segment (1 to 16, four to eight documents a bucket until it is 16), so small segments stay small. The last
 * max(0, D - p) bits of the word have no room: what matches without them is checked in the doc values.
 * </pre>
 */
public final class SimHashPostingsFormat extends PostingsFormat {

  /** SPI name. */
  public static final String NAME = "SimHash";

  static final String META_EXTENSION = "shm";
  static final String DATA_EXTENSION = "shd";
  static final String META_CODEC = "SimHashPostingsMeta";
  static final String DATA_CODEC = "SimHashPostingsData";

  static final int END = -1; // after the last field
  static final int VERSION_START = 1;
  static final int VERSION_CURRENT = VERSION_START;
  private static final int MAX_ENTRIES = 1 << 22; // 32 MB

  private final int maxEntries;

  /** For SPI, and for codecs. */
  public SimHashPostingsFormat() {
    this(MAX_ENTRIES);
  }

  /** Holds at most so many table entries on the heap at a time while they are written. */
  SimHashPostingsFormat(int maxEntries) {
    super(NAME);
    this.maxEntries = maxEntries;
  }

  @Override
  public FieldsConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
    return new BlockTablesWriter(state, maxEntries);
  }

  @Override
  public FieldsProducer fieldsProducer(SegmentReadState state) throws IOException {
    return new BlockTablesReader(state);
  }
}
