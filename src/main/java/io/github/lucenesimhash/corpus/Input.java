package io.github.lucenesimhash.corpus;

import java.util.List;

/**
 * Which texts to read.
 *
 * @param inputs folders, files or {@link #STANDARD_INPUT}
 * @param extensions of a folder's files to read, "*" for all; null for the usual ones
 * @param hidden whether to read the hidden files of folders
 * @param links whether to follow the symbolic links in folders
 * @param idField of JSON lines
 * @param textField of JSON lines
 * @param dateField of JSON lines, or null
 * @param strict whether to end at the first line or file that cannot be read
 */
public record Input(
    List<String> inputs,
    List<String> extensions,
    boolean hidden,
    boolean links,
    String idField,
    String textField,
    String dateField,
    boolean strict) {

  public static final String STANDARD_INPUT = "-";
  public static final String DEFAULT_EXTENSIONS = "txt,md,jsonl,ndjson";

  List<String> chosenExtensions() {
    return extensions != null ? extensions : List.of(DEFAULT_EXTENSIONS.split(",", -1));
  }

  boolean takes(String name) {
    return chosenExtensions().stream()
        .anyMatch(extension -> extension.equals("*") || name.endsWith("." + extension));
  }
}
