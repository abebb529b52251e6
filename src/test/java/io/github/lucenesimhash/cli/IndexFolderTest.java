package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that {@code index} does not touch files in its folder that are not its own. */
class IndexFolderTest extends IndexTestCase {

  private static List<String> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"segments.csv", "segments_de.txt", "segments_1"})
  void aFileThatIsNamedLikeACommitIsAText(String name) throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.writeString(texts.resolve(name), "id,text\na," + FOX + "\n");
    CommandLineRun run = run("dedup", texts, "--ext", "*");
    assertTrue(run.out().contains("1 document, "), run.out() + run.err());
    run = run("dedup", corpus, "--against", texts, "--ext", "*");
    assertTrue(run.out().contains(" against 1 old document,"), run.out() + run.err());
  }

  @Test
  void refusesAFolderOfTheInput() throws IOException {
    Path site = Files.createDirectories(folder.resolve("site/sub")).getParent();
    Files.writeString(site.resolve("a.txt"), "some text");
    Path link = Files.createSymbolicLink(folder.resolve("link"), site);
    for (Path input : List.of(site, link)) {
      for (Path target : List.of(site, link, site.resolve("sub/.."), link.resolve("../site"))) {
        run("index", target, input)
            .refused("index '" + target + "' is input '" + input + "': it would be overwritten");
      }
      Path inside = link.resolve("new");
      run("index", inside, input)
          .refused(
              "index '" + inside + "' is inside input '" + input + "', expected a place outside");
    }
    assertEquals(List.of("a.txt", "sub"), list(site));
  }

  @Test
  void goesOnWhereARunFailed() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Path nested = folder.resolve("new/of/folders");
    Files.writeString(corpus, "a\tsome text\nno tab\n");
    for (Path target : List.of(empty, nested)) {
      assertEquals(2, run("index", target, corpus, "--strict").exitCode());
      Path blank = Files.writeString(folder.resolve("blank.tsv"), "\n");
      assertEquals(2, run("index", target, blank).exitCode());
      assertEquals(List.of("write.lock"), list(target));
    }
    writeCorpus();
    assertEquals(0, run("index", empty, corpus).exitCode());
    assertEquals(0, run("index", nested, corpus).exitCode());
  }

  @Test
  void goesOnWhereARunWasKilled() throws IOException {
    Files.createDirectory(index);
    Path killed = folder.resolve("killed");
    try (Directory directory = FSDirectory.open(killed);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(new Document());
      writer.flush();
      for (String name : list(killed)) {
        Files.copy(killed.resolve(name), index.resolve(name));
      }
    }
    Files.createFile(index.resolve("_2.fdt")); // a file that is still empty
    Files.createFile(index.resolve("_2_Lucene90FieldsIndex-doc_ids_0.tmp"));
    Files.write(index.resolve("_2.fdm"), new byte[100]); // after a power cut
    assertTrue(list(index).contains("_0.si"));
    makeIndex();
    assertEquals("copy\t0\n", search("--id", "fox").fine().out());
  }

  /** A run is refused if another run makes an index before the first one locks the folder. */
  @Test
  void anotherRunWasFaster() throws IOException {
    try (IndexFolder target = new IndexFolder(index)) {
      makeIndex();
      assertEquals(
          "index '" + index + "' was written by another run meanwhile",
          assertThrows(BadInput.class, target::open).getMessage());
    }
    assertEquals("copy\t0\n", search("--id", "fox").fine().out());
  }

  /** An index's lock is refused as input, because reading its file would end the lock. */
  @Test
  void refusesItsLockAsInput() throws IOException {
    makeIndex();
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Path lock = index.resolve("write.lock");
    Path hardLink = Files.createLink(texts.resolve("a.txt"), lock);
    run("index", index, texts)
        .refused("index '" + lock + "' is input '" + hardLink + "': it would be overwritten");
  }

  @Test
  void saysThatAnotherRunWrites() throws IOException {
    makeIndex();
    try (Directory directory = FSDirectory.open(index);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      run("index", index, corpus).refused("index '" + index + "' is being written by another run");
      writer.rollback();
    }
    assertTrue(list(index).contains("write.lock"));
  }
}
