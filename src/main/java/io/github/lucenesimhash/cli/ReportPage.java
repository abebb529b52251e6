package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Results.Summary;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.report.HtmlReport;
import io.github.lucenesimhash.report.HtmlReport.Figure;
import io.github.lucenesimhash.report.HtmlReport.Note;
import io.github.lucenesimhash.report.ReportGroup;
import io.github.lucenesimhash.report.ReportGroup.Pair;
import io.github.lucenesimhash.report.ReportGroup.Text;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

/** Writes the groups of a run as an HTML page. */
final class ReportPage {

  private static final int TITLE_INPUTS = 3;

  /** The number of characters of texts on the page. Each pair has an equal share, within bounds. */
  private static final int PAGE_CHARACTERS = 1 << 26;

  private static final int LEAST_EXCERPT = 300;
  private static final int LONGEST_EXCERPT = 4000;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm xxx", Locale.ROOT);

  private final DocumentGroups groups;
  private final Summary summary;
  private final DedupCommand command;
  private final Path folder;

  /**
   * @param file the future path of the page
   */
  ReportPage(DocumentGroups groups, Summary summary, DedupCommand command, Path file) {
    this.groups = groups;
    this.summary = summary;
    this.command = command;
    folder = file.toAbsolutePath().getParent();
  }

  void write(Appendable out) throws IOException {
    int share = PAGE_CHARACTERS / (int) Math.max(1, summary.duplicates());
    HtmlReport report =
        new HtmlReport(
            title(), how(), notes(), figures(), Math.clamp(share, LEAST_EXCERPT, LONGEST_EXCERPT));
    int count = groups.groups.size();
    try {
      report.write(out, () -> IntStream.range(0, count).mapToObj(this::group).iterator());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private String title() {
    List<String> inputs = command.input.inputs;
    String rest =
        inputs.size() <= TITLE_INPUTS ? "" : " and " + (inputs.size() - TITLE_INPUTS) + " more";
    return "Near-duplicates in "
        + String.join(", ", inputs.subList(0, Math.min(TITLE_INPUTS, inputs.size())))
        + rest;
  }

  private String how() {
    String within = "Fingerprints differ in at most " + summary.maxDistance() + " bits; texts ";
    String compared =
        summary.minResemblance() != null
            ? "share " + summary.minResemblance() + " of their features or more" + orContained()
            : "are not compared.";
    return within + compared;
  }

  private String orContained() {
    return summary.minContained() == null
        ? "."
        : ", or " + summary.minContained() + " of one text is in the kept text.";
  }

  private List<Note> notes() {
    return List.of(
        new Note("Input", String.join(" ", command.input.inputs)),
        new Note("Scheme", summary.scheme()),
        new Note("Made", ZonedDateTime.now(ZoneId.systemDefault()).format(DATE)));
  }

  private List<Figure> figures() {
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
    return figures;
  }

  private ReportGroup group(int number) {
    Group group = groups.groups.get(number);
    return new ReportGroup(
        number + 1,
        text(group.kept(), false),
        () -> IntStream.range(0, group.size() - 1).mapToObj(i -> pair(group, i)).iterator());
  }

  private Pair pair(Group group, int i) {
    return new Pair(
        text(group.member(i), command.takesAway()),
        group.distance(i),
        groups.resemblance(group, i),
        groups.contained(group, i));
  }

  private Text text(int document, boolean goes) {
    try {
      return new Text(
          groups.documents.id(document),
          groups.documents.text(document),
          goes ? null : link(groups.documents.file(document)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns a link to a file, or null if the file is null. The link is relative if possible, so
   * that page and documents can be moved together.
   */
  private String link(Path file) {
    if (file == null) {
      return null;
    }
    Path absolute = file.toAbsolutePath();
    if (!Objects.equals(absolute.getRoot(), folder.getRoot())) {
      return absolute.toUri().toString();
    }
    String path = folder.relativize(absolute).toString().replace(File.separatorChar, '/');
    try {
      return new URI(null, null, "./" + path, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new AssertionError("any path is one of a URI", e);
    }
  }
}
