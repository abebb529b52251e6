package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Jaccard;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.mlt.MoreLikeThis;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Searches by resemblance among short texts: the field, beside a BooleanQuery for as many shared
 * words as the resemblance needs at least, whose hits are then checked, and MoreLikeThis. One
 * segment, one thread; the first two must have the same hits.
 */
@Command(name = "short", description = "Latencies of searches by resemblance in short texts.")
public final class ShortBench implements Callable<Integer> {

  private static final FingerprintScheme WORDS = FingerprintScheme.parse("standard shingle=1");
  private static final int HITS = 10_000;

  @Option(names = "--titles", defaultValue = "1M")
  private String titles;

  @Option(names = "--minimums", split = ",", defaultValue = "0.5,0.6,0.7,0.8")
  private double[] minimums;

  @Option(names = "--queries", defaultValue = "2000")
  private int queries;

  @Option(names = "--slow-queries", defaultValue = "200", description = "Of the other designs.")
  private int slowQueries;

  @Option(names = "--index", description = "Folder where the indexes stay.")
  private Path kept;

  @Override
  public Integer call() throws IOException {
    Path folder = kept == null ? Files.createTempDirectory("simhash-bench") : kept;
    try {
      measure(folder);
    } finally {
      if (kept == null) {
        IOUtils.rm(folder);
      }
    }
    return 0;
  }

  private void measure(Path folder) throws IOException {
    int count = Figures.count(titles);
    Titles made = new Titles(7);
    Path own = folder.resolve(titles + "-resemblance");
    Path words = folder.resolve(titles + "-words");
    if (Files.exists(words)) {
      for (int i = 0; i < count; i++) {
        made.next();
      }
    } else {
      write(made, count, own, words);
    }
    List<String> texts = Stream.generate(made::query).limit(queries).toList();
    System.out.printf(
        Locale.ROOT,
        "%,d titles: %.1f bytes each, %.1f for the words%n",
        count,
        bytes(own) / count,
        bytes(words) / count);
    try (DirectoryReader ours = DirectoryReader.open(new MMapDirectory(own));
        DirectoryReader others = DirectoryReader.open(new MMapDirectory(words))) {
      IndexSearcher searcher = new IndexSearcher(ours);
      searcher.setQueryCache(null);
      IndexSearcher slow = new IndexSearcher(others);
      slow.setQueryCache(null);
      System.out.println(
          "| resemblance | design | p50 us | p90 us | p99 us | max us | mean us | hits |\n|---|---|---|---|---|---|---|---|");
      for (double minimum : minimums) {
        run("WordsField", minimum, texts, text -> searcher.search(query(text, minimum), HITS));
        List<String> few = texts.subList(0, slowQueries);
        run("BooleanQuery", minimum, few, text -> checked(slow, text, minimum));
        for (String text : few) {
          check(searcher.search(query(text, minimum), HITS), checked(slow, text, minimum), text);
        }
      }
      MoreLikeThis like = new MoreLikeThis(others);
      like.setAnalyzer(new WhitespaceAnalyzer());
      like.setMinTermFreq(1);
      like.setMinDocFreq(1);
      run(
          "MoreLikeThis",
          0,
          texts.subList(0, slowQueries),
          text -> slow.search(like.like("words", new StringReader(text)), 10));
    }
  }

  private static void check(TopDocs found, TopDocs expected, String text) {
    if (!hits(found).equals(hits(expected))) {
      throw new IllegalStateException(
          "other hits for '" + text + "': " + hits(found) + ", expected " + hits(expected));
    }
  }

  private static List<String> hits(TopDocs docs) {
    return Arrays.stream(docs.scoreDocs).map(hit -> hit.doc + " " + hit.score).sorted().toList();
  }

  private interface Search {
    TopDocs search(String text) throws IOException;
  }

  private static void run(String design, double minimum, List<String> texts, Search search)
      throws IOException {
    long[] nanos = new long[texts.size()];
    long hits = 0;
    for (int round = 0; round < 2; round++) {
      hits = 0;
      for (int i = 0; i < nanos.length; i++) {
        long start = System.nanoTime();
        TopDocs found = search.search(texts.get(i));
        nanos[i] = System.nanoTime() - start;
        hits += found.scoreDocs.length;
      }
    }
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "| %.1f | %s | %.0f | %.0f | %.0f | %.0f | %.0f | %.2f |%n",
        minimum,
        design,
        nanos[nanos.length / 2] / 1e3,
        nanos[nanos.length * 9 / 10] / 1e3,
        nanos[nanos.length * 99 / 100] / 1e3,
        nanos[nanos.length - 1] / 1e3,
        Arrays.stream(nanos).average().orElseThrow() / 1e3,
        (double) hits / texts.size());
  }

  private static Query query(String text, double minimum) {
    return WORDS.field("near").newSimilarityQuery(text, minimum);
  }

  /**
   * The least number of shared words is that of the smallest text that can resemble; of those the
   * query has a word once.
   */
  private static TopDocs checked(IndexSearcher searcher, String text, double minimum)
      throws IOException {
    List<String> own = words(text);
    Set<String> distinct = new HashSet<>(own);
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (String word : distinct) {
      any.add(new TermQuery(new Term("words", word)), Occur.SHOULD);
    }
    int shared =
        Jaccard.minShared(own.size(), (int) Math.ceil(minimum * own.size() - 1e-9), minimum);
    any.setMinimumNumberShouldMatch(Math.max(1, shared - (own.size() - distinct.size())));
    Query query = searcher.rewrite(any.build());
    Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
    List<ScoreDoc> hits = new ArrayList<>();
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      Scorer scorer = weight.scorer(leaf);
      NumericDocValues sizes = leaf.reader().getNumericDocValues("size");
      BinaryDocValues texts = leaf.reader().getBinaryDocValues("text");
      DocIdSetIterator docs = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
      for (int doc; (doc = docs.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
        sizes.advanceExact(doc);
        int size = (int) sizes.longValue();
        if (Jaccard.of(Math.min(size, own.size()), size, own.size()) >= minimum) {
          texts.advanceExact(doc);
          List<String> other = words(texts.binaryValue().utf8ToString());
          double resemblance = Jaccard.of(inOrder(own, other), own.size(), size);
          if (resemblance >= minimum) {
            hits.add(new ScoreDoc(leaf.docBase + doc, (float) resemblance));
          }
        }
      }
    }
    return new TopDocs(
        new TotalHits(hits.size(), Relation.EQUAL_TO), hits.toArray(new ScoreDoc[0]));
  }

  private static List<String> words(String text) {
    return List.of(text.split(" ", -1));
  }

  /** The length of the longest common subsequence. */
  private static int inOrder(List<String> a, List<String> b) {
    int[] row = new int[b.size() + 1];
    for (String word : a) {
      int diagonal = 0;
      for (int j = 1; j < row.length; j++) {
        int above = row[j];
        row[j] = word.equals(b.get(j - 1)) ? diagonal + 1 : Math.max(above, row[j - 1]);
        diagonal = above;
      }
    }
    return row[b.size()];
  }

  private static double bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private void write(Titles made, int count, Path own, Path words) throws IOException {
    FieldType docs = new FieldType();
    docs.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    docs.setOmitNorms(false);
    docs.freeze();
    try (IndexWriter ours = writer(own);
        IndexWriter others = writer(words)) {
      for (int i = 0; i < count; i++) {
        String text = made.next();
        Document document = new Document();
        document.add(WORDS.field("near").wordsField(text).orElseThrow());
        ours.addDocument(document);
        Document plain = new Document();
        plain.add(new Field("words", text, docs));
        plain.add(new BinaryDocValuesField("text", new BytesRef(text)));
        plain.add(new NumericDocValuesField("size", words(text).size()));
        others.addDocument(plain);
      }
      ours.forceMerge(1);
      others.forceMerge(1);
    }
  }

  private static IndexWriter writer(Path folder) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(new WhitespaceAnalyzer());
    config.setRAMBufferSizeMB(256).setMergeScheduler(new SerialMergeScheduler());
    config.setUseCompoundFile(false);
    config.setMergePolicy(new LogByteSizeMergePolicy()); // keeps the order
    return new IndexWriter(new MMapDirectory(folder), config);
  }
}
