package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {

  @TempDir private Path folder;

  @Test
  void bashCompletesCommandsAndOptions() throws IOException, InterruptedException {
    Files.writeString(folder.resolve("script"), run("completion").fine().out());
    assertEquals(List.of("dedup"), complete("ded"));
    assertEquals(List.of("--write-clean"), complete("dedup", "--wri"));
    assertTrue(complete("dedup", "--near", "").contains("titles"));
    assertEquals(List.of("--json"), complete("search", "--js"));
  }

  /** Returns the completions of the last word. */
  private List<String> complete(String... words) throws IOException, InterruptedException {
    String line = "lucene-simhash " + String.join(" ", words);
    String last = words[words.length - 1].isEmpty() ? " ''" : "";
    Path err = folder.resolve("err");
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                String.format(
                    Locale.ROOT,
                    "set -e; bash -n script; . ./script; COMP_LINE='%s'; COMP_WORDS=(%s%s);"
                        + " COMP_CWORD=%d; _complete_lucene-simhash || true;"
                        + " printf '%%s\\n' \"${COMPREPLY[@]}\"",
                    line,
                    line,
                    last,
                    words.length))
            .directory(folder.toFile())
            .redirectError(err.toFile())
            .start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, bash.waitFor(), () -> out + err);
    return out.lines().map(String::strip).toList();
  }
}
