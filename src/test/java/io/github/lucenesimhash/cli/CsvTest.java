package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the columns of a .csv file, which its first line names. */
class CsvTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"\"id\";\"text\"", "id;\"text\"", "\"id\"\t\"text\"", "\"a,b\";text"})
  void namesMayBeQuoted(String header) throws IOException {
    String row = header.contains(";") ? "1;one text\n" : "1\tone text\n";
    Path input = Files.writeString(folder.resolve("a.csv"), header + "\n" + row + row);
    assertTrue(run("dedup", input).out().contains("2 documents, 0 skipped, 1 group"));
  }

  @Test
  void namesMayBeOfTwoLines() throws IOException {
    for (char mark : ",;\t".toCharArray()) {
      String rows = "id;\"in two\nlines\";text\n1;x;one text\n2;y;one text\n";
      Path input = Files.writeString(folder.resolve("a.csv"), rows.replace(';', mark));
      String out = run("dedup", input).fine().out();
      assertTrue(out.startsWith("1\n   0  2\n2 documents, 0 skipped, 1 group, "), out);
    }
  }

  @Test
  void aFileWithoutBytesHasNoColumns() throws IOException {
    Path in = Files.createDirectory(folder.resolve("in"));
    Files.createFile(in.resolve("a.csv"));
    String rows = "id,text\n1,one text of words\n";
    Files.writeString(in.resolve("b.csv"), rows);
    Files.createFile(in.resolve("c.csv"));
    String out = run("dedup", in).fine().out();
    assertTrue(out.startsWith("1 document, 0 skipped, "), out);
  }
}
