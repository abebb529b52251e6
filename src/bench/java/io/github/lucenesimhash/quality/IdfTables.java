package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.IdfTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Writes the tables of inverse document frequencies of the command line, computed from the help
 * pages of LibreOffice in Debian.
 *
 * <p>{@code mvn -q test-compile exec:exec@bench -Dbench.args=idf-tables}
 */
@Command(name = "idf-tables", description = "Writes the IDF tables of the command line.")
public final class IdfTables implements Callable<Integer> {

  private static final int MIN_DOCUMENTS = 5;

  @Mixin private PackageCorpora packages;

  @Option(names = "--out", defaultValue = "src/main/resources/io/github/lucenesimhash/cli")
  private Path out;

  @Override
  public Integer call() throws IOException {
    write("libreoffice-help-zh-cn", FingerprintScheme.parse("zh"), out.resolve("idf-zh.tsv"));
    write("libreoffice-help-en-us", FingerprintScheme.parse("en"), out.resolve("idf-en.tsv"));
    return 0;
  }

  private void write(String debian, FingerprintScheme scheme, Path file) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(packages.debian(debian))) {
      for (Path page : files.filter(path -> path.toString().endsWith(".html")).toList()) {
        texts.add(PackageCorpora.text(Files.readString(page)));
      }
    }
    IdfTable.ofTexts(scheme, texts, MIN_DOCUMENTS)
        .write(
            file,
            "words of scheme "
                + scheme.id()
                + " in "
                + texts.size()
                + " pages of Debian's "
                + debian,
            "words of fewer than " + MIN_DOCUMENTS + " pages are left out",
            "written by mvn -q test-compile exec:exec@bench -Dbench.args=idf-tables");
  }
}
