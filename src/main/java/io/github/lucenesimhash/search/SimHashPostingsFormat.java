package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Postings format for {@link SimHashField}s that makes distance queries fast: a lookup reads one
 * range of entries in sequence and computes the distances on the way. The format takes about 32
 * bytes for each document and 64-bit lane. Set it with {@link SimHashCodec}, or return it from
 * {@code getPostingsFormatForField} of your own codec. To read the index, this jar on the class
 * path is enough. The Terms API shows the same block terms as with any other format. Fields of
 * other classes are written in Lucene's default format.
 *
 * <p>A segment has two files, little-endian, each with header, version and checksum:
 *
 * <pre>
 * .shm   for each field with tables: field number, number of 64-bit lanes of a fingerprint (1, 2 or 4), number of
 *        documents; for each block, the start of its table in the other file; for each block, up to 64 buckets that far
 *        more documents share than the average, with the number of documents; after the last field -1, and the name of the
 *        format that holds the other fields in files of its own, or nothing
 * .shd   for each table: 2^p + 1 ints, the start of the entries of each bucket;
 *                        one long for each document, in the order of (block value, document):
 *
 *        63                                          D D-1          0
 *        +--------------------------------------------+-------------+
 *        | lane after the p bits of the bucket        | document    |
 *        +--------------------------------------------+-------------+
 *
 * The lane that contains the block of the table is rotated so that the block comes first. The top p bits are the bucket;
 * p grows from 1 to 16 with the segment, so that a bucket has four to eight documents until p is 16. The last max(0, D - p)
 * bits of the lane do not fit into an entry: documents that match without them are checked in the doc values.
 * </pre>
 */
public final class SimHashPostingsFormat extends PostingsFormat {

  /** The SPI name. */
  public static final String NAME = "SimHash";

  static final String META_EXTENSION = "shm";
  static final String DATA_EXTENSION = "shd";
  static final String META_CODEC = "SimHashPostingsMeta";
  static final String DATA_CODEC = "SimHashPostingsData";

  static final int END = -1; // the mark after the last field
  static final int VERSION_START = 1;
  static final int VERSION_CURRENT = VERSION_START;
  private static final int MAX_ENTRIES = 1 << 22; // 32 MB

  private final int maxEntries;

  /** Creates the format. Java's service loader calls this constructor, and codecs may call it. */
  public SimHashPostingsFormat() {
    this(MAX_ENTRIES);
  }

  /**
   * Creates a format that holds at most the given number of entries on the heap while it writes.
   */
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
