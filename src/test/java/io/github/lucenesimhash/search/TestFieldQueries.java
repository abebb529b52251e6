package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Tests what all queries of a field have in common. */
public class TestFieldQueries extends LuceneTestCase {

  private static List<Query> queries(String field) {
    return List.of(
        SimHashField.newDistanceQuery(field, Fingerprint.of(1), 3),
        SimHashField.newDistanceQuery(field, Fingerprint.of(1), 4),
        SimHashField.newDistanceQuery(field, Fingerprint.of(2), 3),
        SimHashField.newSlowDistanceQuery(field, Fingerprint.of(1), 3),
        SimHashField.newNearestQuery(field, Fingerprint.of(1), 3, null),
        SimHashField.newNearestQuery(field, Fingerprint.of(1), 4, null),
        SimHashField.newNearestQuery(field, Fingerprint.of(2), 3, null),
        SimHashField.newNearestQuery(
            field, Fingerprint.of(1), 3, new TermQuery(new Term("group", "half"))));
  }

  public void testEachIsEqualToItselfAlone() {
    List<Query> all = new ArrayList<>(queries("near"));
    all.addAll(queries("far"));
    List<Query> again = new ArrayList<>(queries("near"));
    again.addAll(queries("far"));
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < again.size(); j++) {
        if (i == j) {
          QueryUtils.checkEqual(all.get(i), again.get(j));
        } else {
          QueryUtils.checkUnequal(all.get(i), again.get(j));
        }
      }
    }
  }

  public void testVisitsItsFieldOnly() {
    List<Query> visited = new ArrayList<>();
    QueryVisitor near =
        new QueryVisitor() {
          @Override
          public boolean acceptField(String field) {
            return field.equals("near");
          }

          @Override
          public void visitLeaf(Query query) {
            visited.add(query);
          }
        };
    queries("far").forEach(query -> query.visit(near));
    assertEquals(List.of(), visited);
    queries("near").forEach(query -> query.visit(near));
    assertEquals(queries("near"), visited);
  }

  public void testPrintsItsFieldUnlessThatIsTheDefault() {
    for (Query query : queries("near")) {
      assertEquals("near:" + query.toString("near"), query.toString("far"));
      assertNotEquals("", query.toString("near"));
    }
  }
}
