package io.github.lucenesimhash.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pictures of the benchmarks page show its tables. */
class PagePlotsTest {

  @Test
  void picturesAreThoseOfTheTables() throws IOException {
    String page = Files.readString(PagePlots.PAGE);
    for (Map.Entry<String, String> plot : PagePlots.plots(page).entrySet()) {
      assertTrue(page.contains("(../resources/images/" + plot.getKey() + ")"), plot.getKey());
      assertEquals(
          Files.readString(PagePlots.IMAGES.resolve(plot.getKey())),
          plot.getValue(),
          "-Dbench.args=plots draws " + plot.getKey() + " again");
    }
  }

  @Test
  void otherFiguresAreOtherPictures() throws IOException {
    String page = Files.readString(PagePlots.PAGE);
    assertEquals(
        List.of("standard", "0.999"), PageText.cells(page, "schemes").get(1).subList(0, 2));
    String other = page.replace("| standard | 0.999", "| standard | 0.222");
    Map<String, String> plots = PagePlots.plots(page);
    assertEquals(plots.get("speed.svg"), PagePlots.plots(other).get("speed.svg"));
    assertNotEquals(plots.get("quality.svg"), PagePlots.plots(other).get("quality.svg"));
  }
}
