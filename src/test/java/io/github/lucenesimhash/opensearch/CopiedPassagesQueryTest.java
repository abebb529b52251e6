package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.opensearch.passages.CopiedPassagesQueryBuilder;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;

/** Tests parsing, rejecting, sending and printing the query of copied passages. */
class CopiedPassagesQueryTest {

  private static CopiedPassagesQueryBuilder query(String json) throws IOException {
    try (XContentParser parser =
        JsonXContent.jsonXContent.createParser(
            NamedXContentRegistry.EMPTY, DeprecationHandler.THROW_UNSUPPORTED_OPERATION, json)) {
      return CopiedPassagesQueryBuilder.SPEC.getParser().fromXContent(parser);
    }
  }

  private static String json(String more) {
    return "{\"field\": \"copied\", \"text\": \"late\"" + more + "}";
  }

  @Test
  void aQueryStays() throws IOException {
    List<String> options =
        List.of(
            "",
            ", \"at_least\": 26",
            ", \"at_most_in\": 1",
            ", \"ignore_unmapped\": true",
            ", \"boost\": 2, \"_name\": \"n\"");
    Set<CopiedPassagesQueryBuilder> queries = new HashSet<>();
    for (String option : options) {
      CopiedPassagesQueryBuilder query = query(json(option));
      BytesStreamOutput out = new BytesStreamOutput();
      query.writeTo(out);
      assertEquals(
          query, CopiedPassagesQueryBuilder.SPEC.getReader().read(out.bytes().streamInput()));
      assertEquals(query, query(Rest.json(query.toString()).get("copied_passages").toString()));
      queries.add(query);
    }
    assertEquals(options.size(), queries.size());
    assertEquals(query(json("")), query(json(", \"at_least\": 25")));
  }

  private static void refused(String json, String... reasons) {
    Exception refused = assertThrows(Exception.class, () -> query(json));
    String said = refused + " " + refused.getCause();
    assertTrue(Stream.of(reasons).allMatch(said::contains), said);
  }

  @Test
  void badValuesAreRefused() {
    refused("{\"text\": \"late\"}", "[copied_passages] query has no [field]");
    refused("{\"field\": \"copied\"}", "[copied_passages] query has no [text]");
    for (String words : List.of("24", "0", "-1")) {
      String json = json(", \"at_least\": " + words);
      refused(json, "field [copied] has at_least [" + words + "], expected 25 words or more");
    }
    for (String documents : List.of("0", "-5")) {
      String json = json(", \"at_most_in\": " + documents);
      refused(json, "field [copied] has at_most_in [" + documents + "], expected 1 document");
    }
    refused(json(", \"at_least\": \"many\""), "at_least", "many");
    refused(json(", \"words\": 30"), "unknown field [words]");
    String text = "a".repeat(10_000_001);
    refused(json("").replace("late", text), "[copied] has 10000001 characters, expected at most");
  }
}
