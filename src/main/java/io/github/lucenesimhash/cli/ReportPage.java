package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Results.Summary;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.report.Distribution;
import io.github.lucenesimhash.report.HtmlReport;
import io.github.lucenesimhash.report.HtmlReport.Figure;
import io.github.lucenesimhash.report.ReportGroup;
import io.github.lucenesimhash.report.ReportGroup.Pair;
import io.github.lucenesimhash.report.ReportGroup.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A run's groups as a page: all of them in its figures, the largest and most doubtful in full. */
final class ReportPage {

  /** Groups shown of each kind. */
  private static final int SHOWN_GROUPS = 50;

  /** Pairs shown of a group. */
  private static final int SHOWN_PAIRS = 5;

  /** A group by number; doubt is the more, the less alike its least alike member is. */
  private record Standing(int number, int size, double doubt) {
    static final Comparator<Standing> LARGEST =
        Comparator.comparingInt(Standing::size).thenComparing(Standing::number, (a, b) -> b - a);
    static final Comparator<Standing> MOST_DOUBTFUL =
        Comparator.comparingDouble(Standing::doubt)
            .thenComparing(Standing::number, (a, b) -> b - a);
  }

  private final DocumentGroups groups;
  private final Summary summary;
  private final long[] distances = new long[Fingerprint.BITS + 1];
  private final long[] sizes = new long[Integer.SIZE];
  private final TreeSet<Integer> shown = new TreeSet<>();

  ReportPage(DocumentGroups groups, Summary summary) {
    this.groups = groups;
    this.summary = summary;
    PriorityQueue<Standing> largest = new PriorityQueue<>(Standing.LARGEST);
    PriorityQueue<Standing> mostDoubtful = new PriorityQueue<>(Standing.MOST_DOUBTFUL);
    int number = 0;
    for (Group group : groups.groups()) {
      sizes[Distribution.sizeClass(group.size())]++;
      double doubt = 0;
      for (int i = 0; i < group.size() - 1; i++) {
        distances[group.distance(i)]++;
        doubt = Math.max(doubt, doubt(group, i));
      }
      Standing standing = new Standing(number++, group.size(), doubt);
      keepBest(largest, standing);
      keepBest(mostDoubtful, standing);
    }
    largest.forEach(standing -> shown.add(standing.number()));
    mostDoubtful.forEach(standing -> shown.add(standing.number()));
  }

  private static void keepBest(PriorityQueue<Standing> best, Standing standing) {
    best.add(standing);
    if (best.size() > SHOWN_GROUPS) {
      best.remove();
    }
  }

  /** How unlike a member is: the share of features not in common, then the distance. */
  private double doubt(Group group, int member) {
    double resemblance = groups.resemblance(group, member);
    double distance = group.distance(member) / (Fingerprint.BITS + 1.);
    return Double.isNaN(resemblance) ? distance : 1 - resemblance + distance / 1000;
  }

  void write(Appendable out) throws IOException {
    List<Figure> figures = new ArrayList<>();
    figures.add(Figure.of("documents", "documents", summary.documents()));
    figures.add(Figure.of("clusterCount", "groups", summary.clusterCount()));
    figures.add(Figure.of("duplicates", "duplicates", summary.duplicates()));
    figures.add(Figure.of("kept", "left without them", summary.kept()));
    if (summary.minResemblance() != null) {
      figures.add(Figure.of("removedPairs", "pairs removed as unlike", summary.removedPairs()));
    }
    figures.add(
        Figure.of("withoutFingerprint", "too short to compare", summary.withoutFingerprint()));
    figures.add(Figure.of("skipped", "skipped", summary.skipped()));
    HtmlReport report =
        new HtmlReport(
            "Near-duplicates",
            how(),
            figures,
            Distribution.ofDistances(distances, groups.removed()),
            Distribution.ofSizes(sizes));
    try {
      report.write(out, () -> shown.stream().map(this::group).iterator());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private String how() {
    String within =
        "Fingerprints within " + summary.maxDistance() + " of 64 bits, scheme " + summary.scheme();
    return summary.minResemblance() != null
        ? within + "; texts that share " + summary.minResemblance() + " of their features or more."
        : within + "; texts not compared.";
  }

  private ReportGroup group(int number) {
    Group group = groups.groups().get(number);
    try {
      int farthest = 0;
      double leastAlike = Double.NaN;
      for (int i = 0; i < group.size() - 1; i++) {
        farthest = Math.max(farthest, group.distance(i));
        double resemblance = groups.resemblance(group, i);
        leastAlike = Double.isNaN(leastAlike) ? resemblance : Math.min(leastAlike, resemblance);
      }
      List<Integer> members =
          IntStream.range(0, group.size() - 1)
              .boxed()
              .sorted(Comparator.comparingDouble(member -> -doubt(group, member)))
              .limit(SHOWN_PAIRS)
              .toList();
      List<Pair> pairs = new ArrayList<>();
      for (int member : members) {
        pairs.add(
            new Pair(
                text(group.member(member)),
                group.distance(member),
                groups.resemblance(group, member)));
      }
      return new ReportGroup(text(group.kept()), group.size(), farthest, leastAlike, pairs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Text text(int entry) throws IOException {
    return new Text(groups.id(entry), groups.text(entry));
  }
}
