package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.plugins.PluginsService;

/** A node loads the zip of its own version; of another one it says which two do not fit. */
class PluginVersionTest {

  private static final String DESCRIPTOR = "plugin-descriptor.properties";

  @Test
  void anotherVersionIsRefused(@TempDir Path home) throws IOException {
    String zip = System.getProperty("simhash.plugin.zip");
    Assumptions.assumeTrue(zip != null, "needs the packaged plugin: mvn verify");
    String descriptor;
    try (FileSystem files = FileSystems.newFileSystem(Path.of(zip))) {
      descriptor = Files.readString(files.getPath(DESCRIPTOR), StandardCharsets.ISO_8859_1);
    }
    String built = "opensearch.version=" + Version.CURRENT;
    assertTrue(descriptor.contains(built), descriptor);
    Path plugin = Files.createDirectories(home.resolve("plugins/simhash"));
    Files.writeString(
        plugin.resolve(DESCRIPTOR), descriptor.replace(built, "opensearch.version=3.7.0"));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> load(home));
    assertEquals(
        "Plugin [simhash] was built for OpenSearch version 3.7.0 but version "
            + Version.CURRENT
            + " is running",
        refusal.getMessage());
  }

  private static void load(Path home) {
    Settings settings = Settings.builder().put("path.home", home).build();
    Object loaded = new PluginsService(settings, null, home.resolve("plugins"), List.of());
    throw new AssertionError(loaded + " was loaded");
  }
}
