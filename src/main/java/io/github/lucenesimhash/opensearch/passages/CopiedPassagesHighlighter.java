package io.github.lucenesimhash.opensearch.passages;

import io.github.lucenesimhash.opensearch.field.SourceTexts;
import io.github.lucenesimhash.passage.PassageQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Matches;
import org.apache.lucene.search.MatchesIterator;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.opensearch.core.common.text.Text;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.search.fetch.subphase.highlight.FieldHighlightContext;
import org.opensearch.search.fetch.subphase.highlight.HighlightField;
import org.opensearch.search.fetch.subphase.highlight.HighlightUtils;
import org.opensearch.search.fetch.subphase.highlight.Highlighter;
import org.opensearch.search.fetch.subphase.highlight.SearchHighlightContext.FieldOptions;

/**
 * The highlighter {@code copied_passages}, which shows the passages of a hit's text that a query
 * found. Each passage is whole, whatever the size of a fragment. If {@code number_of_fragments} is
 * 0, the highlighter shows the whole text, with the passages marked.
 */
public final class CopiedPassagesHighlighter implements Highlighter {

  /** The characters of a text between two offsets. */
  private record Part(int from, int to) {
    int length() {
      return to - from;
    }
  }

  /** A query and its weights, which all hits of a search share. */
  private record Prepared(Query query, List<Weight> weights) {}

  @Override
  public boolean canHighlight(MappedFieldType type) {
    return type.unwrap() instanceof CopiedPassagesFieldType;
  }

  @Override
  public HighlightField highlight(FieldHighlightContext field) throws IOException {
    CopiedPassagesFieldType type = CopiedPassagesFieldType.of(field.fieldName, field.fieldType);
    List<Part> parts = parts(copied(field, type.name()));
    if (parts.isEmpty()) {
      return null;
    }
    LeafReaderContext leaf = field.hitContext.readerContext();
    String[] values =
        type.texts(field.context.mapperService(), field.context.getIndexName())
            .of(leaf, leaf.reader().storedFields(), field.hitContext.docId());
    String text = String.join(SourceTexts.BETWEEN, values);
    return new HighlightField(field.fieldName, shown(text, parts, field.field.fieldOptions()));
  }

  /** Returns the offsets of the characters of a text that are in a passage. */
  private static BitSet copied(FieldHighlightContext field, String name) throws IOException {
    BitSet copied = new BitSet();
    for (Weight weight : weights(field, name)) {
      Matches matches = weight.matches(field.hitContext.readerContext(), field.hitContext.docId());
      MatchesIterator each = matches == null ? null : matches.getMatches(name);
      while (each != null && each.next()) {
        copied.set(each.startOffset(), each.endOffset());
      }
    }
    return copied;
  }

  private static List<Weight> weights(FieldHighlightContext field, String name) throws IOException {
    String key = CopiedPassagesFieldType.NAME + ":" + name;
    if (field.cache.get(key) instanceof Prepared before && before.query.equals(field.query)) {
      return before.weights;
    }
    IndexSearcher searcher = new IndexSearcher(field.hitContext.topLevelReader());
    List<Weight> weights = new ArrayList<>();
    for (Query query : passages(field.query, name)) {
      weights.add(searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1));
    }
    field.cache.put(key, new Prepared(field.query, weights));
    return weights;
  }

  private static Set<Query> passages(Query query, String name) {
    Set<Query> found = new LinkedHashSet<>();
    query.visit(
        new QueryVisitor() {
          @Override
          public boolean acceptField(String field) {
            return field.equals(name);
          }

          @Override
          public void visitLeaf(Query leaf) {
            if (leaf instanceof PassageQuery) {
              found.add(leaf);
            }
          }
        });
    return found;
  }

  private static List<Part> parts(BitSet copied) {
    List<Part> parts = new ArrayList<>();
    for (int from = copied.nextSetBit(0); from >= 0; ) {
      int to = copied.nextClearBit(from);
      parts.add(new Part(from, to));
      from = copied.nextSetBit(to);
    }
    return parts;
  }

  private static Text[] shown(String text, List<Part> parts, FieldOptions options) {
    if (options.numberOfFragments() > 0) {
      if (Boolean.TRUE.equals(options.scoreOrdered())) {
        parts.sort(Comparator.comparingInt(Part::length).reversed());
      }
      return parts.stream()
          .limit(options.numberOfFragments())
          .map(part -> new Text(marked(text, part, options)))
          .toArray(Text[]::new);
    }
    StringBuilder whole = new StringBuilder();
    int end = 0;
    for (Part part : parts) {
      whole.append(encoded(text.substring(end, part.from), options));
      whole.append(marked(text, part, options));
      end = part.to;
    }
    whole.append(encoded(text.substring(end), options));
    return new Text[] {new Text(whole.toString())};
  }

  private static String marked(String text, Part part, FieldOptions options) {
    String passage = encoded(text.substring(part.from, part.to), options);
    return options.preTags()[0] + passage + options.postTags()[0];
  }

  private static String encoded(String text, FieldOptions options) {
    return "html".equals(options.encoder())
        ? HighlightUtils.Encoders.HTML.encodeText(text)
        : HighlightUtils.Encoders.DEFAULT.encodeText(text);
  }
}
