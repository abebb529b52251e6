package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;

class RefusedIndexTest extends IndexTestCase {

  @Test
  void refusesWhatIsNoIndexOfThisProgram() throws IOException {
    Path foreign = folder.resolve("foreign");
    try (Directory directory = FSDirectory.open(foreign);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.commit();
    }
    run("index", foreign, corpus)
        .refused(
            "index '"
                + foreign
                + "' was made by another program, expected one made by the command index");
  }

  @Test
  void refusesWhatAnotherVersionRemembers() throws IOException {
    for (String memory :
        List.of("standard", "{}", "{\"scheme\":\"x\"}", "{\"policy\":{\"near\":\"far\"}}")) {
      Path foreign = folder.resolve("foreign");
      try (Directory directory = FSDirectory.open(foreign);
          IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        writer.setLiveCommitData(Map.of("lucene-simhash", memory).entrySet());
        writer.commit();
      }
      run("index", foreign, corpus)
          .refused(
              "the index was made by another version (settings '" + memory + "'): make it again");
    }
  }

  @Test
  void refusesAnIndexOfAnUnknownCodec() throws IOException {
    Path foreign = folder.resolve("foreign");
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(new FilterCodec("Unheard", Codec.getDefault()) {});
    try (Directory directory = FSDirectory.open(foreign);
        IndexWriter writer = new IndexWriter(directory, config)) {
      writer.addDocument(new Document());
      writer.commit();
    }
    run("stats", foreign)
        .refused(
            "index '"
                + foreign
                + "' cannot be read: An SPI class of type org.apache.lucene.codecs.Codec with name"
                + " 'Unheard' does not exist");
  }

  @Test
  void refusesADamagedIndex() throws IOException {
    Path damaged = folder.resolve("damaged");
    run("index", damaged, corpus).fine();
    List<Path> segments;
    try (Stream<Path> files = Files.list(damaged)) {
      segments = files.filter(file -> file.toString().endsWith(".si")).toList();
    }
    Files.delete(segments.get(0));
    CommandLineRun missing = run("stats", damaged);
    assertEquals(2, missing.exitCode(), missing.err());
    assertTrue(
        missing.err().startsWith("lucene-simhash: index '" + damaged + "' cannot be read: "),
        missing.err());
  }
}
