package io.github.lucenesimhash.load;

import io.github.lucenesimhash.search.SimHashPostingsFormat;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentReader;

/** Adds the compression and vector formats of an index to Lucene's default codec. */
final class MigrationCodec extends Lucene104Codec {

  private final FieldInfos fields;

  /** Null for the default format. */
  private final PostingsFormat fingerprints;

  MigrationCodec(DirectoryReader index, boolean fast) {
    super(mode(index));
    fields = FieldInfos.getMergedFieldInfos(index);
    fingerprints = fast ? new SimHashPostingsFormat() : null;
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
  public PostingsFormat getPostingsFormatForField(String field) {
    return fingerprints == null ? super.getPostingsFormatForField(field) : fingerprints;
  }

  @Override
  public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
    FieldInfo info = fields.fieldInfo(field);
    String name =
        info == null ? null : info.getAttribute(PerFieldKnnVectorsFormat.PER_FIELD_FORMAT_KEY);
    if (name == null) {
      return super.getKnnVectorsFormatForField(field);
    }
    KnnVectorsFormat own = KnnVectorsFormat.forName(name);
    boolean isReadOnly = own.getClass().getName().contains(".backward_codecs.");
    return isReadOnly ? super.getKnnVectorsFormatForField(field) : own;
  }
}
