package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.search.SimHashPostingsFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafMetaData;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.ParallelLeafReader;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/**
 * Copies an index into a new one, and either adds fingerprints of its stored texts or changes the
 * format of its fingerprints.
 *
 * <pre>{@code
 * try (DirectoryReader old = DirectoryReader.open(oldDirectory);
 *     IndexWriter writer = new IndexWriter(newDirectory, IndexMigration.config(old, true))) {
 *   IndexMigration.fingerprints("body", "near", scheme).addTo(old, writer, documents -> {});
 * }
 * }</pre>
 *
 * <p>Lucene merges each old segment into a new one. So everything is kept, including fields that
 * are not stored, soft-deleted and nested documents, the index sort and the order of documents.
 * Only deleted documents are dropped. Vector graphs may be rebuilt.
 *
 * <p>The old index is not changed. The new index is committed at the end, with the user data of the
 * old commit; if the migration fails, no new index exists. An index of Lucene 9 can be read with
 * lucene-backward-codecs, and the new index counts as created by Lucene 9, too. While a segment is
 * copied, its fingerprints take about 50 bytes of heap for each document.
 */
public final class IndexMigration {

  private final AddedField added;

  private IndexMigration(AddedField added) {
    this.added = added;
  }

  /**
   * {@return a migration that adds fingerprints, as if the documents had been indexed with a field
   * of {@link FingerprintScheme#field}}
   *
   * @param from the name of the stored field of the text; several values count as one text with
   *     line ends between them
   * @param field the new field of the fingerprints, stamped with the scheme
   * @param scheme the scheme of the fingerprints
   */
  public static IndexMigration fingerprints(String from, String field, FingerprintScheme scheme) {
    return new IndexMigration(new AddedField(from, field, scheme));
  }

  /**
   * Returns a configuration for the writer of the new index. It has the index sort, soft-deletes
   * field, parent field, compression and vector formats of the old index, does not merge, and does
   * not commit on close. If the old index has special formats of postings and doc values, or
   * parameters of vector formats, which an index does not record, set your own codec.
   *
   * @param old a reader of the old index
   * @param fast whether to write fingerprints in {@link SimHashPostingsFormat} instead of the
   *     format of Lucene's default codec
   * @return a configuration for a new, empty directory
   */
  public static IndexWriterConfig config(DirectoryReader old, boolean fast) {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new MigrationCodec(old, fast))
            .setCommitOnClose(false)
            .setMergePolicy(NoMergePolicy.INSTANCE);
    if (!old.leaves().isEmpty()) {
      FieldInfos fields = FieldInfos.getMergedFieldInfos(old);
      LeafMetaData made = old.leaves().getFirst().reader().getMetaData();
      config
          .setSoftDeletesField(fields.getSoftDeletesField())
          .setParentField(fields.getParentField())
          .setIndexCreatedVersionMajor(made.createdVersionMajor());
      if (made.sort() != null) {
        config.setIndexSort(made.sort());
      }
    }
    return config;
  }

  /**
   * Copies an index into the formats of the codec of the writer, for example from the default codec
   * into the fast format or back.
   *
   * @param old a reader of the old index
   * @param writer a writer of the new index with the {@link #config}
   * @param progress the receiver of the number of documents, deleted ones included, that were read
   *     since the last call
   * @throws IOException if an index cannot be read or written
   * @throws IllegalArgumentException before anything is written, if the new index is not empty
   */
  public static void copy(DirectoryReader old, IndexWriter writer, LongConsumer progress)
      throws IOException {
    checkNew(writer);
    for (LeafReaderContext leaf : old.leaves()) {
      writer.addIndexes(SlowCodecReaderWrapper.wrap(leaf.reader()));
      progress.accept(leaf.reader().maxDoc());
    }
    commit(old, writer);
  }

  /**
   * Copies an index and adds the fingerprints. Uses all cores.
   *
   * @param old a reader of the old index
   * @param writer a writer of the new index with the {@link #config}
   * @param progress the receiver of the number of documents whose text was read since the last call
   * @return the number of documents with a fingerprint; the other documents store no text or a text
   *     without features
   * @throws IllegalArgumentException before anything is written, if the old index has the new
   *     field, no document stores the text, or the new index is not empty
   * @throws IOException if an index cannot be read or written
   */
  public long addTo(DirectoryReader old, IndexWriter writer, LongConsumer progress)
      throws IOException {
    checkNew(writer);
    added.check(old);
    long count = 0;
    for (LeafReaderContext leaf : old.leaves()) {
      LeafReader segment = leaf.reader();
      try (Directory directory = new ByteBuffersDirectory()) {
        count += added.index(segment, directory, progress);
        try (DirectoryReader reader = DirectoryReader.open(directory);
            LeafReader widened = widened(segment, reader.leaves().getFirst().reader())) {
          writer.addIndexes(SlowCodecReaderWrapper.wrap(widened));
        }
      }
    }
    commit(old, writer);
    return count;
  }

  /** Returns a segment that also has the fields of another segment with the same documents. */
  private static LeafReader widened(LeafReader segment, LeafReader beside) throws IOException {
    LeafReader[] both = {segment, beside};
    return new ParallelLeafReader(false, both, new LeafReader[] {segment});
  }

  /** Throws an exception if the new index is not empty, for example if it is the old index. */
  private static void checkNew(IndexWriter writer) throws IOException {
    if (DirectoryReader.indexExists(writer.getDirectory())) {
      throw new IllegalArgumentException(
          "the writer's directory holds an index, expected an empty one");
    }
    int documents = writer.getDocStats().maxDoc;
    if (documents > 0) {
      throw new IllegalArgumentException(
          "the writer holds " + documents + " documents, expected a new one");
    }
  }

  /**
   * {@return the text of a document: all values of a field, with line ends between them, or null if
   * the field has no values}
   *
   * @param document the stored fields of a document
   * @param field the field of the text
   */
  public static String text(Document document, String field) {
    return Arrays.stream(document.getFields(field))
        .map(
            value ->
                value.binaryValue() != null
                    ? value.binaryValue().utf8ToString()
                    : value.stringValue())
        .reduce((before, next) -> before + "\n" + next)
        .orElse(null);
  }

  private static void commit(DirectoryReader old, IndexWriter writer) throws IOException {
    writer.setLiveCommitData(old.getIndexCommit().getUserData().entrySet());
    writer.commit();
  }
}
