package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/**
 * The mark of a scheme in a segment's field attributes: one key for each scheme id. Merging
 * segments unites their attributes, so a merged segment made by two schemes shows both.
 */
final class SchemeStamp {

  private static final String PREFIX = "simhash.scheme.";

  private SchemeStamp() {}

  static void put(FieldType type, String schemeId) {
    type.putAttribute(PREFIX + schemeId, "");
  }

  static void put(Map<String, String> attributes, String schemeId) {
    attributes.put(PREFIX + schemeId, "");
  }

  /** The scheme that a field type is stamped with, or null. */
  static String of(IndexableFieldType type) {
    if (type.getAttributes() != null) {
      for (String key : type.getAttributes().keySet()) {
        if (key.startsWith(PREFIX)) {
          return key.substring(PREFIX.length());
        }
      }
    }
    return null;
  }

  /** The scheme ids in all segments. */
  static Set<String> all(IndexReader reader, String field) {
    Set<String> ids = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
      if (info != null) {
        for (String key : info.attributes().keySet()) {
          if (key.startsWith(PREFIX)) {
            ids.add(key.substring(PREFIX.length()));
          }
        }
      }
    }
    return ids;
  }

  /**
   * @throws IllegalArgumentException if the segments have the stamps of several schemes
   */
  static void checkOnlyOne(IndexReader reader, String field) {
    Set<String> ids = all(reader, field);
    if (ids.size() > 1) {
      throw new IllegalArgumentException(
          "field '"
              + field
              + "' holds fingerprints of schemes "
              + String.join(" and ", ids)
              + ", expected those of one scheme: no others can be compared");
    }
  }

  /**
   * @throws IllegalArgumentException if a segment has the stamp of another scheme
   */
  static void check(IndexReader reader, String field, String schemeId) {
    Set<String> others = all(reader, field);
    others.remove(schemeId);
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "field '"
              + field
              + "' holds fingerprints of scheme "
              + String.join(" and ", others)
              + ", but the query was made with scheme "
              + schemeId);
    }
  }

  /** Rewrites to a query once the index was checked. */
  static final class CheckedQuery extends Query {

    private final Query in;
    private final String field;
    private final String schemeId;

    CheckedQuery(Query in, String field, String schemeId) {
      this.in = Objects.requireNonNull(in, "query");
      this.field = Objects.requireNonNull(field, "field");
      this.schemeId = schemeId;
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
      check(searcher.getIndexReader(), field, schemeId);
      return in.rewrite(searcher);
    }

    @Override
    public void visit(QueryVisitor visitor) {
      in.visit(visitor);
    }

    @Override
    public boolean equals(Object other) {
      return sameClassAs(other) && state().equals(((CheckedQuery) other).state());
    }

    @Override
    public int hashCode() {
      return 31 * classHash() + state().hashCode();
    }

    private List<Object> state() {
      return List.of(in, field, schemeId);
    }

    @Override
    public String toString(String defaultField) {
      return in.toString(defaultField);
    }
  }
}
