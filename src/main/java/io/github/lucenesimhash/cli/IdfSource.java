package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.IdfTable;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.WordTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Inverse document frequencies: the tables that the program brings along, or a file. */
final class IdfSource {

  private static final String TABLE_STARTS = "# lucene-simhash idf";

  private IdfSource() {}

  /** English and Chinese words in one table. */
  static IdfTable shipped() {
    return shipped("idf-en.tsv").and(shipped("idf-zh.tsv"));
  }

  private static IdfTable shipped(String name) {
    try (InputStream in = IdfSource.class.getResourceAsStream(name)) {
      return IdfTable.read(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A table as {@link IdfTable} writes it.
   *
   * @throws BadInput if it is not one
   */
  static IdfTable table(Path file) {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      return IdfTable.read(lines);
    } catch (CharacterCodingException e) {
      throw new BadInput(file + ": " + "invalid UTF-8");
    } catch (IOException e) {
      throw BadInput.unreadable("file '" + file + "'", e);
    } catch (IllegalArgumentException e) {
      throw new BadInput(file + ": " + e.getMessage());
    }
  }

  /**
   * The weights of such a table, or of bare lines of a word, a tab and a weight.
   *
   * @throws BadInput if it is neither
   */
  static Map<String, Double> weights(Path file) {
    return startsAsTable(file) ? table(file).weights() : WordTable.weights(file);
  }

  private static boolean startsAsTable(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(TABLE_STARTS.length());
      return new String(start, StandardCharsets.ISO_8859_1).equals(TABLE_STARTS);
    } catch (IOException e) {
      throw BadInput.unreadable("file '" + file + "'", e);
    }
  }
}
