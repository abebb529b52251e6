package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.dedup.PendingDocuments.Table;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.BytesRef;

/**
 * The documents that a searcher still shows, though a table holds a later state of them. A search
 * counts what the guard holds back without a look at ids; these are what it should not have
 * counted. Each id of the table is looked up once.
 */
final class OlderVersions {

  private final Settings settings;
  private IndexSearcher searcher;
  private Table table;
  private IdField ids; // null if the searcher shows none
  private int known; // of the table's ids
  private PendingSignatures versions;

  OlderVersions(Settings settings) {
    this.settings = settings;
  }

  /** How many of these, and of the offered document's own, are near it but for the guard. */
  int heldBack(State offered, IndexSearcher searcher, Table table) throws IOException {
    PendingSignatures older = of(searcher, table);
    PendingSignatures own = new PendingSignatures();
    if (table.get(offered.id()) == null) {
      versions(List.of(offered.id()), searcher, idField(searcher)).forEach(own::put);
    }
    return heldBack(offered, older) + heldBack(offered, own);
  }

  private int heldBack(State offered, PendingSignatures versions) {
    return versions
        .near(
            offered.signature(),
            settings.comparison,
            state -> settings.scope.isCompared(state.origin(), offered.origin()))
        .heldBack();
  }

  @SuppressWarnings("ReferenceEquality") // another table may hold the same
  private synchronized PendingSignatures of(IndexSearcher searcher, Table table)
      throws IOException {
    if (this.searcher != searcher || this.table != table) {
      ids = idField(searcher);
      this.searcher = searcher;
      this.table = table;
      known = 0;
      versions = new PendingSignatures();
    }
    List<BytesRef> next = table.idsFrom(known);
    versions(next, searcher, ids).forEach(versions::put);
    known += next.size();
    return versions;
  }

  private IdField idField(IndexSearcher searcher) {
    FieldInfos infos = FieldInfos.getMergedFieldInfos(searcher.getIndexReader());
    return IdField.of(infos.fieldInfo(settings.idField));
  }

  private List<State> versions(List<BytesRef> of, IndexSearcher searcher, IdField ids)
      throws IOException {
    List<BytesRef> there = ids == null ? List.of() : of.stream().filter(ids::isId).toList();
    List<State> versions = new ArrayList<>();
    if (!there.isEmpty()) {
      IndexReader reader = searcher.getIndexReader();
      int most = Math.max(1, reader.maxDoc());
      for (ScoreDoc hit : searcher.search(settings.compared(ids.query(there)), most).scoreDocs) {
        Signature its = settings.comparison.read(reader, settings.comparedField(), hit.doc);
        if (its.words() != null) {
          LeafReaderContext leaf =
              reader.leaves().get(ReaderUtil.subIndex(hit.doc, reader.leaves()));
          Origin origin = settings.scope.origin(leaf, hit.doc - leaf.docBase);
          versions.add(new State(new BytesRef(), false, its, 0, null, origin, null));
        }
      }
    }
    return versions;
  }
}
