package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.IdfTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes the tables of inverse document frequencies that the command line brings along, from the
 * pages of LibreOffice's help, fetched from Debian.
 *
 * <p>{@code mvn -q test-compile exec:exec@idf-tables}
 */
public final class IdfTables {

  private static final int MIN_DOCUMENTS = 5;

  private IdfTables() {}

  /**
   * Runs it.
   *
   * @param args folder of the packages, folder to write to
   */
  public static void main(String[] args) throws IOException {
    PackageCorpora packages = new PackageCorpora(Path.of(args[0]));
    Path out = Path.of(args[1]);
    write(
        packages, "libreoffice-help-zh-cn", FingerprintScheme.chinese(), out.resolve("idf-zh.tsv"));
    write(
        packages, "libreoffice-help-en-us", FingerprintScheme.english(), out.resolve("idf-en.tsv"));
  }

  private static void write(
      PackageCorpora packages, String debian, FingerprintScheme scheme, Path file)
      throws IOException {
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
            "written by mvn -q test-compile exec:exec@idf-tables");
  }
}
