package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runWith;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests passages of a text in the documents of an index. */
class PassagesTest {

  private static final String PARAGRAPH = words("w", 0, 40);

  @TempDir private Path folder;
  private Path corpus;
  private Path index;

  private static String words(String prefix, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> prefix + i).collect(Collectors.joining(" "));
  }

  @BeforeEach
  void makeIndex() throws IOException {
    corpus = folder.resolve("corpus.tsv");
    index = folder.resolve("index");
    String edited = PARAGRAPH.replace("w10 ", "x ").replace("w34 ", "y ");
    Files.writeString(
        corpus,
        "all\tbefore "
            + PARAGRAPH
            + " after\nhalf\t"
            + words("w", 5, 35)
            + "\nedited\t"
            + edited
            + "\nother\t"
            + words("z", 0, 60)
            + "\n");
    run("index", index, corpus, "--passages").fine();
  }

  @Test
  void printsWhereWordsAreCopied() {
    String text = "He wrote: " + PARAGRAPH.toUpperCase(Locale.ROOT).replace(" W2", ",\nW2");
    int to = 7 + PARAGRAPH.length();
    String all = "all\t40\t7-" + to + "\n";
    String half = "half\t30\t0-" + words("w", 5, 35).length() + "\n";
    assertEquals(
        all + half, runWith(text, "search", index, "--passages", "--file", "-").fine().out());
    assertEquals(
        all,
        runWith(text, "search", index, "--passages", "--file", "-", "--at-least", 31).fine().out());
    runWith(text, "search", index, "--passages", "--file", "-", "--top", Integer.MAX_VALUE).fine();
    CommandLineRun top = runWith(text, "search", index, "--passages", "--file", "-", "--top", 1);
    assertEquals(all, top.out());
    assertEquals("lucene-simhash: the longest 1 of 2 (see --top)\n", top.err());
    runWith(words("z", 0, 24), "search", index, "--passages", "--file", "-").foundNothing();
  }

  @Test
  void anIndexGoesOnWithPassages() throws IOException {
    Files.writeString(corpus, "new\t" + words("n", 0, 30) + "\nother\t" + PARAGRAPH + "\n");
    run("index", index, corpus).fine();
    String found =
        runWith(words("n", 0, 30), "search", index, "--passages", "--file", "-").fine().out();
    assertEquals("new\t30\t0-" + words("n", 0, 30).length() + "\n", found);
    runWith(words("z", 0, 60), "search", index, "--passages", "--file", "-").foundNothing();
  }
}
