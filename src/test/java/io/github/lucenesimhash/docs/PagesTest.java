package io.github.lucenesimhash.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.SchemeOption;
import io.github.lucenesimhash.docs.Page.Block;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the links and blocks of the README and the guides, and what they repeat of other files. */
class PagesTest {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]*)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern ARTIFACT =
      Pattern.compile("lucene-simhash-(\\d[\\w.]*(?:-SNAPSHOT)?)");

  /** A time, or a precision, recall or F1. */
  private static final Pattern MEASURED =
      Pattern.compile(
          "\\d ?(us|ms|microseconds|milliseconds|seconds)\\b|(?<!\\d)[01]?\\.\\d{3}\\b");

  @Test
  void readmeIsShort() throws IOException {
    long lines = Page.read(Page.README).text().lines().count();
    assertTrue(lines <= 150, lines + " lines, expected 150 at most");
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    int links = 0;
    List<String> broken = new ArrayList<>();
    List<Page> pages = new ArrayList<>(Page.all());
    pages.addAll(Page.in(Path.of(".github")));
    for (Page page : pages) {
      for (Matcher link = LINK.matcher(page.prose()); link.find(); links++) {
        String[] target = link.group(1).split("#", 2);
        Path file =
            target[0].isEmpty()
                ? page.file()
                : page.file().toAbsolutePath().resolveSibling(target[0]).normalize();
        if (!target[0].startsWith("https://")
            && !(Files.exists(file) && (target.length == 1 || anchors(file).contains(target[1])))) {
          broken.add(page.file() + ": " + link.group(1));
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue(links > 20, links + " links");
  }

  /** Returns the anchors that GitHub makes of headings. */
  private static Set<String> anchors(Path file) throws IOException {
    Set<String> anchors = new HashSet<>();
    for (Matcher heading = HEADING.matcher(Page.read(file).prose()); heading.find(); ) {
      anchors.add(
          heading
              .group(1)
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N} _-]", "")
              .replace(' ', '-'));
    }
    return anchors;
  }

  @Test
  void readmeLinksEveryGuide() throws IOException {
    String readme = Page.read(Page.README).text();
    for (Page page : Page.all()) {
      String link = "](" + page.file() + ")";
      assertTrue(page.file().equals(Page.README) || readme.contains(link), link);
    }
  }

  @Test
  void readmeRepeatsRowsOfTheBenchmarks() throws IOException {
    List<String> measured =
        Files.readAllLines(Page.GUIDES.resolve("benchmarks.md")).stream()
            .filter(line -> line.startsWith("|"))
            .toList();
    List<String> rows =
        Page.read(Page.README).text().lines().filter(line -> line.startsWith("|")).toList();
    assertTrue(rows.size() > 8, rows.toString());
    for (String row : rows) {
      assertTrue(measured.contains(row), row);
    }
  }

  @Test
  void measuredFiguresStandOnTheBenchmarksOnly() throws IOException {
    for (Page page : Page.all()) {
      String prose = page.prose().replaceAll("(?m)^\\|.*$", "");
      assertEquals(page.file().endsWith("benchmarks.md"), MEASURED.matcher(prose).find(), prose);
    }
  }

  @Test
  void choosingNamesEveryOptionOfAScheme() throws IOException {
    String text = Page.read(Page.GUIDES.resolve("choosing.md")).text();
    for (SchemeOption option : SchemeOption.values()) {
      boolean isName = option == SchemeOption.SCHEME || option == SchemeOption.ANALYZER;
      assertTrue(isName || text.contains("`" + option + "`"), option.toString());
    }
  }

  @Test
  void coordinatesAreThoseOfThePom() throws IOException {
    int dependencies = 0;
    for (Page page : Page.all()) {
      for (Block block : page.blocks("xml")) {
        String own = block.text().replaceAll(">\\s+<", "><");
        assertTrue(own.contains(Pom.coordinates().replaceAll(">\\s+<", "><")), own);
        dependencies++;
      }
      for (Matcher artifact = ARTIFACT.matcher(page.text()); artifact.find(); ) {
        assertEquals(Pom.version(), artifact.group(1), page.file().toString());
      }
    }
    assertEquals(1, dependencies);
  }

  /** Listed tests exist; a renamed test would run in each build again, or on one version only. */
  @Test
  void listedTestsAreThere() throws IOException {
    Path tests = Path.of("src/test/java");
    List<Path> all;
    try (Stream<Path> files = Files.walk(tests)) {
      all = files.map(tests::relativize).toList();
    }
    int patterns = 0;
    for (String list : List.of("nightly", "oldest")) {
      for (String line : Files.readAllLines(Path.of("src/test/" + list + ".txt"))) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          PathMatcher pattern = FileSystems.getDefault().getPathMatcher("glob:" + line);
          assertTrue(all.stream().anyMatch(pattern::matches), list + ": " + line);
          patterns++;
        }
      }
    }
    assertTrue(patterns > 0);
  }

  @Test
  void everyBlockIsOfAKindThatIsChecked() throws IOException {
    for (Page page : Page.all()) {
      for (Block block : page.blocks()) {
        assertTrue(
            Set.of("java", "sh", "js", "python", "xml", "text").contains(block.language()),
            page.file() + ": " + block);
        boolean isCommand = block.text().matches("(?s)(.*\n)?\\s*(java|mvn|curl|git|bin/\\S+) .*");
        assertFalse(block.language().equals("text") && isCommand, page.file() + ": " + block);
      }
      assertFalse(page.prose().contains("```"), page.file() + " has a block that does not close");
    }
  }
}
