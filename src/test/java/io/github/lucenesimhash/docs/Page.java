package io.github.lucenesimhash.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The README or a guide.
 *
 * @param file the path from the project's folder
 * @param text the text of the file
 */
public record Page(Path file, String text) {

  static final Path README = Path.of("README.md");
  static final Path GUIDES = Path.of("src/site/markdown");

  /** A block between fences, or hidden Java, such as a sample text, in a comment. */
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^(?:```(\\w*)\n(.*?)^```$|<!-- java\n(.*?)^-->$)");

  /**
   * A block between fences.
   *
   * @param language the word after the opening fence
   * @param printed the block that follows "prints:", or 输出： in Chinese, or null
   */
  public record Block(String language, String text, String printed) {

    /** Returns whether the block sends requests to a cluster. */
    public boolean isRequest() {
      return text.contains("curl ");
    }
  }

  /** Returns the README, then all guides. */
  public static List<Page> all() throws IOException {
    List<Page> pages = new ArrayList<>(List.of(read(README)));
    pages.addAll(in(GUIDES));
    return pages;
  }

  static List<Page> in(Path folder) throws IOException {
    List<Page> pages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".md")).sorted().toList()) {
        pages.add(read(file));
      }
    }
    return pages;
  }

  public static Page read(Path file) throws IOException {
    return new Page(file, Files.readString(file));
  }

  /** Returns all blocks in their order, except the printed outputs of other blocks. */
  public List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    int end = 0;
    for (Matcher block = BLOCK.matcher(text); block.find(); end = block.end()) {
      String before = text.substring(end, block.start()).strip();
      String language = block.group(1) == null ? "java" : block.group(1);
      String content = block.group(1) == null ? block.group(3) : block.group(2);
      if (before.endsWith("prints:") || before.endsWith("输出：")) {
        Block program = blocks.removeLast();
        blocks.add(new Block(program.language, program.text, content));
      } else {
        blocks.add(new Block(language, content, null));
      }
    }
    return blocks;
  }

  /** Returns the blocks of a language. */
  public List<Block> blocks(String language) {
    return blocks().stream().filter(block -> block.language.equals(language)).toList();
  }

  /** Returns the text between blocks. */
  String prose() {
    return BLOCK.matcher(text).replaceAll("");
  }
}
