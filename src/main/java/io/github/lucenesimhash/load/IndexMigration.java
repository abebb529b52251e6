package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeField;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.SimHashPostingsFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafMetaData;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;

/**
 * Copies an index into a new one and adds fingerprints of its stored texts, or only changes their
 * format.
 *
 * <pre>{@code
 * try (DirectoryReader old = DirectoryReader.open(oldDirectory);
 *     IndexWriter writer = new IndexWriter(newDirectory, IndexMigration.config(old, true))) {
 *   IndexMigration.fingerprints("body", "near", scheme)
 *       .words()
 *       .tenant("customer")
 *       .date("published")
 *       .addTo(old, writer, documents -> {});
 * }
 * }</pre>
 *
 * <p>All else stays what it is, stored or not, since Lucene merges each old segment into a new one:
 * soft-deleted and nested documents, the index sort and the order of documents too. Deleted
 * documents are left out. Graphs of vectors may be built again.
 *
 * <p>The old index is only read. The new one appears by a commit when all is copied, with the user
 * data of the old commit; whatever fails before leaves none. If Lucene 9 made the old one, reading
 * it needs lucene-backward-codecs, and the new one is held to be made by Lucene 9 too. What is
 * added to a segment is on the heap while it is copied: some 50 bytes a document, with words 200.
 */
public final class IndexMigration {

  private static final int BATCH = 256; // documents of a task

  private final String from;
  private final String field;
  private final FingerprintScheme scheme;
  private boolean withWords;
  private final List<DerivedField> derived = new ArrayList<>();

  private IndexMigration(String from, String field, FingerprintScheme scheme) {
    this.from = Objects.requireNonNull(from, "from");
    this.field = Objects.requireNonNull(field, "field");
    this.scheme = Objects.requireNonNull(scheme, "scheme");
  }

  /**
   * {@return a migration that adds a field of fingerprints, as {@link FingerprintScheme#field}
   * would have when the documents were indexed}
   *
   * @param from stored field of the text; several values are one text with line ends between them
   * @param field new field of the fingerprints, stamped with the scheme
   * @param scheme makes the fingerprints
   */
  public static IndexMigration fingerprints(String from, String field, FingerprintScheme scheme) {
    return new IndexMigration(from, field, scheme);
  }

  /**
   * {@return this, with the words of short texts, as {@link SchemeField#fields} has them}
   *
   * @throws IllegalArgumentException if the scheme compares characters
   */
  public IndexMigration words() {
    scheme.wordSide();
    withWords = true;
    return this;
  }

  /**
   * {@return this, with a doc value for the tenant of each document, made of what it stores in the
   * field, or else of the only term that it has there} So a {@code StringField} becomes a {@code
   * KeywordField}. A field that has such doc values stays as it is.
   *
   * @param name of a field that every document with a fingerprint has
   */
  public IndexMigration tenant(String name) {
    derived.add(new DerivedField(Objects.requireNonNull(name, "name"), false));
    return this;
  }

  /**
   * {@return this, with a doc value for the date of each document, made of the whole number that it
   * stores in the field, or else of the only one that it has there as a point} So a {@code
   * LongPoint} becomes a {@code LongField}. A field that has such doc values stays as it is.
   *
   * @param name of a field that every document with a fingerprint has, in milliseconds since 1970
   */
  public IndexMigration date(String name) {
    derived.add(new DerivedField(Objects.requireNonNull(name, "name"), true));
    return this;
  }

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
   * Copies an index with all that is added. Uses all cores.
   *
   * @param old only read
   * @param writer of a new index, opened with {@link #config}
   * @param progress takes documents as their texts are read
   * @return documents with a fingerprint; the others store no text, or one without features
   * @throws IllegalArgumentException before anything is written, if the old index has the new
   *     field, if no document stores the text, or as {@link #copy}; without an index, if a document
   *     with a fingerprint or words has no tenant or date, or several
   * @throws IOException if an index cannot be read or written
   */
  public long addTo(DirectoryReader old, IndexWriter writer, LongConsumer progress)
      throws IOException {
    checkNew(writer);
    FieldInfos fields = FieldInfos.getMergedFieldInfos(old);
    checkFree(fields, field);
    if (withWords) {
      checkFree(fields, field + FingerprintScheme.WORDS);
    }
    derived.forEach(each -> each.check(fields));
    checkStored(old, from);
    long count = 0;
    for (LeafReaderContext leaf : old.leaves()) {
      CodecReader segment = SlowCodecReaderWrapper.wrap(leaf.reader());
      try (Directory directory = new ByteBuffersDirectory()) {
        count += index(leaf, directory, progress);
        try (DirectoryReader added = DirectoryReader.open(directory)) {
          LeafReader beside = added.leaves().getFirst().reader();
          writer.addIndexes(new WidenedSegment(segment, beside, derived, free(fields)));
        }
      }
    }
    commit(old, writer);
    return count;
  }

  /** What is added to a segment, as a segment of an index of its own. */
  private long index(LeafReaderContext leaf, Directory directory, LongConsumer progress)
      throws IOException {
    LeafReader segment = leaf.reader();
    Set<String> names = new HashSet<>(Set.of(from));
    Map<DerivedField, Object[]> indexed = new LinkedHashMap<>();
    for (DerivedField each : derived) {
      if (!each.isThere(segment)) {
        names.add(each.name());
        indexed.put(each, each.indexed(segment));
      }
    }
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new Lucene104Codec())
            .setMergePolicy(new LogDocMergePolicy()) // keeps the order
            .setMergeScheduler(new SerialMergeScheduler());
    long[] count = new long[1];
    try (IndexWriter writer = new IndexWriter(directory, config);
        OrderedTasks<List<Document>> reading =
            new OrderedTasks<>(
                documents -> {
                  for (Document document : documents) {
                    count[0] += document.getField(field) == null ? 0 : 1;
                    writer.addDocument(document);
                  }
                  progress.accept(documents.size());
                })) {
      int maxDoc = segment.maxDoc();
      for (int start = 0; start < maxDoc; start += Math.min(BATCH, maxDoc - start)) {
        int first = start;
        int end = start + Math.min(BATCH, maxDoc - start);
        reading.give(
            () -> {
              StoredFields stored = segment.storedFields();
              Bits live = segment.getLiveDocs();
              List<Document> documents = new ArrayList<>(end - first);
              for (int doc = first; doc < end; doc++) {
                reading.check();
                Document added = new Document();
                if (live == null || live.get(doc)) {
                  add(stored.document(doc, names), leaf.docBase + doc, doc, indexed, added);
                }
                documents.add(added);
              }
              return documents;
            },
            0);
      }
      reading.finish();
      writer.forceMerge(1);
    }
    return count[0];
  }

  private void add(
      Document stored, int number, int doc, Map<DerivedField, Object[]> indexed, Document added) {
    String text = text(stored, from);
    if (text != null) {
      Signature signature =
          withWords ? scheme.read(text) : new Signature(scheme.fingerprint(text), null);
      scheme.field(field).fields(signature).forEach(added::add);
    }
    boolean isCompared = !added.getFields().isEmpty();
    indexed.forEach(
        (each, values) -> {
          IndexableField value = each.field(stored, values[doc], number, isCompared);
          if (value != null) {
            added.add(value);
          }
        });
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

  private static void checkFree(FieldInfos fields, String name) {
    if (fields.fieldInfo(name) != null) {
      throw new IllegalArgumentException(
          "the index has field '" + name + "' already, expected the name of a new field");
    }
  }

  /** A number that no segment uses, nor any above it, so that fields may keep theirs. */
  private static int free(FieldInfos fields) {
    int number = 0;
    for (FieldInfo info : fields) {
      number = Math.max(number, info.number + 1);
    }
    return number;
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
