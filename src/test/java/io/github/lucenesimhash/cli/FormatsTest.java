package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.corpus.CorpusFiles;
import io.github.lucenesimhash.corpus.Format;
import io.github.lucenesimhash.corpus.Packing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that groups do not depend on the format, packing and encoding of the texts. */
class FormatsTest {

  private static final Charset GB18030 = Charset.forName("GB18030");
  private static final List<Packing> PACKINGS = List.of(Packing.NONE, Packing.GZIP, Packing.ZSTD);

  @TempDir private static Path shared;
  private static List<String> texts;
  private static List<List<String>> expected;

  @TempDir private Path folder;

  @BeforeAll
  static void groupLines() throws IOException {
    texts = CorpusFiles.texts(300);
    Path file = CorpusFiles.write(texts, shared, Format.TSV, Packing.NONE, StandardCharsets.UTF_8);
    expected = groups(run("dedup", file, "--json").fine());
    assertTrue(expected.size() > 50, expected.size() + " groups");
  }

  /** Returns the ids of each group, the kept one first, without the extensions of file names. */
  private static List<List<String>> groups(CommandLineRun run) throws IOException {
    List<List<String>> groups = new ArrayList<>();
    for (JsonNode group : run.json().get("groups")) {
      List<String> ids = new ArrayList<>(List.of(group.get("kept").asText()));
      group.get("members").forEach(member -> ids.add(member.get("id").asText()));
      ids.replaceAll(id -> id.replaceFirst("\\..*", ""));
      groups.add(ids);
    }
    return groups;
  }

  static Stream<Arguments> formatsAndPackings() {
    return CorpusFiles.formats().stream()
        .flatMap(format -> PACKINGS.stream().map(packing -> Arguments.of(format, packing)));
  }

  @ParameterizedTest
  @MethodSource("formatsAndPackings")
  void formatsMakeTheSameGroups(Format format, Packing packing) throws IOException {
    Path input = CorpusFiles.write(texts, folder, format, packing, StandardCharsets.UTF_8);
    CommandLineRun run = run("dedup", input, "--json", "--id-field", "meta.id");
    assertEquals(expected, groups(run.fine()));
    if (format.isRecords() && format != Format.PARQUET) {
      CommandLineRun piped =
          runWith(
              Files.readAllBytes(input),
              "--json",
              "--id-field",
              "meta.id",
              "--format",
              "" + format);
      assertEquals(expected, groups(piped.fine()));
    }
  }

  /** Values may be separated by other marks, as in spreadsheets; the first line shows the mark. */
  @ParameterizedTest
  @ValueSource(strings = {";", "\t"})
  void valuesMayStandApartByOtherMarks(String mark) throws IOException {
    StringBuilder file = new StringBuilder("more,%meta.id%\"text\"\r\n".replace("%", mark));
    StringBuilder clean = new StringBuilder(file);
    List<String> duplicates = new ArrayList<>();
    expected.forEach(group -> duplicates.addAll(group.subList(1, group.size())));
    for (int i = 0; i < texts.size(); i++) {
      String value = texts.get(i).replace("\"", "\"\"");
      String row = "\"a,%\n" + mark + "b\"" + mark + CorpusFiles.id(i) + mark;
      row += "\"" + value + "\"\r\n";
      file.append(row);
      clean.append(duplicates.contains(CorpusFiles.id(i)) ? "" : row);
    }
    Path input = Files.writeString(folder.resolve("corpus.csv"), file);
    Path cleaned = folder.resolve("clean.csv");
    String[] id = {"--id-field", "meta.id"};
    CommandLineRun run = run("dedup", input, "--json", id, "--write-clean", cleaned);
    assertEquals(expected, groups(run.fine()));
    assertEquals(clean.toString(), Files.readString(cleaned));
    byte[] bytes = Files.readAllBytes(input);
    assertEquals(expected, groups(runWith(bytes, "--json", id, "--format", "csv").fine()));
    Path comma = Files.writeString(folder.resolve("comma.csv"), "id,text\n1,one\n");
    Path other = Files.writeString(folder.resolve("other.csv"), "id" + mark + "text\n2;two\n");
    CommandLineRun both = run("dedup", comma, other, "--write-clean", folder.resolve("b.csv"));
    assertEquals(2, both.exitCode(), both.err());
    assertTrue(both.err().contains("can only be written from one .csv file"), both.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "tsv", "jsonl"})
  void standardInputBecomesAFileOfItsFormat(String format) throws IOException {
    String head = format.equals("csv") ? "id,text\n" : "";
    String row =
        switch (format) {
          case "csv" -> "%s,one text of words\n";
          case "tsv" -> "%s\tone text of words\n";
          default -> "{\"id\":\"%s\",\"text\":\"one text of words\"}\n";
        };
    byte[] in =
        (head + String.format(Locale.ROOT, row, 1) + String.format(Locale.ROOT, row, 2))
            .getBytes(StandardCharsets.UTF_8);
    Path clean = folder.resolve("clean." + format);
    runWith(in, "--format", format, "--write-clean", clean).fine();
    assertEquals(head + String.format(Locale.ROOT, row, 1), Files.readString(clean));
    Path other = folder.resolve("clean." + (format.equals("csv") ? "tsv" : "csv"));
    CommandLineRun refused = runWith(in, "--format", format, "--write-clean", other);
    assertEquals(2, refused.exitCode());
    assertTrue(refused.err().contains("' can only be written from one ."), refused.err());
    assertTrue(Files.notExists(other));
  }

  private static CommandLineRun runWith(byte[] standardInput, Object... options) {
    InputStream in =
        new ByteArrayInputStream(standardInput) {
          @Override
          public synchronized int available() {
            return 0; // like a pipe
          }
        };
    return run(in, new ByteArrayOutputStream(), "dedup", "-", options);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PARQUET", "FINGERPRINTS"})
  void encodingsMakeTheSameGroups(Format format) throws IOException {
    List<String> marked = new ArrayList<>(texts);
    if (!format.isRecords()) {
      marked.replaceAll(text -> "\uFEFF" + text);
    }
    for (Charset charset : List.of(StandardCharsets.UTF_16LE, GB18030)) {
      Path place = Files.createDirectory(folder.resolve(charset.name()));
      boolean isWide = !charset.equals(GB18030);
      Path input = CorpusFiles.write(isWide ? marked : texts, place, format, Packing.GZIP, charset);
      CommandLineRun run = run("dedup", input, "--json", "--id-field", "meta.id");
      assertEquals(0, run.exitCode(), run.err());
      assertTrue(run.err().contains(" as " + charset), run.err());
      if (isWide || format.isRecords()) { // a single text may be too short to tell
        assertEquals(expected, groups(run), format + " in " + charset);
      }
      CommandLineRun named =
          run("dedup", input, "--json", "--id-field", "meta.id", "--encoding", charset).fine();
      assertEquals(expected, groups(named), format + " in " + charset);
    }
  }

  @ParameterizedTest
  @MethodSource("formatsAndPackings")
  void cleanIsTheInputLessItsDuplicates(Format format, Packing packing) throws IOException {
    if (!format.isRecords()) {
      return;
    }
    String head = format == Format.CSV ? "more,id,text\r\n" : "";
    for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16BE, GB18030)) {
      Path place = Files.createDirectory(folder.resolve(charset.name()));
      Path inputs = Files.createDirectory(place.resolve("in"));
      StringBuilder all = new StringBuilder(head);
      for (String name : List.of("a", "b")) {
        StringBuilder file = new StringBuilder(head);
        StringBuilder kept = new StringBuilder(head);
        for (int i = 0; i < 6; i++) {
          String text = "\u4e2d\u6587\u6587\u672c one text of some words, number " + i % 4;
          String row = row(format, name + i, text);
          file.append(row);
          kept.append(name.equals("a") && i < 4 ? row : "");
          all.append(name.equals("a") && i < 4 ? row : "");
        }
        String end = "." + format + (packing == Packing.NONE ? "" : "." + packing);
        byte[] bytes = file.toString().getBytes(charset);
        Files.write(inputs.resolve(name + end), CorpusFiles.packed(packing, bytes));
        Files.writeString(place.resolve("kept-" + name), kept);
      }
      Path clean = place.resolve("clean");
      Path single = place.resolve("clean." + format + "." + Packing.ZSTD);
      String[] options = {"--encoding", charset.name(), "--scheme", "classic-words", "-k", "0"};
      boolean isOne = format == Format.JSON_LINES;
      for (Path target : isOne ? List.of(clean, single) : List.of(clean)) {
        run("dedup", inputs, "--write-clean", target, options, "--verify=0").fine();
      }
      try (Stream<Path> files = Files.list(clean)) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString().substring(0, 1);
          assertArrayEquals(
              Files.readAllBytes(place.resolve("kept-" + name)), unpacked(file), file.toString());
        }
      }
      if (isOne) {
        assertArrayEquals(
            all.toString().getBytes(StandardCharsets.UTF_8), unpacked(single), single.toString());
      }
    }
  }

  private static String row(Format format, String id, String text) {
    return switch (format) {
      case JSON_LINES ->
          "{\"n\": 1.50, \"id\":\"" + id + "\", \"text\" : \"" + text + "\", \"x\":[]}\n";
      case CSV -> "\"several\r\nlines, \"\"" + id + "\"\"\"," + id + ",\"" + text + "\"\r\n";
      default -> id + "\t" + text + "\n";
    };
  }

  static byte[] unpacked(Path file) throws IOException {
    List<String> command =
        switch (Packing.of(file.toString())) {
          case GZIP -> List.of("gzip", "-dc", file.toString());
          default -> List.of();
        };
    if (!command.isEmpty()) {
      Process process = new ProcessBuilder(command).start();
      return process.getInputStream().readAllBytes();
    }
    try (InputStream in = Files.newInputStream(file)) {
      return Packing.of(file.toString()) == Packing.ZSTD
          ? new com.github.luben.zstd.ZstdInputStream(in).readAllBytes()
          : in.readAllBytes();
    }
  }
}
