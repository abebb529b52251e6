package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.load.IndexMigration;
import io.github.lucenesimhash.search.FingerprintValues;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;

/** The live documents of an index of any origin that store a text or have a fingerprint. */
public final class IndexDocuments extends Documents {

  private static final int BATCH = 256;

  private final IndexReader reader;
  private final String textField;
  private final String idField;
  private final String dateField;

  /**
   * Creates a reader of documents.
   *
   * @param idField the stored field of ids, or null to name documents by their number in the index
   * @param dateField the stored field of dates, or null if dates do not matter
   */
  public IndexDocuments(IndexReader reader, String textField, String idField, String dateField) {
    this.reader = reader;
    this.textField = textField;
    this.idField = idField;
    this.dateField = dateField;
  }

  /**
   * Reads the texts and makes their fingerprints.
   *
   * @throws BadInput if no document stores a text
   */
  public void read(FingerprintScheme scheme, Terminal terminal) throws IOException {
    Bits live = MultiBits.getLiveDocs(reader);
    try (Terminal.Bar bar = terminal.progress("Reading", reader.maxDoc());
        OrderedTasks<List<Row>> reading =
            new OrderedTasks<>(
                batch -> {
                  for (Row row : batch) {
                    add(row);
                  }
                  bar.step(BATCH);
                })) {
      for (int from = 0; from < reader.maxDoc(); from += BATCH) {
        int start = from;
        int end = Math.min(reader.maxDoc(), from + BATCH);
        reading.give(() -> read(scheme, live, start, end), 0);
      }
      reading.finish();
    }
    finish();
    if (count() == 0) {
      Set<String> fields = new TreeSet<>();
      for (FieldInfo field : FieldInfos.getMergedFieldInfos(reader)) {
        fields.add(field.name);
      }
      throw new BadInput(
          "--text-field '%s': no document stores a text of that name, expected one of the fields"
              + " %s",
          textField, String.join(", ", fields));
    }
  }

  /**
   * Reads the fingerprints of all live documents that have one in a field.
   *
   * @param schemeId the id of the scheme that made the fingerprints
   */
  public void readFingerprints(String field, String schemeId) throws IOException {
    SimHashField.requireScheme(reader, field, schemeId);
    Bits live = MultiBits.getLiveDocs(reader);
    for (LeafReaderContext leaf : reader.leaves()) {
      FingerprintValues fingerprints = SimHashField.fingerprints(leaf.reader(), field);
      while (fingerprints.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        int number = leaf.docBase + fingerprints.docID();
        if (live == null || live.get(number)) {
          byte[] made = fingerprints.fingerprint().toBytes();
          add(new Row(0, number, 0, made, 0, 0, null, 0));
        }
      }
    }
    finish();
  }

  private List<Row> read(FingerprintScheme scheme, Bits live, int from, int to) throws IOException {
    List<Row> batch = new ArrayList<>();
    StoredFields stored = reader.storedFields();
    Set<String> names = new HashSet<>(Arrays.asList(textField, dateField));
    for (int number = from; number < to; number++) {
      if (live == null || live.get(number)) {
        Document fields = stored.document(number, names);
        String text = IndexMigration.text(fields, textField);
        long date =
            dateField == null ? 0 : TextDocument.rank(IndexMigration.text(fields, dateField));
        if (text != null) {
          batch.add(row(0, number, 0, text, scheme, date));
        }
      }
    }
    return batch;
  }

  private String stored(int document, String field) throws IOException {
    int number = (int) offset(document);
    return IndexMigration.text(reader.storedFields().document(number, Set.of(field)), field);
  }

  /** Returns the number of live documents that store no text, by the reason to skip them. */
  public Map<String, Long> without() {
    long without = (long) reader.numDocs() - count();
    return without == 0 ? Map.of() : Map.of("without a stored text", without);
  }

  @Override
  String ownId(int document) throws IOException {
    String id = idField == null ? null : stored(document, idField);
    return id == null ? "document " + offset(document) : id;
  }

  @Override
  Path ownFile(int document) {
    return null;
  }

  @Override
  String ownText(int document) throws IOException {
    return stored(document, textField);
  }
}
