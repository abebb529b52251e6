package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;

/**
 * A text that was analyzed once, for its fingerprint and for full-text search.
 *
 * <pre>{@code
 * AnalyzedText text = scheme.analyze(body);
 * document.add(text.field("body", TextField.TYPE_STORED));
 * text.simHashField("near").ifPresent(document::add);
 * }</pre>
 *
 * <p>The words are those of the scheme's analyzer, not those of the index writer's. For words of
 * your own, make the scheme with {@link FingerprintScheme#of}, and search the field with the same
 * analyzer.
 *
 * <p>Either field may be added alone, or both in any order. A field with several values needs an
 * analyzed text for each; a document can have the fingerprint of only one. The words are held in
 * memory, about 20 bytes each besides their letters, until the object and its fields are dropped.
 */
public final class AnalyzedText {

  private final String text;
  private final FingerprintScheme scheme;
  private final TokenBuffer tokens;
  private final Optional<Fingerprint> fingerprint;

  AnalyzedText(String text, FingerprintScheme scheme) {
    this.text = text;
    this.scheme = scheme;
    try (TokenStream words = scheme.analyzers.words(text);
        TokenBuffer.Recorder recorder = new TokenBuffer.Recorder(words, text.length())) {
      recorder.reset();
      Tokens made = Tokens.of(scheme, text, Words.of(recorder));
      fingerprint = made.features().fingerprint();
      recorder.end();
      tokens = recorder.buffer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the fingerprint, as {@link FingerprintScheme#fingerprint(CharSequence)} makes it} */
  public Optional<Fingerprint> fingerprint() {
    return fingerprint;
  }

  /**
   * {@return the field of the fingerprint, as {@link SchemeField#of(CharSequence)} makes it}
   *
   * @param name of the field
   */
  public Optional<SimHashField> simHashField(String name) {
    return scheme.field(name).of(fingerprint);
  }

  /**
   * Makes a field that indexes the text by its words without a second analysis.
   *
   * @param name any; with an analyzer of your own, the field that the scheme was made for
   * @param type indexed and tokenized; may be stored and have term vectors
   * @return a field for one document
   * @throws IllegalArgumentException if the scheme was made for another field, or the type is not
   *     indexed and tokenized
   */
  public Field field(String name, FieldType type) {
    String field = scheme.analyzers.field();
    if (field != null && !field.equals(name)) {
      String made = "the scheme's analyzer made the words of field '" + field + "'";
      throw new IllegalArgumentException(
          "field '" + name + "', but " + made + ", expected that name");
    }
    if (type.indexOptions() == IndexOptions.NONE || !type.tokenized()) {
      String problem = "field '" + name + "' has type '" + type + "'";
      throw new IllegalArgumentException(problem + ", expected one that is indexed and tokenized");
    }
    return new Field(name, text, type) {
      @Override
      public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
        return tokens.stream(reuse);
      }
    };
  }
}
