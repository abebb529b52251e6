package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.QuietCorpus;
import io.github.lucenesimhash.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Standard input is read while it stays open. */
class PipeTest {

  private record Pipe(InputStream in) implements Terminal {
    @Override
    public void note(String message) {}

    @Override
    public Bar progress(String task, long steps) {
      return QuietCorpus.SILENCE.progress(task, steps);
    }
  }

  private static Corpus corpus(InputStream in) throws IOException {
    List<String> inputs = List.of(Input.STANDARD_INPUT);
    Input.Fields fields = new Input.Fields("id", List.of("text"), null, false, null);
    Input input = new Input(inputs, null, Format.TSV, null, Input.Markup.KEEP, fields, true);
    return new Corpus(input, new Pipe(in));
  }

  /** All available bytes are read before a wait, so there are few waits. */
  @ParameterizedTest
  @EnumSource(names = {"NONE", "GZIP", "ZSTD"})
  void waitsForNothingThatIsThere(Packing packing) throws IOException {
    Random random = Seeds.random(1);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      lines.append(i).append('\t').append(random.nextLong()).append(random.nextLong());
      lines.append('\n');
    }
    byte[] bytes = CorpusFiles.packed(packing, lines.toString().getBytes(StandardCharsets.UTF_8));
    int[] read = new int[1];
    int[] waits = new int[1];
    corpus(new ByteArrayInputStream(bytes))
        .forEach((raw, document) -> id -> read[0]++, () -> waits[0]++);
    assertEquals(20_000, read[0]);
    assertTrue(waits[0] < 20, waits[0] + " waits in " + lines.length() + " bytes");
  }
}
