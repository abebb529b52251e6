package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.evaluate.PlantedEdits;
import java.io.IOException;
import java.io.Writer;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** How many planted edits were found, as text or JSON. */
record PlantReport(
    List<PlantedEdits> results,
    Map<String, FingerprintScheme> schemes,
    int maxDistance,
    double minResemblance) {

  String text() {
    Formatter out = new Formatter(Locale.ROOT);
    out.format(
        "%d texts, each edited in every way: the share of copies found, by share of edited words\n",
        results.getFirst().rows().getFirst().texts());
    for (PlantedEdits result : results) {
      String scheme = "scheme " + Console.oneLine(result.scheme()) + ", within " + maxDistance;
      table(out, scheme, result, row -> row.recall(maxDistance));
      out.format(
          "  %d false pairs of %d (resemblance below .5): %.2f in a million\n",
          result.falsePairs().get(maxDistance),
          result.pairs(),
          result.falsePairsPerMillion(maxDistance));
      String verified = scheme + ", verified at " + minResemblance;
      table(out, verified, result, row -> row.verifiedRecall(maxDistance));
    }
    table(
        out,
        "mean resemblance of a text and its copy",
        results.getFirst(),
        PlantedEdits.Row::resemblance);
    return out.toString();
  }

  private static void table(
      Formatter out, String title, PlantedEdits result, ToDoubleFunction<PlantedEdits.Row> value) {
    out.format("\n%s\n%19s", title, "");
    for (int percent : PlantedEdits.PERCENTS) {
      out.format("%5d %%", percent);
    }
    for (PlantedEdits.Row row : result.rows()) {
      if (row.percent() == PlantedEdits.PERCENTS.getFirst()) {
        out.format("\n  %-17s", row.kind());
      }
      out.format("%7.3f", value.applyAsDouble(row));
    }
    out.format("\n");
  }

  void writeJson(Writer writer, Map<String, Long> skipped) throws IOException {
    try (JsonGenerator out = Json.generator(writer)) {
      out.writeStartObject();
      out.writeNumberField("texts", results.getFirst().rows().getFirst().texts());
      out.writeNumberField("minResemblance", minResemblance);
      out.writeNumberField("pairs", results.getFirst().pairs());
      out.writeArrayFieldStart("schemes");
      for (PlantedEdits result : results) {
        out.writeStartObject();
        out.writeStringField("scheme", result.scheme());
        out.writeStringField("id", schemes.get(result.scheme()).id());
        writeByDistance(out, "falsePairs", result.falsePairs());
        out.writeArrayFieldStart("edits");
        for (PlantedEdits.Row row : result.rows()) {
          out.writeStartObject();
          out.writeStringField("kind", row.kind().toString());
          out.writeNumberField("percent", row.percent());
          out.writeNumberField("resemblance", row.resemblance());
          writeByDistance(out, "found", row.found());
          writeByDistance(out, "verified", row.verified());
          out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
      }
      out.writeEndArray();
      Json.skipped(out, skipped);
      out.writeEndObject();
      out.writeRaw('\n');
    }
  }

  /** An array with the count within distance 0, 1, and so on. */
  private static void writeByDistance(JsonGenerator out, String name, List<Long> counts)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (long count : counts) {
      out.writeNumber(count);
    }
    out.writeEndArray();
  }
}
