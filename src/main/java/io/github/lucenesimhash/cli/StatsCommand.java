package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.cli.IndexStats.Block;
import io.github.lucenesimhash.cli.IndexStats.Value;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints figures of an index. */
@Command(
    name = "stats",
    description = {
      "Prints figures of an index: documents, fingerprints, the most frequent values of each of"
          + " the four 16-bit blocks, and how many fingerprints have how many bits set."
    })
final class StatsCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private IndexOption where;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  StatsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    IndexStats stats;
    try (StoredIndex index = StoredIndex.open(where.folder)) {
      stats = IndexStats.of(index);
    }
    Writer writer = console.writer();
    if (json) {
      writeJson(stats, writer);
    } else {
      writeText(stats, writer);
    }
    writer.flush();
    return 0;
  }

  private static void writeText(IndexStats stats, Writer writer) throws IOException {
    line(writer, "scheme", stats.schemeId());
    line(writer, "documents", stats.documents());
    line(writer, "deleted", stats.deleted());
    line(writer, "bytes", stats.bytes());
    line(writer, "fingerprints", stats.fingerprints());
    line(writer, "distinct", stats.distinct());
    for (Block block : stats.blocks()) {
      StringBuilder hottest = new StringBuilder();
      for (Value value : block.hottest()) {
        hottest.append(' ').append(value.hex()).append(':').append(value.documents());
      }
      line(writer, "block " + block.number(), block.distinct() + " distinct, hottest" + hottest);
    }
    StringBuilder popcounts = new StringBuilder();
    for (int bits = 0; bits < stats.popcounts().size(); bits++) {
      if (stats.popcounts().get(bits) > 0) {
        popcounts.append(' ').append(bits).append(':').append(stats.popcounts().get(bits));
      }
    }
    line(writer, "bits set", popcounts.toString().strip());
  }

  private static void line(Writer writer, String name, Object value) throws IOException {
    writer.write(String.format(Locale.ROOT, "%-12s  %s\n", name, value));
  }

  private static void writeJson(IndexStats stats, Writer writer) throws IOException {
    try (JsonGenerator out = Json.generator(writer)) {
      out.writeStartObject();
      out.writeStringField("scheme", stats.schemeId());
      out.writeNumberField("documents", stats.documents());
      out.writeNumberField("deleted", stats.deleted());
      out.writeNumberField("bytes", stats.bytes());
      out.writeNumberField("fingerprints", stats.fingerprints());
      out.writeNumberField("distinctFingerprints", stats.distinct());
      out.writeArrayFieldStart("blocks");
      for (Block block : stats.blocks()) {
        out.writeStartObject();
        out.writeNumberField("block", block.number());
        out.writeNumberField("distinct", block.distinct());
        out.writeArrayFieldStart("hottest");
        for (Value value : block.hottest()) {
          out.writeStartObject();
          out.writeStringField("value", value.hex());
          out.writeNumberField("documents", value.documents());
          out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeArrayFieldStart("popcounts");
      for (int count : stats.popcounts()) {
        out.writeNumber(count);
      }
      out.writeEndArray();
      out.writeEndObject();
      out.writeRaw('\n');
    }
  }
}
