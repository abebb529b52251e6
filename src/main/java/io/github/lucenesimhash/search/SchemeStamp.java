package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/**
 * Reads and writes the scheme in the attributes of a field of a segment. Each scheme id has an
 * attribute of its own, so a segment that was merged from segments of two schemes has both
 * attributes.
 */
final class SchemeStamp {

  private static final String PREFIX = "simhash.scheme.";

  private SchemeStamp() {}

  static void put(FieldType type, String schemeId) {
    type.putAttribute(PREFIX + schemeId, "");
  }

  /** Returns the scheme that a field type is stamped with, or null if none exists. */
  static String of(IndexableFieldType type) {
    Set<String> ids = new TreeSet<>();
    addIds(type.getAttributes(), ids);
    return ids.isEmpty() ? null : ids.iterator().next();
  }

  static Set<String> all(IndexReader reader, String field) {
    Set<String> ids = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = IndexedField.info(leaf.reader(), field);
      addIds(info == null ? null : info.attributes(), ids);
    }
    return ids;
  }

  private static void addIds(Map<String, String> attributes, Set<String> ids) {
    if (attributes != null) {
      for (String key : attributes.keySet()) {
        if (key.startsWith(PREFIX)) {
          ids.add(key.substring(PREFIX.length()));
        }
      }
    }
  }

  /**
   * Returns the scheme of a field, or null if none is known. Throws an exception if the field has
   * several schemes.
   */
  static String checkOnlyOne(IndexReader reader, String field) {
    Set<String> ids = all(reader, field);
    if (ids.size() > 1) {
      String problem = "field '" + field + "' holds fingerprints of schemes ";
      String expected = ", expected one scheme: those of different schemes cannot be compared";
      throw new IllegalArgumentException(problem + String.join(" and ", ids) + expected);
    }
    return ids.isEmpty() ? null : ids.iterator().next();
  }

  /** Returns whether a field is stamped with another scheme. */
  static boolean isOther(IndexReader reader, String field, String schemeId) {
    return !Set.of(schemeId).containsAll(all(reader, field));
  }

  static void check(IndexReader reader, String field, String schemeId) {
    Set<String> others = all(reader, field);
    others.remove(Objects.requireNonNull(schemeId, "schemeId"));
    if (!others.isEmpty()) {
      String problem = "field '" + field + "' holds fingerprints of scheme ";
      String expected = ", but the query was made with scheme " + schemeId;
      throw new IllegalArgumentException(problem + String.join(" and ", others) + expected);
    }
  }

  /**
   * A query that throws an exception in an index of another scheme. In a single segment of another
   * scheme it matches nothing instead: {@code IndexWriter} deletes by query in one segment at a
   * time, and an exception would close the writer.
   */
  static final class CheckedQuery extends Query {

    private record State(Query in, String field, String schemeId) {}

    private final State state;

    CheckedQuery(Query in, String field, String schemeId) {
      state =
          new State(
              Objects.requireNonNull(in, "query"),
              Objects.requireNonNull(field, "field"),
              Objects.requireNonNull(schemeId, "schemeId"));
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
      IndexReader reader = searcher.getIndexReader();
      if (reader instanceof LeafReader && isOther(reader, state.field, state.schemeId)) {
        return new MatchNoDocsQuery("segment of another scheme than " + state.schemeId);
      }
      check(reader, state.field, state.schemeId);
      return state.in.rewrite(searcher);
    }

    @Override
    public void visit(QueryVisitor visitor) {
      state.in.visit(visitor);
    }

    @Override
    public boolean equals(Object other) {
      return sameClassAs(other) && state.equals(((CheckedQuery) other).state);
    }

    @Override
    public int hashCode() {
      return 31 * classHash() + state.hashCode();
    }

    @Override
    public String toString(String defaultField) {
      return state.in.toString(defaultField);
    }
  }
}
