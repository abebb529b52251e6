package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Cluster.Member;
import io.github.lucenesimhash.cli.PairScores.Score;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** Clusters as lines: the kept document, its duplicates indented below with their distances. */
record DedupText(Writer writer) implements DedupReport {

  @Override
  public void start() {}

  @Override
  public void accept(Cluster cluster) throws IOException {
    writer.write(Console.oneLine(cluster.kept()) + "\n");
    for (Member member : cluster.members()) {
      writer.write(
          String.format(
              Locale.ROOT, "  %2d  %s\n", member.distance(), Console.oneLine(member.id())));
    }
  }

  @Override
  public void finish(Summary summary, Truth truth) throws IOException {
    writer.write(summary + "\n");
    if (summary.minResemblance() > 0) {
      writer.write(
          String.format(
              Locale.ROOT,
              "verification: %d of %d candidate pairs removed, resemblance below %s\n",
              summary.removedPairs(),
              summary.comparedPairs(),
              summary.minResemblance()));
    }
    if (truth != null) {
      write(truth.chosen(), "");
      if (truth.verified() != null) {
        write(truth.verified(), ", verified");
      }
      writer.write("distance  precision  recall      F1  false pairs\n");
      for (Score score : truth.table()) {
        writer.write(
            String.format(
                Locale.ROOT,
                "%8d  %9s  %6s  %6s  %11d\n",
                score.distance(),
                ratio(score.precision()),
                ratio(score.recall()),
                ratio(score.f1()),
                score.falsePairs()));
      }
    }
  }

  private void write(Score score, String how) throws IOException {
    writer.write(
        String.format(
            Locale.ROOT,
            "precision %s, recall %s, F1 %s within distance %d%s,"
                + " %d true pairs, %d false pairs found\n",
            ratio(score.precision()),
            ratio(score.recall()),
            ratio(score.f1()),
            score.distance(),
            how,
            score.truePairs(),
            score.falsePairs()));
  }

  private static String ratio(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }
}
