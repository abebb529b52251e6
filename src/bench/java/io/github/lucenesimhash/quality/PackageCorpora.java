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
 * Documents from Debian's and npm's packages, fetched by their own clients on first use. A machine
 * without the client or the network gets an IOException that says which command failed.
 */
final class PackageCorpora {

  private static final List<String> ARCHITECTURES =
      List.of("amd64", "arm64", "armel", "armhf", "i386", "mips64el", "mipsel", "ppc64el", "s390x");

  /** The definition of a macro, a line that is a comment, or the first word of another request. */
  private static final Pattern REQUEST =
      Pattern.compile("(?m)^\\.\\s*de1?\\s(?s:.*?)^\\.\\..*$|^['.]\\s*(\\\\\".*|\\S*)");

  /** Comments, fonts, sizes and characters by name; else the backslash, or what has no width. */
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

  /** The pages of Debian's installation guide for nine architectures, as text. */
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

  /** Manual pages in Chinese of both scripts, full of English names and commands, as text. */
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

  /** Without comments, requests and escapes of troff; what a request is given is text. */
  private static String manualText(String troff) {
    String lines = REQUEST.matcher(troff).replaceAll("");
    return ESCAPE.matcher(lines).replaceAll("").replaceAll("\\s*\n\\s*", "\n").strip();
  }

  /** The full texts of the licences that SPDX lists. */
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

  /** The folder with the files of a package of Debian. */
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
