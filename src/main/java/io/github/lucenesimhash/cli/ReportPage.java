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
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** A run's groups as a page: all of them in its figures, the largest and most doubtful in full. */
final class ReportPage {

  private static final int SHOWN_GROUPS = 50; // of each kind
  private static final int SHOWN_PAIRS = 5; // of a group

  private final DocumentGroups groups;
  private final Summary summary;
  private final long[] distances = new long[Fingerprint.BITS + 1];
  private final long[] sizes = new long[Integer.SIZE];
  private final Set<Integer> shown = new TreeSet<>();

  ReportPage(DocumentGroups groups, Summary summary) {
    this.groups = groups;
    this.summary = summary;
    double[] doubts = new double[groups.groups.size()];
    for (int number = 0; number < doubts.length; number++) {
      Group group = groups.groups.get(number);
      sizes[Distribution.sizeClass(group.size())]++;
      for (int i = 0; i < group.size() - 1; i++) {
        distances[group.distance(i)]++;
        doubts[number] = Math.max(doubts[number], doubt(group, i));
      }
    }
    shown.addAll(first(SHOWN_GROUPS, doubts.length, number -> groups.groups.get(number).size()));
    shown.addAll(first(SHOWN_GROUPS, doubts.length, number -> doubts[number]));
  }

  /** Those of the highest rank among 0 to count - 1, the first of equal ones. */
  private static List<Integer> first(int limit, int count, IntToDoubleFunction rank) {
    return IntStream.range(0, count)
        .boxed()
        .sorted(Comparator.comparingDouble(number -> -rank.applyAsDouble(number)))
        .limit(limit)
        .toList();
  }

  /** How unlike a member is: the share of features not in common, then the distance. */
  private double doubt(Group group, int member) {
    double resemblance = groups.resemblance(group, member);
    double distance = group.distance(member) / (Fingerprint.BITS + 1.);
    return Double.isNaN(resemblance) ? distance : 1 - resemblance + distance / 1000;
  }

  void write(Appendable out) throws IOException {
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("documents", "documents", summary.documents()));
    figures.add(new Figure("groupCount", "groups", summary.groupCount()));
    figures.add(new Figure("duplicates", "duplicates", summary.duplicates()));
    figures.add(new Figure("kept", "left without them", summary.kept()));
    if (summary.minResemblance() != null) {
      figures.add(new Figure("removedPairs", "pairs removed as unlike", summary.removedPairs()));
    }
    figures.add(
        new Figure("withoutFingerprint", "too short to compare", summary.withoutFingerprint()));
    figures.add(new Figure("skipped", "skipped", summary.skipped().skipped()));
    HtmlReport report =
        new HtmlReport(
            how(),
            figures,
            Distribution.ofDistances(distances, groups.removed),
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
    Group group = groups.groups.get(number);
    int members = group.size() - 1;
    try {
      List<Pair> pairs = new ArrayList<>();
      for (int member : first(SHOWN_PAIRS, members, i -> doubt(group, i))) {
        double resemblance = groups.resemblance(group, member);
        pairs.add(new Pair(text(group.member(member)), group.distance(member), resemblance));
      }
      return new ReportGroup(
          text(group.kept()),
          group.size(),
          group.distance(members - 1),
          IntStream.range(0, members)
              .mapToDouble(member -> groups.resemblance(group, member))
              .min()
              .getAsDouble(),
          pairs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Text text(int document) throws IOException {
    return new Text(groups.documents.id(document), groups.documents.text(document));
  }
}
