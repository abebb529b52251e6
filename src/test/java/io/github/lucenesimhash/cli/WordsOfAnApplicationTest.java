package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.WordsField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words of short texts in an index that an application made, or added to. */
class WordsOfAnApplicationTest {

  private static final String LATE = "The ferry from the island was late again on Monday";
  private static final String LATER = "The ferry from the island was late again on Monday morning";
  private static final String OTHER = "A ferry to some island is on time today";
  private static final Object[] NAMED = {"--short-texts", ".8"};
  private static final FingerprintScheme STANDARD = FingerprintScheme.standard();
  private static final Words OWN = wordsOf(STANDARD.wordSide());
  private static final Words SHINGLES = wordsOf(STANDARD);

  @TempDir private Path folder;

  /** Makes a document's field of words, of its name and a text. */
  private interface Words extends BiFunction<String, String, IndexableField> {}

  private static Words wordsOf(FingerprintScheme scheme) {
    return (field, text) -> scheme.field(field).wordsField(text).orElseThrow();
  }

  /** Adds documents to an index, or makes it; their ids are their texts. */
  private Path add(
      String index, String field, FingerprintScheme scheme, Words words, String... texts)
      throws IOException {
    Path path = folder.resolve(index);
    try (FSDirectory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (String text : texts) {
        Document document = new Document();
        document.add(new StringField("id", text, Field.Store.YES));
        document.add(scheme.field(field).of(text).orElseThrow());
        document.add(words.apply(field + ShortTexts.WORDS, text));
        writer.addDocument(document);
      }
    }
    return path;
  }

  /** Which put both fields under a name of its own. */
  @Test
  void findsThemInAnIndexOfAnApplication() throws IOException {
    Path index = add("application", "like", STANDARD, OWN, LATE, LATER, OTHER);
    String found = run(with(NAMED, "search", "--index", index, "--id", LATE)).fine().out();
    assertTrue(found.startsWith(LATER + "\t") && found.lines().count() == 1, found);
    run("stats", "--index", index).fine();
  }

  /** But the fingerprints are those of the scheme. */
  @Test
  void refusesWordsOfAnotherScheme() throws IOException {
    Path index = add("shingles", "like", STANDARD, SHINGLES, LATE, LATER);
    Path text = Files.writeString(folder.resolve("text"), LATE);
    String problem = "field 'like.words' holds fingerprints of scheme " + STANDARD.id();
    String expected = ", but the query was made with scheme " + STANDARD.wordSide().id();
    run("search", "--index", index, "--text", text, "--short-texts", ".8")
        .refused(problem + expected);
    run("search", "--index", index, "--id", LATE, "--short-texts", ".8")
        .refused(problem + expected);
    run("search", "--index", index, "--text", text).fine();
  }

  @Test
  void refusesWordsOfTwoSchemes() throws IOException {
    FingerprintScheme unknown = STANDARD.with("shingle=2"); // the index does not say how to make it
    add("both", "like", unknown, SHINGLES, LATER);
    Path index = add("both", "like", unknown, OWN, LATE);
    Object[] args = {"search", "--index", index, "--id", LATE};
    run(args).fine();
    String problem = "field 'like.words' holds words of schemes ";
    CommandLineRun refused = run(with(NAMED, args));
    assertEquals(2, refused.exitCode(), refused.out());
    assertTrue(refused.err().startsWith("lucene-simhash: " + problem), refused.err());
  }

  @Test
  void refusesWordsOfAnotherFormat() throws IOException {
    FieldType type = new FieldType(WordsField.fieldType(STANDARD.wordSide().id()));
    type.putAttribute("words.format.2", "");
    Words older = (field, text) -> new WordsField(field, new long[] {1, 2}, type);
    add("formats", "like", STANDARD, OWN, LATE);
    Path index = add("formats", "like", STANDARD, older, LATER);
    String problem = "field 'like.words' has format 2, expected 4: index it again with this jar";
    run("search", "--index", index, "--id", LATE).foundNothing();
    run("search", "--index", index, "--id", LATE, "--short-texts", ".8").refused(problem);
  }

  /** Another program added a document to an index of ours. */
  @Test
  void dedupAgainstAnIndexRefusesThem() throws IOException {
    Path titles = ShortTextsTest.titles(folder);
    run("index", "--index", folder.resolve("ours"), titles, "--short-texts").fine();
    Path index = add("ours", StoredIndex.NEAR, STANDARD, SHINGLES, LATE);
    run("dedup", titles, "--against", index, "--no-verify", "--short-texts", ".8")
        .refused(
            "field 'near.words' holds fingerprints of scheme "
                + STANDARD.id()
                + ", but the query was made with scheme "
                + STANDARD.wordSide().id());
  }

  private static Object[] with(Object[] options, Object... args) {
    return Stream.concat(Stream.of(args), Stream.of(options)).toArray();
  }
}
