package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;

/**
 * Makes the changes of an index writer, and returns their sequence numbers. Documents are
 * soft-deleted if the index writer has a field for it: its merge policy retains them as it likes.
 *
 * @param softDeletesField null if documents are deleted at once
 */
record IndexChanges(IndexWriter writer, String idField, String softDeletesField) {

  private static final int MOST_AT_ONCE = 1 << 16; // an update by number takes about 500 bytes

  private Field softDelete() {
    return new NumericDocValuesField(softDeletesField, 1);
  }

  Term term(BytesRef id) {
    return new Term(idField, id);
  }

  /** Adds a document in place of the one that has its id, if there is one. */
  long update(BytesRef id, Iterable<? extends IndexableField> document) throws IOException {
    return softDeletesField == null
        ? writer.updateDocument(term(id), document)
        : writer.softUpdateDocument(term(id), document, softDelete());
  }

  /**
   * Adds a document in place of the one that has its id, and of others. Lucene soft-deletes by one
   * term at a time, so a commit may hold the document and some of those that it replaces.
   */
  long replace(BytesRef id, List<BytesRef> others, Iterable<? extends IndexableField> document)
      throws IOException {
    if (softDeletesField == null) {
      List<BytesRef> all = new ArrayList<>(others);
      all.add(id);
      return writer.updateDocuments(new TermInSetQuery(idField, all), List.of(document));
    }
    long sequenceNumber = update(id, document);
    for (BytesRef other : others) {
      sequenceNumber = delete(other);
    }
    return sequenceNumber;
  }

  long delete(BytesRef id) throws IOException {
    return softDeletesField == null
        ? writer.deleteDocuments(term(id))
        : writer.updateDocValues(term(id), softDelete());
  }

  /** Deletes documents with a date before a time, which searchers show. */
  long expire(Scope scope, Instant before, SearcherManager searchers) throws IOException {
    long sequenceNumber = writer.getMaxCompletedSequenceNumber();
    while (true) { // Lucene soft-deletes by number; a round leaves what was merged away meanwhile
      IndexSearcher searcher = searchers.acquire();
      try {
        IndexReader reader = searcher.getIndexReader();
        Query query = scope.before(before, reader);
        if (softDeletesField == null) {
          return writer.deleteDocuments(query);
        }
        ScoreDoc[] documents = searcher.search(query, MOST_AT_ONCE, Sort.INDEXORDER).scoreDocs;
        if (documents.length == 0) {
          return sequenceNumber;
        }
        for (ScoreDoc document : documents) {
          long deleted = writer.tryUpdateDocValue(reader, document.doc, softDelete());
          sequenceNumber = Math.max(sequenceNumber, deleted);
        }
      } finally {
        searchers.release(searcher);
      }
      searchers.maybeRefreshBlocking();
    }
  }
}
