package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Tests that the packaged zip has the plugin and its licence, and nothing that the server has. */
class PluginZipTest {

  @Test
  void hasLicenceNoticeAndOwnJars() throws IOException {
    String zip = System.getProperty("simhash.plugin.zip");
    Assumptions.assumeTrue(zip != null, "needs the packaged plugin: mvn verify");
    try (FileSystem files = FileSystems.newFileSystem(Path.of(zip));
        Stream<Path> entries = Files.list(files.getPath("/"))) {
      Path own = Path.of("src/main/resources/META-INF");
      for (String name : List.of("LICENSE", "NOTICE")) {
        assertEquals(
            Files.readString(own.resolve(name)), Files.readString(files.getPath(name + ".txt")));
      }
      List<String> names =
          entries
              .map(entry -> entry.getFileName().toString().replaceAll("-[0-9.]+(?=[.-])", ""))
              .sorted()
              .toList();
      assertEquals(
          List.of(
              "LICENSE.txt",
              "NOTICE.txt",
              "lucene-analysis-smartcn.jar",
              "lucene-simhash-opensearch.jar",
              "lucene-simhash.jar",
              "plugin-descriptor.properties"),
          names);
      assertTrue(
          Files.readString(files.getPath("plugin-descriptor.properties")).contains("name=simhash"));
    }
  }
}
