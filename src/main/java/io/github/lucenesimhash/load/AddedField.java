package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.join.OrderedTasks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;

/**
 * Computes the field of fingerprints that a migration adds to an index.
 *
 * @param from the name of the stored field of the text
 * @param name the name of the new field
 * @param scheme the scheme of the fingerprints
 */
record AddedField(String from, String name, FingerprintScheme scheme) {

  private static final int BATCH = 256; // number of documents of a task

  AddedField {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(name, "field");
    Objects.requireNonNull(scheme, "scheme");
  }

  /** Throws an exception if the index has the field, or if no document, live or not, has a text. */
  void check(DirectoryReader old) throws IOException {
    if (FieldInfos.getMergedFieldInfos(old).fieldInfo(name) != null) {
      throw new IllegalArgumentException(
          "the index has field '" + name + "' already, expected the name of a new field");
    }
    TreeSet<String> fields = new TreeSet<>();
    for (LeafReaderContext leaf : old.leaves()) {
      LeafReader segment = leaf.reader();
      segment.getFieldInfos().forEach(info -> fields.add(info.name));
      StoredFields stored = segment.storedFields();
      for (int doc = 0; fields.contains(from) && doc < segment.maxDoc(); doc++) {
        if (text(stored, doc) != null) {
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

  private String text(StoredFields stored, int doc) throws IOException {
    return IndexMigration.text(stored.document(doc, Set.of(from)), from);
  }

  /**
   * Writes the fingerprints of the live documents of a segment into a new index, which has one
   * segment with the same document numbers. Returns the number of fingerprints.
   */
  long index(LeafReader segment, Directory directory, LongConsumer progress) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(MigrationCodec.LUCENE)
            .setIndexCreatedVersionMajor(segment.getMetaData().createdVersionMajor())
            .setMergePolicy(new LogDocMergePolicy()) // keeps the order of documents
            .setMergeScheduler(new SerialMergeScheduler());
    long[] count = new long[1];
    try (IndexWriter writer = new IndexWriter(directory, config);
        OrderedTasks<List<Document>> reading =
            new OrderedTasks<>(
                documents -> {
                  for (Document document : documents) {
                    count[0] += document.getFields().size();
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
                Document document = new Document();
                String text = live == null || live.get(doc) ? text(stored, doc) : null;
                if (text != null) {
                  scheme.field(name).of(text).ifPresent(document::add);
                }
                documents.add(document);
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
}
