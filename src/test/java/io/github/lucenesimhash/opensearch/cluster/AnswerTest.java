package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.Strings;

class AnswerTest {

  private static Answer answer(boolean errors, int count, String... items) {
    return new Answer()
        .put("errors", errors)
        .put("added", count)
        .put("near_duplicates", 10L * count)
        .put("held_back", 100 * count)
        .put("items", List.of(items));
  }

  /** Numbers are those of the request that the first answer is to. */
  @Test
  void whatWasLeftIsFilledIn() {
    Answer answer = answer(false, 1, "a", "b", "c").put("left", List.of(2, 0));
    assertEquals(List.of(2, 0), answer.takeNumbers("left"));
    assertEquals(List.of(), answer.takeNumbers("left"));
    answer.fill(List.of(2, 0), answer(false, 2, "C", "A"));
    assertEquals(
        "{\"errors\":false,\"added\":3,\"near_duplicates\":30,\"held_back\":300,"
            + "\"items\":[\"A\",\"b\",\"C\"]}",
        Strings.toString(XContentType.JSON, answer));
  }

  @Test
  void anErrorOfEitherIsOne() {
    for (boolean first : new boolean[] {false, true}) {
      for (boolean rest : new boolean[] {false, true}) {
        Answer answer = answer(first, 0, "a");
        answer.fill(List.of(0), answer(rest, 0, "b"));
        String shown = Strings.toString(XContentType.JSON, answer);
        assertEquals(first || rest, shown.startsWith("{\"errors\":true"), shown);
      }
    }
  }
}
