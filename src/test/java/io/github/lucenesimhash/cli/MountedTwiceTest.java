package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.testing.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A folder and a mount of it are the input. Each run has mounts of its own, which end with it. */
class MountedTwiceTest extends ActionsTestCase {

  private static final String READY = "mounted\n";

  /** Runs a script, in which {@code dedup} is the command, once something is mounted. */
  private String mounted(String mount, String script) throws Exception {
    String java = "'" + String.join("' '", JavaCommand.of("256m", Main.class)) + "'";
    String dedup = "dedup() { " + java + " dedup \"$@\"; }\n";
    String all = "set -e; mkdir mount space\n" + mount + "echo " + READY + dedup + script;
    Path said = folder.resolve("said");
    try {
      Process process =
          new ProcessBuilder("unshare", "-m", "sh", "-c", all)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      assertTrue(process.waitFor(10, TimeUnit.MINUTES));
      String out = Files.readString(said);
      assumeTrue(out.contains(READY), out);
      return out;
    } catch (IOException e) {
      assumeTrue(false, "no unshare");
      throw e;
    }
  }

  /** It may show what it read before, once a file has gone from the upper folder. */
  @ParameterizedTest
  @CsvSource({"--delete --yes,deleted 0 files", "--move moved,moved 0 files; undo: undo moved"})
  void anOverlayAndItsUpperFolder(String act, String told) throws Exception {
    String mount =
        "mount -t tmpfs none space; mkdir space/upper space/work\n"
            + "mount -t overlay none mount"
            + " -o lowerdir=texts/sub,upperdir=space/upper,workdir=space/work\n";
    String script =
        "cp texts/f.txt space/upper; ls mount; cat mount/f.txt; echo\n"
            + "dedup mount space/upper %s; cat space/upper/f.txt";
    String out = mounted(mount, script.replace("%s", act));
    assertTrue(out.contains(told), out);
    String reason = "may be the kept file itself, seen by another mount of its folder\n";
    assertTrue(out.endsWith("left 1: each " + reason + content(texts).get("f.txt")), out);
  }

  @Test
  void aBindMount() throws Exception {
    Map<String, String> before = content(texts);
    String out = mounted("mount --bind texts mount\n", "dedup texts mount --delete --yes || true");
    assertTrue(out.contains("deleted 3 files\n"), out);
    before.keySet().removeAll(List.of("b.txt", "sub/c.txt", "e.txt"));
    assertEquals(before, content(texts));
  }
}
