package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.testing.Directories;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Tests texts in other spellings, hostile texts, texts of other fields, and refused ones. */
public class TestPassageTexts extends LuceneTestCase {

  private static final String FIELD = "passages";

  private static final String PARAGRAPH =
      "It isn't late, he said: the ferry's well-known captain paid 1,000 euros at 5:30 for a ticket"
          + " of the U.S. line, and nobody really knew why he had been there so early that day";

  /** Only letters and digits of a word count. */
  public void testOtherSpellings() throws Exception {
    for (String[] other :
        new String[][] {
          {"isn't", "isn\u2019t"},
          {"isn't", "isnt"},
          {"ferry's", "ferry\u2019s"},
          {"well-known", "well-\nknown"},
          {"well-known", "WELL-\r\nKNOWN"},
          {"well-known", "wellknown"},
          {"1,000", "1000"},
          {"U.S.", "US"},
          {"really", "_really_"},
          {"early", "ear\u00ADly"}
        }) {
      try (Directory directory = Directories.random(random());
          IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        Document document = new Document();
        document.add(new PassageField(FIELD, PARAGRAPH.replace(other[0], other[1])));
        writer.addDocument(document);
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          PassageQuery query = PassageField.newCopiedPassageQuery(FIELD, PARAGRAPH, 25);
          TopDocs hits = new IndexSearcher(reader).search(query, 1);
          assertEquals(other[1], 1, hits.scoreDocs.length);
          assertEquals(other[1], 35, hits.scoreDocs[0].score, 0);
        }
      }
    }
  }

  /** Hostile texts take time and memory in proportion to their size. */
  public void testHostileTexts() throws Exception {
    List<String> texts =
        List.of(
            "word ".repeat(200_000),
            "x".repeat(1_000_000),
            "字".repeat(300_000),
            "a b ".repeat(100_000) + "c",
            "");
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (String text : texts) {
        Document document = new Document();
        document.add(new PassageField(FIELD, text));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        for (int i = 0; i < texts.size(); i++) {
          PassageQuery query = PassageField.newCopiedPassageQuery(FIELD, texts.get(i), 25);
          assertEquals(i < 4 ? 1 : 0, searcher.count(query));
        }
      }
    }
  }

  /** A hyphen joins a word across any line end, except before an empty line; a dash does not. */
  public void testHyphensAtLineEnds() {
    for (String word : new String[] {"Franco-German", "COVID-19", "AES-256", "2023-09-29"}) {
      long[] codes = Tokens.ofPassages(word, false).codes();
      assertEquals(1, codes.length);
      for (String end : new String[] {"-\n", "-\r\n"}) {
        assertArrayEquals(codes, Tokens.ofPassages(word.replace("-", end), false).codes());
      }
    }
    assertEquals(2, Tokens.ofPassages("one -\ntwo", false).codes().length);
    assertEquals(2, Tokens.ofPassages("one-\n\nTwo", false).codes().length);
  }

  /** Missing spaces after full stops, and full stops for decimal points, change no word. */
  public void testFullStops() {
    for (String[] same :
        new String[][] {
          {"at the end. He came by www. example. com", "at the end.He came by www.example.com"},
          {"0.25 of all", "0。25 of all"},
          {"U.S. and e.g. 3.14", "US and eg 314"},
          {"the ends. Öl, and so on", "the ends.Öl and so on"},
        }) {
      assertArrayEquals(
          same[1],
          Tokens.ofPassages(same[0], false).codes(),
          Tokens.ofPassages(same[1], false).codes());
    }
    assertEquals(2, Tokens.ofPassages("25。2024", false).codes().length);
    assertEquals(1, Tokens.ofPassages("v6.5", false).codes().length);
  }

  public void testAnotherKindOfFieldMatchesNothing() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      PassageQuery query = PassageField.newCopiedPassageQuery(FIELD, PARAGRAPH, 25);
      writer.addDocument(List.of(new StringField(FIELD, "1234", Field.Store.YES)));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        assertEquals(0, searcher.count(query));
      }
      writer.addDocument(List.of(new PassageField(FIELD, PARAGRAPH)));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(1, new IndexSearcher(reader).count(query));
      }
    }
  }

  /** Searches of another format are refused, and deletions leave its segments unchanged. */
  public void testAnotherFormat() throws Exception {
    FieldType type = new FieldType(StringField.TYPE_STORED);
    type.putAttribute("passages.format.9", "");
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(List.of(new Field(FIELD, "1234", type)));
      writer.commit();
      writer.addDocument(List.of(new PassageField(FIELD, PARAGRAPH)));
      PassageQuery query = PassageField.newCopiedPassageQuery(FIELD, PARAGRAPH, 25);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        assertEquals(
            "field 'passages' has [passages.format.9], expected passages.format.1: index it again",
            expectThrows(IllegalArgumentException.class, () -> searcher.count(query)).getMessage());
      }
      writer.deleteDocuments(query);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(1, reader.numDocs());
      }
    }
  }

  public void testReusedField() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      PassageField field = new PassageField(FIELD, "first");
      Document document = new Document();
      document.add(field);
      field.setStringValue(PARAGRAPH);
      writer.addDocument(document);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        PassageQuery query = PassageField.newCopiedPassageQuery(FIELD, PARAGRAPH, 25);
        assertEquals(1, new IndexSearcher(reader).count(query));
      }
    }
  }

  public void testTextElsewhere() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      Document document = new Document();
      document.add(new PassageField(FIELD, PARAGRAPH, Field.Store.NO));
      document.add(new StoredField("body", PARAGRAPH));
      writer.addDocument(document);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        PassageQuery query = PassageField.newCopiedPassageQuery(FIELD, PARAGRAPH, 25);
        assertEquals(1, searcher.count(query.from(PassageQuery.Texts.stored("body"))));
        IllegalStateException e =
            expectThrows(IllegalStateException.class, () -> searcher.count(query));
        assertTrue(e.getMessage(), e.getMessage().contains("no text for field 'passages'"));
        expectThrows(
            IllegalStateException.class,
            () -> searcher.count(query.from((leaf, stored, doc) -> null)));
      }
    }
  }

  /** In a text of fewer words than a passage, no part is left out. */
  public void testShortTextsLeaveNothingOut() throws Exception {
    String few = " one two three four five six seven eight nine ten";
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int i = 0; i < 3; i++) {
        Document document = new Document();
        document.add(new PassageField(FIELD, few));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        PassageQuery query = PassageField.newCopiedPassageQuery(FIELD, few, 25).atMostIn(1);
        assertEquals(List.of(), query.leftOut(new IndexSearcher(reader)));
      }
    }
  }

  public void testRefusesFewWords() {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> PassageField.newCopiedPassageQuery(FIELD, "text", 24));
    assertEquals("atLeast for field 'passages' is 24, expected 25 words or more", e.getMessage());
  }
}
