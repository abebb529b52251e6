package io.github.lucenesimhash.search;

import static io.github.lucenesimhash.search.TestWordsField.FEATURES;
import static io.github.lucenesimhash.search.TestWordsField.index;
import static io.github.lucenesimhash.search.TestWordsField.query;
import static io.github.lucenesimhash.search.TestWordsField.range;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.simpletext.SimpleTextCodec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** What a {@link WordsField} leaves in an index, and what is refused as such. */
public class TestWordsFormat extends LuceneTestCase {

  public void testTermsAndDocValue() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, new WordsField("near", FEATURES));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        assertEquals(IndexOptions.DOCS, leaf.getFieldInfos().fieldInfo("near").getIndexOptions());
        List<String> terms = new ArrayList<>();
        TermsEnum all = leaf.terms("near").iterator();
        while (all.next() != null) {
          terms.add(all.term().toString());
        }
        assertEquals(
            List.of("[0 0 1 4]", "[0 0 5 4]", "[1 b5 b9 4]", "[70 0 0 4]"),
            terms.stream().sorted().toList());
        var values = leaf.getBinaryDocValues("near");
        assertEquals(0, values.nextDoc());
        String small = "[3 5 0 0 1 0 0 0 0 70 5 0 0 0 0 0 2 0 0 0 0 70 0 0 0]";
        assertEquals(small, values.binaryValue().toString());
        String large = "[6 0 0 0 1 0 0 2 0 0 3 0 0 4 0 0 5 0 0 6 0 0]";
        assertEquals(large, new WordsField("near", range(0, 7)).binaryValue().toString());
      }
    }
  }

  public void testSizeClassesAscend() {
    for (int size = 1; size < 1000; size++) {
      int sizeClass = ShortFeatures.sizeClass(size);
      assertTrue(sizeClass < Byte.MAX_VALUE);
      assertTrue(sizeClass <= ShortFeatures.sizeClass(size + 1));
      int min = ShortFeatures.minSize(sizeClass);
      assertTrue(min <= size && ShortFeatures.sizeClass(min) == sizeClass);
      assertTrue(min == 1 || ShortFeatures.sizeClass(min - 1) < sizeClass);
    }
  }

  public void testOtherBytesAreRefused() {
    byte[][] others = {{}, {0}, {1, 2, 3, 4}, {7, 0, 0, 0}, {1, 0, 0, 0, 0, 0, 0, 0}};
    for (byte[] bytes : others) {
      var e =
          expectThrows(
              IllegalArgumentException.class,
              () -> new ShortTexts(.5).newQuery("near", new BytesRef(bytes)));
      assertTrue(e.getMessage(), e.getMessage().contains("expected those of a WordsField"));
    }
  }

  public void testOtherFieldsAreRefused() throws IOException {
    otherFieldsAreRefused(Codec.getDefault());
    otherFieldsAreRefused(new SimpleTextCodec()); // leaves no attributes
  }

  private static void otherFieldsAreRefused(Codec codec) throws IOException {
    FieldType newer = new FieldType(WordsField.TYPE);
    newer.putAttribute("words.format.9", "");
    FieldType older = new FieldType(WordsField.TYPE);
    older.putAttribute("words.format.2", ""); // as segments merged of both have it
    for (Field field :
        List.of(
            new StringField("near", "x", Field.Store.NO),
            new BinaryDocValuesField("near", newBytesRef("x")),
            new SimHashField("near", 1),
            new WordsField("near", FEATURES, newer),
            new WordsField("near", FEATURES, older))) {
      try (Directory directory = newDirectory()) {
        index(directory, codec, field);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          IndexSearcher searcher = new IndexSearcher(reader);
          var e =
              expectThrows(
                  IllegalArgumentException.class, () -> searcher.count(query(FEATURES, .5)));
          assertTrue(e.getMessage(), e.getMessage().startsWith("field 'near' "));
        }
      }
    }
  }
}
