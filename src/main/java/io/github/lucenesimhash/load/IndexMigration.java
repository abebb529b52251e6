package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeField;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.search.SimHashPostingsFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.index.LeafMetaData;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * Copies an index into a new one and adds fingerprints of its stored texts, or only changes their
 * format.
 *
 * <pre>{@code
 * try (DirectoryReader old = DirectoryReader.open(oldDirectory);
 *     IndexWriter writer = new IndexWriter(newDirectory, IndexMigration.config(old, true))) {
 *   IndexMigration.addFingerprints(old, writer, "body", "near", scheme, documents -> {});
 * }
 * }</pre>
 *
 * <p>All else stays what it is, stored or not, since Lucene merges each old segment into a new one:
 * soft-deleted and nested documents, the index sort and the order of documents too. Deleted
 * documents are left out. Graphs of vectors may be built again.
 *
 * <p>The old index is only read. The new one appears by a commit when all is copied, with the user
 * data of the old commit; whatever fails before leaves none. If Lucene 9 made the old one, reading
 * it needs lucene-backward-codecs, and the new one is held to be made by Lucene 9 too. A segment
 * takes 24 bytes of heap a document while it is copied.
 */
public final class IndexMigration {

  /** Documents of a task: a multiple of 64, so that no two tasks share a word of a bit set. */
  private static final int BATCH = 256;

  private IndexMigration() {}

  /**
   * How to open the writer of the new index: with the old one's sort, soft-deletes field, parent
   * field, compression and formats of vectors (but their parameters, which an index does not tell;
   * for these, and for postings and doc values in formats of their own, set your codec); without
   * merges; committing only when told.
   *
   * @param old only read
   * @param fast whether fingerprints are written in {@link SimHashPostingsFormat}, or as any field
   *     of Lucene's default codec
   * @return for a new, empty directory
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
   * Copies an index as it is, into the formats of the writer's codec: the way from the default
   * codec to the fast format, or back.
   *
   * @param old only read
   * @param writer of a new index, opened with {@link #config}
   * @param progress takes documents as they are copied
   * @throws IOException if an index cannot be read or written
   * @throws IllegalArgumentException before anything is written, if the writer's directory holds an
   *     index, or the writer documents
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
   * Copies an index and adds a field of fingerprints, as {@link SchemeField#of} would have when the
   * documents were indexed. Uses all cores to make them.
   *
   * @param old only read
   * @param writer of a new index, opened with {@link #config}
   * @param from stored field of the text; several values are one text with line ends between them
   * @param field new field of the fingerprints, stamped with the scheme
   * @param scheme makes the fingerprints
   * @param progress takes documents as their texts are read
   * @return documents with a fingerprint; the others store no text, or one without features
   * @throws IllegalArgumentException before anything is written, if the old index has the new
   *     field, if no document stores the text, or as {@link #copy}
   * @throws IOException if an index cannot be read or written
   */
  public static long addFingerprints(
      DirectoryReader old,
      IndexWriter writer,
      String from,
      String field,
      FingerprintScheme scheme,
      LongConsumer progress)
      throws IOException {
    checkNew(writer);
    FieldInfo near = newField(old, field, SimHashField.fieldType(scheme.id()));
    checkStored(old, from);
    long count = 0;
    for (LeafReaderContext leaf : old.leaves()) {
      int maxDoc = leaf.reader().maxDoc();
      long[] fingerprints = new long[maxDoc];
      FixedBitSet known = new FixedBitSet(maxDoc);
      try (OrderedTasks<Integer> reading = new OrderedTasks<>(read -> progress.accept(read))) {
        for (int start = 0; start < maxDoc; start += Math.min(BATCH, maxDoc - start)) {
          int first = start;
          int end = start + Math.min(BATCH, maxDoc - start);
          reading.give(
              () -> {
                StoredFields stored = leaf.reader().storedFields();
                Bits live = leaf.reader().getLiveDocs();
                for (int doc = first; doc < end; doc++) {
                  reading.check();
                  OptionalLong fingerprint =
                      live == null || live.get(doc)
                          ? fingerprint(stored, doc, from, scheme)
                          : OptionalLong.empty();
                  if (fingerprint.isPresent()) {
                    fingerprints[doc] = fingerprint.getAsLong();
                    known.set(doc);
                  }
                }
                return end - first;
              },
              0);
        }
        reading.finish();
      }
      CodecReader segment = SlowCodecReaderWrapper.wrap(leaf.reader());
      writer.addIndexes(
          known.cardinality() == 0
              ? segment
              : new FingerprintedSegment(segment, near, fingerprints, known));
      count += known.cardinality();
    }
    commit(old, writer);
    return count;
  }

  /** The index in its directory may be the old one. */
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

  private static OptionalLong fingerprint(
      StoredFields stored, int doc, String from, FingerprintScheme scheme) throws IOException {
    String text = text(stored.document(doc, Set.of(from)), from);
    return text == null ? OptionalLong.empty() : scheme.fingerprint(text);
  }

  /**
   * {@return the text of a document as fingerprints are made of it: all values of a field, with
   * line ends between them; null if there is none}
   *
   * @param document with its stored fields
   * @param field of the text
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

  /** By a number that no segment uses, so that the others may keep theirs. */
  private static FieldInfo newField(DirectoryReader old, String name, IndexableFieldType type) {
    int number = 0;
    for (LeafReaderContext leaf : old.leaves()) {
      for (FieldInfo field : leaf.reader().getFieldInfos()) {
        number = Math.max(number, field.number + 1);
        if (field.name.equals(name)) {
          throw new IllegalArgumentException(
              "the index has field '" + name + "' already, expected the name of a new field");
        }
      }
    }
    return new FieldInfo(
        name,
        number,
        type.storeTermVectors(),
        type.omitNorms(),
        false,
        type.indexOptions(),
        type.docValuesType(),
        DocValuesSkipIndexType.NONE,
        -1,
        Map.copyOf(type.getAttributes()),
        0,
        0,
        0,
        0,
        VectorEncoding.FLOAT32,
        VectorSimilarityFunction.EUCLIDEAN,
        false,
        false);
  }

  /** Looks for one document. */
  private static void checkStored(DirectoryReader old, String from) throws IOException {
    TreeSet<String> fields = new TreeSet<>();
    for (LeafReaderContext leaf : old.leaves()) {
      LeafReader segment = leaf.reader();
      segment.getFieldInfos().forEach(field -> fields.add(field.name));
      StoredFields stored = segment.storedFields();
      for (int doc = 0; fields.contains(from) && doc < segment.maxDoc(); doc++) {
        if (text(stored.document(doc, Set.of(from)), from) != null) {
          return;
        }
      }
    }
    throw new IllegalArgumentException(
        "no document stores field '"
            + from
            + "', expected a stored text, in one of the fields "
            + String.join(", ", fields));
  }

  private static void commit(DirectoryReader old, IndexWriter writer) throws IOException {
    writer.setLiveCommitData(old.getIndexCommit().getUserData().entrySet());
    writer.commit();
  }
}
