package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.FingerprintTable.Row;
import io.github.lucenesimhash.join.OrderedTasks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;

/** The live documents of an index that store a text, whoever made the index. */
public final class IndexDocuments implements Documents {

  /** Documents that are read together. */
  private static final int BATCH = 256;

  /**
   * @param documents in the index, those that store a text
   */
  private record Batch(List<Integer> documents, List<Row> rows, int without) {}

  private final IndexReader reader;
  private final String textField;
  private final String idField;
  private final String dateField;
  private final FingerprintTable table = new FingerprintTable();
  private int[] documents = new int[64];
  private long without;

  /**
   * @param idField stored; null to name documents by their number in the index
   * @param dateField stored; null if dates do not matter
   */
  public IndexDocuments(IndexReader reader, String textField, String idField, String dateField) {
    this.reader = reader;
    this.textField = textField;
    this.idField = idField;
    this.dateField = dateField;
  }

  /**
   * Makes the fingerprints.
   *
   * @throws BadInput if no document stores a text
   */
  public void read(FingerprintScheme scheme, Terminal console) throws IOException {
    Bits live = MultiBits.getLiveDocs(reader);
    try (Terminal.Bar progress = console.progress("Reading", reader.maxDoc(), false);
        OrderedTasks<Batch> reading = new OrderedTasks<>(batch -> take(batch, progress))) {
      for (int from = 0; from < reader.maxDoc(); from += BATCH) {
        int start = from;
        int end = Math.min(reader.maxDoc(), from + BATCH);
        reading.give(() -> read(scheme, live, start, end), 0);
      }
      reading.finish();
    }
    if (table.documentCount() == 0) {
      throw new BadInput(
          "--text-field '"
              + textField
              + "': no document stores a text of that name, expected one of the fields "
              + String.join(", ", fields()));
    }
  }

  /** On any thread. */
  private Batch read(FingerprintScheme scheme, Bits live, int from, int to) throws IOException {
    Batch batch = new Batch(new ArrayList<>(), new ArrayList<>(), 0);
    int missing = 0;
    StoredFields stored = reader.storedFields();
    Set<String> names = new HashSet<>(List.of(textField));
    names.add(dateField);
    for (int document = from; document < to; document++) {
      if (live == null || live.get(document)) {
        Document fields = stored.document(document, names);
        String text = value(fields, textField);
        if (text == null) {
          missing++;
        } else {
          batch.documents().add(document);
          batch.rows().add(new Row(scheme.fingerprint(text), text.length(), date(fields)));
        }
      }
    }
    return new Batch(batch.documents(), batch.rows(), missing);
  }

  private long date(Document fields) {
    return dateField == null ? 0 : Dates.parse(value(fields, dateField));
  }

  private void take(Batch batch, Terminal.Bar progress) {
    for (int i = 0; i < batch.rows().size(); i++) {
      documents = ArrayUtil.grow(documents, table.documentCount() + 1);
      documents[table.documentCount()] = batch.documents().get(i);
      table.add(batch.rows().get(i));
    }
    without += batch.without();
    progress.step(BATCH);
  }

  private Set<String> fields() {
    Set<String> names = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfos infos = leaf.reader().getFieldInfos();
      for (FieldInfo info : infos) {
        names.add(info.name);
      }
    }
    return names;
  }

  /** All values of a field, one after the other; null if there is none. */
  private static String value(Document document, String field) {
    StringBuilder values = null;
    for (IndexableField value : document.getFields(field)) {
      String text =
          value.binaryValue() != null ? value.binaryValue().utf8ToString() : value.stringValue();
      values = values == null ? new StringBuilder() : values.append('\n');
      values.append(text);
    }
    return values == null ? null : values.toString();
  }

  @Override
  public FingerprintTable table() {
    return table;
  }

  /** How many live documents store no text. */
  public Map<String, Long> without() {
    return without == 0 ? Map.of() : Map.of("without a stored text", without);
  }

  @Override
  public String id(int document) throws IOException {
    int number = documents[document];
    String id = idField == null ? null : value(stored(number, idField), idField);
    return id == null ? "document " + number : id;
  }

  @Override
  public String text(int document) throws IOException {
    return value(stored(documents[document], textField), textField);
  }

  private Document stored(int number, String field) throws IOException {
    return reader.storedFields().document(number, Set.of(field));
  }
}
