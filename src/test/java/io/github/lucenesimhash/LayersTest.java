package io.github.lucenesimhash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each room imports exactly what the map in the root package's package-info contains for it. */
class LayersTest {

  private static final Path ROOT = Path.of("src/main/java/io/github/lucenesimhash");
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^ \\*   (\\S+) {2,}\\S.*? {2,}(?:([a-z., ]+); )?([A-Z].*|picocli.*|nothing)$");

  private static final Pattern NO_CODE =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"", Pattern.DOTALL);

  /** The packages in imports and in qualified names. */
  private static final Pattern PACKAGE =
      Pattern.compile(
          "(?:\\bimport (?:static )?|\\b(?=(?:io|org|com|dev|me|tools|picocli)\\.))"
              + "((?:[a-z]\\w*\\.)*[a-z]\\w*)\\.(?=[A-Z])");

  private static final Pattern PRINTS =
      Pattern.compile("\\bSystem\\s*\\.\\s*(out|err)\\b|\\bprintStackTrace\\(\\)");

  private static final Pattern EXCLUDES =
      Pattern.compile("<library.excludes>(.*)</library.excludes>");

  private static final String LUCENE =
      "org\\.apache\\.lucene\\.(index|search|store|document|(util|codecs|analysis)(\\.\\w+)*)";
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "Lucene", LUCENE,
          "picocli", "picocli",
          "jsoup", "org\\.jsoup",
          "zstd-jni", "com\\.github\\.luben\\.zstd",
          "Hardwood", "dev\\.hardwood(\\.\\w+)*",
          "Jackson", "com\\.fasterxml\\.jackson\\.[\\w.]+",
          "OpenSearch", "org\\.opensearch(\\..*)?|org\\.apache\\.logging\\..*");

  /** Returns the rooms and libraries that each room may import, from the top room down. */
  private static Map<String, List<String>> map() throws IOException {
    Map<String, List<String>> map = new LinkedHashMap<>();
    Matcher row = ROW.matcher(Files.readString(ROOT.resolve("package-info.java")));
    while (row.find()) {
      String rooms = row.group(2) == null ? "" : row.group(2) + ", ";
      List<String> imports = new ArrayList<>(List.of((rooms + row.group(3)).split(", ", -1)));
      imports.remove("nothing");
      map.put(row.group(1), imports);
    }
    return map;
  }

  private static String room(Path file, Map<String, List<String>> map) {
    String name = ROOT.relativize(file).toString().replace(".java", "").replace('/', '.');
    while (!map.containsKey(name) && name.contains(".")) {
      name = name.substring(0, name.lastIndexOf('.'));
    }
    return name;
  }

  private static String imported(String packageName) {
    if (packageName.startsWith("io.github.lucenesimhash.")) {
      return packageName.substring("io.github.lucenesimhash.".length());
    }
    return LIBRARIES.entrySet().stream()
        .filter(library -> packageName.matches(library.getValue()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(packageName);
  }

  @Test
  void roomsImportWhatTheMapSays() throws IOException {
    Map<String, List<String>> map = map();
    Map<String, Set<String>> imports = new TreeMap<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        if (file.getParent().equals(ROOT)) {
          continue;
        }
        String room = room(file, map);
        Set<String> all = imports.computeIfAbsent(room, name -> new TreeSet<>());
        String code = NO_CODE.matcher(Files.readString(file)).replaceAll(" ");
        for (Matcher name = PACKAGE.matcher(code); name.find(); ) {
          String imported = imported(name.group(1));
          if (!imported.startsWith("java.") && !imported.equals(room)) {
            all.add(imported);
          }
        }
      }
    }
    List<String> differences = new ArrayList<>();
    imports.forEach(
        (room, names) -> {
          List<String> allowed = map.getOrDefault(room, List.of());
          names.stream()
              .filter(name -> !allowed.contains(name))
              .forEach(name -> differences.add(room + " imports " + name + ", not on the map"));
          allowed.stream()
              .filter(name -> !names.contains(name))
              .forEach(name -> differences.add(room + " does not import " + name));
        });
    assertEquals(List.of(), differences);
    assertEquals(map.keySet(), imports.keySet());
  }

  @Test
  void theLibrarysJarNeedsLuceneAlone() throws IOException {
    Matcher excludes = EXCLUDES.matcher(Files.readString(Path.of("pom.xml")));
    assertTrue(excludes.find(), "what the jar does without");
    Set<String> left = new TreeSet<>(Set.of("Lucene"));
    for (Map.Entry<String, List<String>> room : map().entrySet()) {
      String name = room.getKey().replaceFirst("\\..*", "");
      if (!excludes.group(1).contains("/" + name + "/**")) {
        left.add(name);
      }
    }
    assertEquals(
        Set.of(
            "Lucene",
            "dedup",
            "passage",
            "load",
            "join",
            "verify",
            "analysis",
            "search",
            "fingerprint"),
        left);
    map()
        .forEach(
            (room, imports) -> assertTrue(!left.contains(room) || left.containsAll(imports), room));
    String dependencies = Files.readString(Path.of("pom.xml")).replaceFirst("(?s)<build>.*", "");
    for (String line : dependencies.lines().filter(row -> row.contains("<dependency>")).toList()) {
      boolean isInherited = !line.matches(".*(<optional>true|<scope>(test|provided)).*");
      assertTrue(!isInherited || line.contains("<groupId>org.apache.lucene<"), line);
    }
  }

  @Test
  void arrowsGoDown() throws IOException {
    List<String> above = new ArrayList<>();
    for (Map.Entry<String, List<String>> room : map().entrySet()) {
      above.add(room.getKey());
      for (String name : room.getValue()) {
        assertTrue(!above.contains(name), room.getKey() + " imports " + name + ", a room above it");
      }
    }
    assertTrue(above.size() > 10, "rooms on the map: " + above);
  }

  @Test
  void onlyTheCommandLinePrints() throws IOException {
    List<String> printing = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String code = NO_CODE.matcher(Files.readString(file)).replaceAll(" ");
        if (!file.startsWith(ROOT.resolve("cli")) && PRINTS.matcher(code).find()) {
          printing.add(file.toString());
        }
      }
    }
    assertEquals(List.of(), printing);
  }
}
