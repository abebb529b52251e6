package io.github.lucenesimhash.search;

import java.util.List;
import java.util.Objects;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/** A query of one field, which equals another of its class with the same values. */
abstract class FieldQuery extends Query {

  final String field;

  FieldQuery(String field) {
    this.field = Objects.requireNonNull(field, "field");
  }

  /** Returns all values that tell two queries of a class apart. */
  abstract List<Object> wanted();

  /** Describes these values in short, to be printed behind the field's name. */
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
