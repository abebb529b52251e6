package io.github.lucenesimhash.load;

import io.github.lucenesimhash.search.SimHashCodec;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat.Mode;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentReader;

/**
 * Lucene's default codec, or a {@link SimHashCodec}, except that the compression and the vector
 * formats are taken from an index.
 */
final class MigrationCodec extends FilterCodec {

  /** Lucene's default codec. */
  static final Codec LUCENE = Codec.forName(new SimHashCodec().getName());

  private final StoredFieldsFormat storedFields;
  private final KnnVectorsFormat vectors;

  MigrationCodec(DirectoryReader index, boolean fast) {
    super(LUCENE.getName(), fast ? new SimHashCodec() : LUCENE);
    storedFields = new Lucene90StoredFieldsFormat(mode(index));
    FieldInfos fields = FieldInfos.getMergedFieldInfos(index);
    PerFieldKnnVectorsFormat others = (PerFieldKnnVectorsFormat) LUCENE.knnVectorsFormat();
    vectors =
        new PerFieldKnnVectorsFormat() {
          @Override
          public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
            FieldInfo info = fields.fieldInfo(field);
            String name = info == null ? null : info.getAttribute(PER_FIELD_FORMAT_KEY);
            KnnVectorsFormat own = name == null ? null : KnnVectorsFormat.forName(name);
            return own == null
                    || own.getClass().getName().contains(".backward_codecs.") // read-only
                ? others.getKnnVectorsFormatForField(field)
                : own;
          }
        };
  }

  private static Mode mode(DirectoryReader index) {
    return !index.leaves().isEmpty()
            && index.leaves().getLast().reader() instanceof SegmentReader segment
            && "BEST_COMPRESSION"
                .equals(
                    segment.getSegmentInfo().info.getAttribute(Lucene90StoredFieldsFormat.MODE_KEY))
        ? Mode.BEST_COMPRESSION
        : Mode.BEST_SPEED;
  }

  @Override
  public StoredFieldsFormat storedFieldsFormat() {
    return storedFields;
  }

  @Override
  public KnnVectorsFormat knnVectorsFormat() {
    return vectors;
  }
}
