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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.plugins.PluginsService;

/** Tests that a node loads the zip if its version is in the range, and else gives the reason. */
class PluginVersionTest {

  private static final String DESCRIPTOR = "plugin-descriptor.properties";

  private @TempDir Path home;
  private Path plugin;
  private String descriptor;

  @BeforeEach
  void read() throws IOException {
    String zip = System.getProperty("simhash.plugin.zip");
    Assumptions.assumeTrue(zip != null, "needs the packaged plugin: mvn verify");
    try (FileSystem files = FileSystems.newFileSystem(Path.of(zip))) {
      descriptor = Files.readString(files.getPath(DESCRIPTOR), StandardCharsets.ISO_8859_1);
    }
    plugin = Files.createDirectories(home.resolve("plugins/simhash"));
  }

  private PluginInfo info() throws IOException {
    Files.writeString(plugin.resolve(DESCRIPTOR), descriptor);
    return PluginInfo.readFromProperties(plugin);
  }

  /** The tests run on the OpenSearch version that the build names, which is one of several. */
  @Test
  void isTheVersionThatTheBuildSays() {
    String expected = System.getProperty("opensearch.expected");
    Assumptions.assumeTrue(expected != null, "run by Maven");
    assertEquals(expected, Version.CURRENT.toString());
  }

  @Test
  void takesThreeSixAndWhatFollows() throws IOException {
    var range = info().getOpenSearchVersionRanges().get(0);
    for (String version : List.of("3.6.0", "3.7.1", "3.8.0", "3.9.0", "3.10.0", "3.99.9")) {
      assertTrue(range.isSatisfiedBy(version), version);
    }
    for (String version : List.of("2.19.4", "3.5.9", "4.0.0")) {
      assertTrue(!range.isSatisfiedBy(version), version);
    }
    assertTrue(range.isSatisfiedBy(Version.CURRENT));
  }

  @Test
  void anotherVersionIsRefused() throws IOException {
    String old = descriptor.replace("^3.6.0", "~3.5.0");
    assertTrue(!old.equals(descriptor), descriptor);
    descriptor = old;
    info();
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, this::load);
    assertEquals(
        "Plugin [simhash] was built for OpenSearch version ~3.5.0 but version "
            + Version.CURRENT
            + " is running",
        refusal.getMessage());
  }

  /** Loads the plugin with the class path of a server, which a node checks too. */
  private void load() throws IOException {
    String own = System.setProperty("java.class.path", Release.own().classPath());
    try {
      loadHere();
    } finally {
      System.setProperty("java.class.path", own);
    }
  }

  private void loadHere() {
    Settings settings = Settings.builder().put("path.home", home).build();
    Object loaded = new PluginsService(settings, null, home.resolve("plugins"), List.of());
    throw new AssertionError(loaded + " was loaded");
  }
}
