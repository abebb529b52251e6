package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
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
 * <p>The words are those of the scheme's analyzer, whatever the index writer is configured with:
 * for words of your own, make the scheme with {@link FingerprintScheme#builder}, and search the
 * field with the same analyzer.
 *
 * <p>One field may be added without the other, in any order. A field with several values takes
 * several analyzed texts; a document can have the fingerprint of one. The words are held in memory,
 * 20 bytes each besides their letters, until the object and its fields are dropped.
 */
public final class AnalyzedText {

  private final String text;
  private final FingerprintScheme scheme;
  private final TokenBuffer tokens;
  private final OptionalLong fingerprint;

  private AnalyzedText(
      String text, FingerprintScheme scheme, TokenBuffer tokens, OptionalLong fingerprint) {
    this.text = text;
    this.scheme = scheme;
    this.tokens = tokens;
    this.fingerprint = fingerprint;
  }

  static AnalyzedText of(String text, FingerprintScheme scheme) {
    try (TokenStream tokens = scheme.analyzers.words(text);
        TokenBuffer.Recorder recorder = new TokenBuffer.Recorder(tokens, text.length())) {
      recorder.reset();
      OptionalLong fingerprint = scheme.features.fingerprint(recorder);
      recorder.end();
      return new AnalyzedText(text, scheme, recorder.buffer(), fingerprint);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As {@link FingerprintScheme#fingerprint(CharSequence)}. */
  public OptionalLong fingerprint() {
    return fingerprint;
  }

  /** As {@link FingerprintScheme#field(String, CharSequence)}. */
  public Optional<SimHashField> simHashField(String name) {
    return scheme.field(name, fingerprint);
  }

  /**
   * The text as a field whose words need no second analysis.
   *
   * @param name any; with an analyzer of your own, the field that the scheme was made for
   * @param type indexed and tokenized; may be stored and have term vectors
   * @throws IllegalArgumentException if the words are another field's, or the type is not indexed
   *     and tokenized
   */
  public Field field(String name, FieldType type) {
    String field = scheme.analyzers.field();
    if (field != null && !field.equals(name)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "field '%s', but the scheme's analyzer made the words of field '%s', expected that"
                  + " name",
              name,
              field));
    }
    if (type.indexOptions() == IndexOptions.NONE || !type.tokenized()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "field '%s' has type '%s', expected one that is indexed and tokenized",
              name,
              type));
    }
    return new Field(name, text, type) {
      @Override
      public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
        return tokens.stream(reuse);
      }
    };
  }
}
