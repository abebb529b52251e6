package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Console.Progress;
import io.github.lucenesimhash.corpus.InputDocuments;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;

/**
 * The documents of an input that a new index keeps: those that are kept if each is compared with
 * all that were added before it. They are grouped before the first is added.
 */
final class KeptDocuments {

  private KeptDocuments() {}

  /** Reads an input, and adds what is kept, in any order. Returns the groups of all. */
  static DocumentGroups addTo(
      IndexWriter writer, InputDocuments documents, IndexPlan plan, Console console)
      throws IOException {
    Comparison near = plan.policy().near();
    documents.prepareFor(near, false);
    documents.keepStamps();
    documents.read(plan.scheme(), false, false);
    DocumentGroups groups =
        new DocumentGroups(
            documents, plan.scheme(), near, i -> 0, Decisions.NONE, console, new Stages());
    BitSet duplicates = groups.duplicates();
    int[] kept = IntStream.range(0, documents.count()).filter(i -> !duplicates.get(i)).toArray();
    int cores = Runtime.getRuntime().availableProcessors();
    try (Progress progress = console.progress("Adding", kept.length)) {
      documents.forEachText(
          kept,
          cores,
          progress::step,
          (document, text) -> {
            String id = documents.id(document);
            TextDocument read = new TextDocument(id, text, TextDocument.NO_DATE);
            Document fields = plan.fields(read, documents.fingerprint(document));
            fields.add(new StringField(StoredIndex.ID, id, Field.Store.YES));
            writer.addDocument(fields);
          });
    }
    documents.checkUnchanged();
    return groups;
  }
}
