package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.docs.Page;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The guide's program for Node.js, with the client from the npm registry: skipped where npm has not
 * or does not get it.
 */
class JavaScriptClientTest extends IndexTest {

  private static final String CLIENT = "@opensearch-project/opensearch@3.9.0";
  private static final Path GUIDE = Path.of("src/site/markdown/opensearch.md");

  @TempDir private Path folder;

  JavaScriptClientTest() {
    super(
        "/articles",
        1,
        """
        {"settings": {"number_of_replicas": 0}, "mappings": {"properties": {
            "near": {"type": "simhash"}, "body": {"type": "text", "copy_to": "near"}}}}
        """);
  }

  @Test
  void theProgramOfTheGuide() throws IOException, InterruptedException {
    String program = Page.read(GUIDE).blocks("js").getFirst().text();
    Files.writeString(
        folder.resolve("add.js"), program.replace("localhost:9200", "localhost:" + rest.port()));
    List<String> printed = new ArrayList<>();
    boolean isThere = run(printed, "npm", "install", "--no-audit", "--no-fund", "--silent", CLIENT);
    if (!isThere) {
      System.out.println("no npm, or no client to be had: its test is skipped");
    }
    assumeTrue(isThere, printed::toString);
    assertTrue(run(printed, "node", "add.js"), printed::toString);
    String last = printed.getLast();
    assertEquals("2 answered, 0 failed; then 2 left out", last, printed::toString);
    assertEquals(1, rest.get("/articles/_count").ok().get("count").asInt());
  }

  /** False if there is no such program, or it fails. */
  private boolean run(List<String> printed, String... command)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      printed.add(e.getMessage());
      return false;
    }
    boolean hasEnded = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly();
    printed.addAll(Files.readString(output, StandardCharsets.UTF_8).lines().toList());
    return hasEnded && process.exitValue() == 0;
  }
}
