package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that new documents are compared with an index of old ones. */
class AgainstIndexTest {

  @TempDir private Path folder;

  @Test
  void movesWhatAnIndexHasTheTextOf() throws IOException {
    List<Path> folders = AgainstTest.folders(folder);
    Path added = folders.get(1);
    Path index = folder.resolve("index");
    Path bare = folder.resolve("bare");
    Path moved = folder.resolve("moved");
    run("index", index, folders.get(0), "--store-text").fine();
    run("index", bare, folders.get(0)).fine();
    CommandLineRun run = run("dedup", added, "--against", bare, "--verify=0").fine();
    assertTrue(run.out().startsWith(bare + "/a.txt\n   0  b.txt\n"), run.out());
    run = run("dedup", added, "--against", index, "--move", moved).fine();
    assertTrue(run.out().contains("\nmoved 2 files; "), run.out());
    assertTrue(Files.notExists(added.resolve("b.txt")));
  }

  @Test
  void theIndexSaysWhichScheme() throws IOException {
    List<Path> folders = AgainstTest.folders(folder);
    Path index = folder.resolve("index");
    run("index", index, folders.get(0), "--store-text", "--scheme", "en").fine();
    JsonNode json = run("dedup", folders.get(1), "--against", index, "--json").fine().json();
    assertEquals(FingerprintScheme.parse("en").id(), json.get("scheme").textValue());
    assertEquals(2, json.get("duplicates").intValue());
    CommandLineRun other = run("dedup", folders.get(1), "--against", index, "--scheme", "char");
    assertEquals(2, other.exitCode(), other.err());
  }
}
