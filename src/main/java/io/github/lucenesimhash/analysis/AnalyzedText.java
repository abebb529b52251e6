package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * field with the same analyzer. Where the two need different analyzers, use {@link
 * FingerprintScheme#field} beside an ordinary field.
 *
 * <p>The order of the fields does not matter, and one may be added without the other. A field with
 * several values takes several analyzed texts; each has a fingerprint of its own, of which a
 * document can have one. The words are held in memory, 4 bytes each besides their letters as a
 * rule, until the object and its fields are dropped.
 */
public final class AnalyzedText {

  private final String text;
  private final String schemeId;

  /** The field whose words these are; null for any. */
  private final String field;

  private final TokenTape tape;
  private final OptionalLong fingerprint;

  private AnalyzedText(
      String text, String schemeId, String field, TokenTape tape, OptionalLong fingerprint) {
    this.text = text;
    this.schemeId = schemeId;
    this.field = field;
    this.tape = tape;
    this.fingerprint = fingerprint;
  }

  static AnalyzedText of(String text, AnalyzerChoice analyzers, FingerprintScheme scheme) {
    try (TokenStream tokens = analyzers.words(text);
        TapeRecorder recorder = new TapeRecorder(tokens, text.length())) {
      recorder.reset();
      OptionalLong fingerprint = scheme.fingerprint(recorder);
      recorder.end();
      return new AnalyzedText(text, scheme.id(), analyzers.field(), recorder.tape(), fingerprint);
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
    return fingerprint.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new SimHashField(name, fingerprint.getAsLong(), SimHashField.fieldType(schemeId)));
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
    if (field != null && !field.equals(name)) {
      throw new IllegalArgumentException(
          "field '"
              + name
              + "', but the scheme's analyzer made the words of field '"
              + field
              + "', expected that name");
    }
    if (type.indexOptions() == IndexOptions.NONE || !type.tokenized()) {
      throw new IllegalArgumentException(
          "field '"
              + name
              + "' has type '"
              + type
              + "', expected one that is indexed and tokenized");
    }
    return new PlayedField(name, text, type, tape);
  }

  private static final class PlayedField extends Field {

    private final TokenTape tape;

    PlayedField(String name, String text, FieldType type, TokenTape tape) {
      super(name, text, type);
      this.tape = tape;
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
      if (reuse instanceof TapePlayer player && player.fits(tape)) {
        player.insert(tape);
        return player;
      }
      return new TapePlayer(tape);
    }
  }
}
