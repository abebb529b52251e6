package io.github.lucenesimhash.search;

import java.util.List;
import java.util.Objects;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/** A base class of queries on one field, equal if their classes, fields and values are equal. */
abstract class FieldQuery extends Query {

  final String field;

  FieldQuery(String field) {
    this.field = Objects.requireNonNull(field, "field");
  }

  /** Returns the values that decide whether two queries of a class are equal. */
  abstract List<Object> wanted();

  /** Returns a short description of the values, which is printed after the name of the field. */
  abstract String describe();

  @Override
  public final void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public final boolean equals(Object other) {
    return sameClassAs(other)
        && field.equals(((FieldQuery) other).field)
        && wanted().equals(((FieldQuery) other).wanted());
  }

  @Override
  public final int hashCode() {
    return Objects.hash(classHash(), field, wanted());
  }

  @Override
  public final String toString(String defaultField) {
    return (field.equals(defaultField) ? "" : field + ":") + describe();
  }
}
