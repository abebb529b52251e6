package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Cluster.Member;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** A line for each duplicate: the kept document, the duplicate, distance, resemblance if known. */
record DedupTsv(Writer writer) implements DedupReport {

  @Override
  public void start() {}

  @Override
  public void accept(Cluster cluster) throws IOException {
    String kept = Console.oneLine(cluster.kept());
    for (Member member : cluster.members()) {
      writer.write(kept + "\t" + Console.oneLine(member.id()) + "\t" + member.distance());
      writer.write(
          Double.isNaN(member.resemblance())
              ? "\n"
              : String.format(Locale.ROOT, "\t%.4f\n", member.resemblance()));
    }
  }

  @Override
  public void finish(Summary summary, Truth truth) {}
}
