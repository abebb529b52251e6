package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import io.github.lucenesimhash.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Records are cut where a reader of the whole file ends them, in any encoding. */
class LinesTest {

  private static Source source(Format format, Columns columns) {
    return new Source(0, "a", "a", null, null, format, StandardCharsets.UTF_8, columns);
  }

  private static List<String> cut(String file, Source source) throws IOException {
    byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
    Lines lines = new Lines(new ByteArrayInputStream(bytes), source, null);
    List<String> records = new ArrayList<>();
    for (RawText raw = lines.next(); raw != null; raw = lines.next()) {
      records.add(raw.text());
      int from = (int) raw.offset();
      byte[] own = Arrays.copyOfRange(bytes, from, from + (int) raw.length());
      String line = new String(own, StandardCharsets.UTF_8);
      assertEquals(raw.text(), line.replaceFirst("\r$", ""));
      String before = new String(bytes, 0, from, StandardCharsets.UTF_8);
      assertEquals(before.chars().filter(c -> c == '\n').count() + 1, raw.line());
    }
    assertEquals(bytes.length, lines.offset);
    return records;
  }

  @RepeatedTest(30)
  void csvIsCutAsItsParserReadsIt(RepetitionInfo info) throws IOException {
    Random random = Seeds.random(info.getCurrentRepetition());
    CsvMapper mapper = CsvMapper.builder().enable(CsvParser.Feature.WRAP_AS_ARRAY).build();
    for (int round = 0; round < 50; round++) {
      char separator = Columns.SEPARATORS.get(random.nextInt(Columns.SEPARATORS.size()));
      CsvSchema schema = CsvSchema.emptySchema().withColumnSeparator(separator);
      Columns columns = new Columns(List.of(), separator, true);
      StringBuilder file = new StringBuilder();
      for (int rows = 1 + random.nextInt(5); rows > 0; rows--) {
        for (int values = 1 + random.nextInt(3); values > 0; values--) {
          file.append(value(random))
              .append(values > 1 ? "" + separator : random.nextBoolean() ? "\n" : "\r\n");
        }
      }
      List<List<String>> whole = new ArrayList<>();
      try (MappingIterator<String[]> rows =
          mapper.readerFor(String[].class).with(schema).readValues(file.toString())) {
        rows.forEachRemaining(row -> whole.add(List.of(row)));
      }
      List<List<String>> byRecord = new ArrayList<>();
      for (String record : cut(file.toString(), source(Format.CSV, columns))) {
        byRecord.add(Columns.values(record, separator));
      }
      assertEquals(whole, byRecord, file.toString());
    }
  }

  private static String value(Random random) {
    String[] plain = {"x", "5\" disk", "a'b", "\u4e2d\u2c22\u0a0a\u220a", "z z", "\u0a22"};
    String[] quoted = {"", ",", "\n", "\"\"", "\r\n,\"\"\"\"", ";", "\t\n", "x\n\ny", "\u4e2d"};
    return random.nextBoolean()
        ? plain[random.nextInt(plain.length)]
        : "\"" + quoted[random.nextInt(quoted.length)] + "\"";
  }

  @Test
  void anyEncodingBecomesUtf8() throws IOException {
    String text = "a\u0a0ab\n\u0a00\n\u4e0ac\r\n\ud83d\ude00".repeat(3_000);
    for (String name : List.of("UTF-16LE", "UTF-16BE", "UTF-32LE", "GB18030", "UTF-8")) {
      for (String mark : List.of("", "\uFEFF")) {
        Charset charset = Charset.forName(name);
        InputStream in = new ByteArrayInputStream((mark + text).getBytes(charset));
        byte[] made = Encoding.utf8(in, charset).readAllBytes();
        assertEquals(text, new String(made, StandardCharsets.UTF_8), name);
      }
    }
  }

  @Test
  void theLongestRecordIsWhole() throws IOException {
    byte[] most = new byte[RawText.MAX_BYTES];
    InputStream end = new ByteArrayInputStream(new byte[] {'\n', 'x'});
    Lines lines = new Lines(new SequenceInputStream(new ByteArrayInputStream(most), end));
    assertEquals(most.length, lines.next().bytes().length);
    assertEquals("x", lines.next().text());
  }

  @Test
  void longLinesAreHandedOnBeforeTheyAreMany() throws IOException {
    byte[] lines = (" ".repeat(1 << 18) + "\n").repeat(9).getBytes(StandardCharsets.UTF_8);
    List<Integer> sizes = new ArrayList<>();
    RawText.forEachBatch(new ByteArrayInputStream(lines), batch -> sizes.add(batch.size()));
    assertEquals(List.of(4, 4, 1), sizes.subList(0, 3));
  }

  @Test
  void fieldsMayLieInObjects() throws IOException {
    Input.Fields fields = new Input.Fields("meta.a.id", List.of("text"), "m.d", false, null);
    String[] lines = {
      "{\"meta\":{\"x\":{\"id\":1},\"a\":{\"y\":[{}],\"id\":7}},\"m\":{\"d\":5},\"text\":\"t\"}",
      "{\"text\":\"t\",\"m\":{\"d\":5,\"text\":\"no\"},\"meta.a\":{\"id\":7}}",
      "{\"text\":\"t\",\"m.d\":5,\"meta.a.id\":\"7\",\"meta\":3,\"meta\":[{\"a\":{\"id\":8}}]}"
    };
    for (String line : lines) {
      assertEquals(
          new TextDocument("7", "t", TextDocument.rank("5")),
          JsonRecord.of(line, fields).document());
    }
    assertEquals(null, JsonRecord.of("{\"meta\":{\"id\":1},\"text\":\"t\"}", fields).id());
    assertThrows(
        IllegalArgumentException.class, () -> JsonRecord.of("{\"meta\":{\"a\":{}", fields));
    String other = "{\"m\":{\"x\":1},\"other\":{\"y\":1}}";
    SkippedException without =
        assertThrows(SkippedException.class, () -> JsonRecord.of(other, fields).document());
    assertEquals("no 'text', but m, m.x, other", without.getMessage());
  }

  @Test
  void encodingsAreGuessed() throws IOException {
    for (String language : List.of("en", "zh")) {
      for (String text : CorpusTruth.texts(language).values()) {
        boolean isAscii = text.chars().allMatch(c -> c < 0x80);
        for (String name : List.of("UTF-8", "GB18030", "UTF-16LE", "UTF-16BE", "UTF-32BE")) {
          Charset charset = Charset.forName(name);
          boolean isWide = name.startsWith("UTF-16");
          if ((isAscii || language.equals("en")) && !name.equals("UTF-8")) {
            continue;
          }
          boolean isMarked = name.equals("UTF-32BE") || (isWide && text.length() % 2 == 0);
          byte[] bytes = ((isMarked ? "\uFEFF" : "") + text + "\n").getBytes(charset);
          assertEquals(charset, Encoding.of(bytes, null, false), text);
        }
      }
    }
    for (String text :
        List.of(
            "caf\u00e9",
            "Der Verk\u00e4ufer gr\u00fc\u00dfte sch\u00f6n \u00fcber die Stra\u00dfe",
            "\u00c9T\u00c9, \u00e0 la plage o\u00f9 le soleil br\u00fblait \u2014 \u201cd\u00e9j\u00e0\u201d",
            "S\u00e3o Paulo \u00e9 uma cidade n\u00e3o pequena",
            "El ni\u00f1o comi\u00f3 en la monta\u00f1a")) {
      Charset latin = Charset.forName("windows-1252");
      assertEquals(latin, Encoding.of(text.getBytes(latin), null, false), text);
    }
    String page = "<html><head><meta charset=big5></head>\u6e2c\u8a66";
    assertEquals("Big5", Encoding.of(page.getBytes(Charset.forName("Big5")), null, true).name());
    assertThrows(BadInput.class, () -> Encoding.of("no-such"));
    assertEquals("Shift_JIS", Encoding.of("sjis").name());
  }
}
