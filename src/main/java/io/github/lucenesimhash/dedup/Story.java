package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;

/**
 * A story among the hits of a query: documents that {@link DuplicatePolicy#mark} gave one name.
 *
 * @param name of the group
 * @param hits how many of them
 * @param newest the document with the last date, by its number in the searcher's reader; of several
 *     the one with the lowest number
 * @param first the document with the first date, likewise
 * @param best the document that a sort puts first
 */
public record Story(String name, int hits, int newest, int first, int best) {

  private static final int PAGE = 1024; // hits that are read first

  /**
   * {@return the hits of a query, one for each story, newest first} A document without a group is
   * left out. Where the newest thousand hits are not of enough stories, all are read once. What is
   * held is bounded by the stories asked for.
   *
   * @param searcher of the index
   * @param query for example a tenant's, with a time to begin at
   * @param groupField of {@link DuplicatePolicy#mark}
   * @param dateField of {@link NearDuplicateWriter.Builder#window}
   * @param best what is a story's best document
   * @param most stories, at least 1
   * @throws IOException if the index cannot be read
   */
  public static List<Story> newestFirst(
      IndexSearcher searcher, Query query, String groupField, String dateField, Sort best, int most)
      throws IOException {
    Settings.check(most >= 1, "most is " + most, "1 or more");
    Map<String, Integer> newest = ofNewestHits(searcher, query, groupField, dateField, most);
    if (newest == null) {
      newest = searcher.search(query, new NewestStories(groupField, dateField, most));
    }
    List<Story> stories = new ArrayList<>();
    for (Map.Entry<String, Integer> story : newest.entrySet()) {
      Query all =
          new BooleanQuery.Builder()
              .add(query, Occur.MUST)
              .add(new TermQuery(new Term(groupField, story.getKey())), Occur.FILTER)
              .build();
      int first = searcher.search(all, 1, byDate(dateField, false)).scoreDocs[0].doc;
      int top = searcher.search(all, 1, best).scoreDocs[0].doc;
      stories.add(new Story(story.getKey(), searcher.count(all), story.getValue(), first, top));
    }
    return stories;
  }

  /** The newest document of each story; null if more hits would have to be read. */
  private static Map<String, Integer> ofNewestHits(
      IndexSearcher searcher, Query query, String groupField, String dateField, int most)
      throws IOException {
    Map<String, Integer> newest = new LinkedHashMap<>();
    TopDocs hits = searcher.search(query, PAGE, byDate(dateField, true));
    for (ScoreDoc hit : hits.scoreDocs) {
      String name = name(searcher, groupField, hit.doc);
      if (name != null && newest.size() < most) {
        newest.putIfAbsent(name, hit.doc);
      }
    }
    return newest.size() == most || hits.scoreDocs.length < PAGE ? newest : null;
  }

  private static Sort byDate(String dateField, boolean isReverse) {
    return new Sort(
        new SortedNumericSortField(dateField, SortField.Type.LONG, isReverse), SortField.FIELD_DOC);
  }

  private static String name(IndexSearcher searcher, String groupField, int doc)
      throws IOException {
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    var name = IdField.id(leaf.reader(), groupField, doc - leaf.docBase);
    return name == null ? null : name.utf8ToString();
  }

  /**
   * The stories with the newest hits, newest first, each with the document: of those with equal
   * dates the lowest. Each collector holds so many stories at most: one that it gives up is older
   * than so many others, and comes back with any newer hit.
   */
  record NewestStories(String groupField, String dateField, int most)
      implements CollectorManager<NewestStories.Newest, Map<String, Integer>> {

    private record Hit(String story, long date, int doc) {

      static final Comparator<Hit> NEWEST_FIRST =
          Comparator.comparingLong(Hit::date).reversed().thenComparingInt(Hit::doc);
    }

    @Override
    public Newest newCollector() {
      return new Newest();
    }

    @Override
    public Map<String, Integer> reduce(Collection<Newest> collectors) {
      Newest all = new Newest();
      for (Newest some : collectors) {
        some.inOrder.forEach(all::add);
      }
      Map<String, Integer> newest = new LinkedHashMap<>();
      all.inOrder.forEach(hit -> newest.put(hit.story, hit.doc));
      return newest;
    }

    /** Of some segments. */
    final class Newest implements Collector {

      private final Map<String, Hit> byStory = new HashMap<>();
      private final TreeSet<Hit> inOrder = new TreeSet<>(Hit.NEWEST_FIRST);

      private boolean isNewEnough(long date, int doc) {
        return inOrder.size() < most
            || Hit.NEWEST_FIRST.compare(new Hit(null, date, doc), inOrder.last()) < 0;
      }

      private void add(Hit hit) {
        Hit known = byStory.get(hit.story);
        if (known != null && Hit.NEWEST_FIRST.compare(known, hit) <= 0) {
          return;
        }
        if (known != null) {
          inOrder.remove(known);
        } else if (inOrder.size() == most) {
          if (!isNewEnough(hit.date, hit.doc)) {
            return;
          }
          byStory.remove(inOrder.pollLast().story);
        }
        byStory.put(hit.story, hit);
        inOrder.add(hit);
      }

      @Override
      public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
        SortedSetDocValues stories = DocValues.getSortedSet(leaf.reader(), groupField);
        SortedNumericDocValues dates = DocValues.getSortedNumeric(leaf.reader(), dateField);
        return new LeafCollector() {
          @Override
          public void setScorer(Scorable scorer) {}

          @Override
          public void collect(int doc) throws IOException {
            long date = dates.advanceExact(doc) ? dates.nextValue() : 0;
            if (isNewEnough(date, leaf.docBase + doc) && stories.advanceExact(doc)) {
              String story = stories.lookupOrd(stories.nextOrd()).utf8ToString();
              add(new Hit(story, date, leaf.docBase + doc));
            }
          }
        };
      }

      @Override
      public ScoreMode scoreMode() {
        return ScoreMode.COMPLETE_NO_SCORES;
      }
    }
  }
}
