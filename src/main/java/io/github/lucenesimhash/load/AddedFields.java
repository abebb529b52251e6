package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.join.OrderedTasks;
import java.io.IOException;
import java.util.ArrayList;
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
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;

/**
 * What a migration adds to the documents of an index: fields of a text that they store, and doc
 * values of fields that they have.
 */
final class AddedFields {

  private static final int BATCH = 256; // documents of a task

  private final String from;
  private final String field;
  private final FingerprintScheme scheme;
  final List<DerivedField> derived = new ArrayList<>();

  AddedFields(String from, String field, FingerprintScheme scheme) {
    this.from = Objects.requireNonNull(from, "from");
    this.field = Objects.requireNonNull(field, "field");
    this.scheme = Objects.requireNonNull(scheme, "scheme");
  }

  /** Refuses an index that has the fields, or not what they are made of. */
  void check(DirectoryReader old, FieldInfos fields) throws IOException {
    checkFree(fields, field);
    derived.forEach(each -> each.check(fields));
    checkStored(old);
  }

  private static void checkFree(FieldInfos fields, String name) {
    if (fields.fieldInfo(name) != null) {
      throw new IllegalArgumentException(
          "the index has field '" + name + "' already, expected the name of a new field");
    }
  }

  /** Looks for one document. */
  private void checkStored(DirectoryReader old) throws IOException {
    TreeSet<String> fields = new TreeSet<>();
    for (LeafReaderContext leaf : old.leaves()) {
      LeafReader segment = leaf.reader();
      segment.getFieldInfos().forEach(info -> fields.add(info.name));
      StoredFields stored = segment.storedFields();
      for (int doc = 0; fields.contains(from) && doc < segment.maxDoc(); doc++) {
        if (IndexMigration.text(stored.document(doc, Set.of(from)), from) != null) {
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

  /** What is added to a segment, as a segment of an index of its own. */
  long index(LeafReaderContext leaf, Directory directory, LongConsumer progress)
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
    String text = IndexMigration.text(stored, from);
    if (text != null) {
      scheme.field(field).of(text).ifPresent(added::add);
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
}
