package io.github.lucenesimhash.testing;

import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** Reads texts as the command line does without options; an unreadable text ends the reading. */
public final class QuietCorpus {

  /** A terminal that shows nothing. */
  public static final Terminal SILENCE =
      new Terminal() {
        @Override
        public InputStream in() {
          return InputStream.nullInputStream();
        }

        @Override
        public void note(String message) {}

        @Override
        public Bar progress(String task, long steps) {
          return new Bar() {
            @Override
            public void step(long done) {}

            @Override
            public void close() {}
          };
        }
      };

  private QuietCorpus() {}

  public static Corpus of(Path texts) throws IOException {
    Input.Fields fields = new Input.Fields("id", List.of("text"), null, false, null);
    List<String> inputs = List.of(texts.toString());
    return new Corpus(
        new Input(inputs, null, null, null, Input.Markup.KEEP, fields, true), SILENCE);
  }
}
