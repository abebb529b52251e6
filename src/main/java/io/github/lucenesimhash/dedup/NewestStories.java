package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;

/**
 * The stories with the newest hits, newest first, each with the document: of those with equal dates
 * the lowest. Each collector holds so many stories at most: one that it gives up is older than so
 * many others, and comes back with any newer hit.
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
