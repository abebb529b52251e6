package io.github.lucenesimhash.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.lucenesimhash.docs.Page.Block;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The Java blocks of a page, one after another, form a program that prints the page's output. */
class JavaBlocksTest {

  /** The imports that an editor adds. The page itself imports classes of the library. */
  private static final String GIVEN =
      """
      import java.io.*;
      import java.nio.file.*;
      import java.util.*;
      import org.apache.lucene.analysis.*;
      import org.apache.lucene.analysis.custom.*;
      import org.apache.lucene.analysis.standard.*;
      import org.apache.lucene.codecs.*;
      import org.apache.lucene.codecs.lucene104.*;
      import org.apache.lucene.document.*;
      import org.apache.lucene.document.Field.Store;
      import org.apache.lucene.index.*;
      import org.apache.lucene.search.*;
      import org.apache.lucene.search.BooleanClause.Occur;
      import org.apache.lucene.store.*;
      import org.apache.lucene.util.*;
      """;

  private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;\n");

  /** The line that separates the outputs of two blocks. */
  private static final String END = "-- end of block --";

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> blocksRun() throws IOException {
    return Page.all().stream()
        .filter(page -> !page.blocks("java").isEmpty())
        .map(page -> dynamicTest(page.file().toString(), () -> run(page.blocks("java"))));
  }

  private void run(List<Block> blocks) throws Exception {
    StringBuilder imports = new StringBuilder(GIVEN);
    StringBuilder body = new StringBuilder();
    for (Block block : blocks) {
      Matcher each = IMPORT.matcher(block.text());
      while (each.find()) {
        imports.append(each.group());
      }
      body.append(each.replaceAll("")).append("System.out.print(\"" + END + "\");\n");
    }
    compile(imports + "class Blocks { static void run() throws Exception {\n" + body + "}}\n");
    String expected =
        blocks.stream()
            .map(block -> Objects.toString(block.printed(), "") + END)
            .collect(Collectors.joining());
    assertEquals(expected, runCompiled());
  }

  private void compile(String program) throws IOException {
    Path source = Files.writeString(folder.resolve("Blocks.java"), program);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter faults = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean isFine =
          compiler
              .getTask(
                  faults,
                  files,
                  null,
                  List.of("-proc:none", "-Xlint:deprecation", "-Werror", "-d", folder.toString()),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertTrue(isFine, () -> faults + "\n" + program);
    }
  }

  private String runCompiled() throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      var run = loader.loadClass("Blocks").getDeclaredMethod("run");
      run.setAccessible(true);
      run.invoke(null);
    } finally {
      System.setOut(out);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
