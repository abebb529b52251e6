package io.github.lucenesimhash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.docs.Page;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A file lists exactly the classes and members of the library's jar that an application can call. A
 * change of the list is a change of the API, so it is made by hand, where a reader of the commit
 * sees it. Types that are public for other rooms only have the tag {@code @lucene.internal} and are
 * listed last. Every other type is in a Java block of the README or a guide.
 */
class PublicApiTest {

  private static final Path LIST =
      Path.of("src/test/resources/io/github/lucenesimhash/public-api.txt");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final String INTERNAL = "internal, for other rooms only:";
  private static final Pattern IMPORT = Pattern.compile("(?m)^import .*$");
  private static final Pattern EXCLUDES =
      Pattern.compile("<library.excludes>(.*)</library.excludes>");

  @Test
  void isWhatTheFileLists() throws Exception {
    Map<Boolean, List<Class<?>>> types =
        publicTypes().stream().collect(Collectors.partitioningBy(PublicApiTest::isInternal));
    List<String> api = new ArrayList<>();
    types.get(false).forEach(type -> api.addAll(lines(type)));
    api.add(INTERNAL);
    types.get(true).forEach(type -> api.addAll(lines(type)));
    Path found = Files.createTempFile("public-api", ".txt");
    Files.write(found, api);
    assertEquals(
        String.join("\n", Files.readAllLines(LIST)),
        String.join("\n", api),
        "the API is another: if that is meant, put " + found + " in the place of " + LIST);
    Files.delete(found);
  }

  @Test
  void everyTypeIsInASnippet() throws Exception {
    StringBuilder snippets = new StringBuilder();
    for (Page page : Page.all()) {
      page.blocks("java")
          .forEach(block -> snippets.append(IMPORT.matcher(block.text()).replaceAll("")));
    }
    List<String> missing =
        publicTypes().stream()
            .filter(type -> type.getDeclaringClass() == null && !isInternal(type))
            .map(Class::getSimpleName)
            .filter(name -> !Pattern.compile("\\b" + name + "\\b").matcher(snippets).find())
            .toList();
    assertEquals(List.of(), missing, "hide them, or show what they are for");
  }

  private static boolean isInternal(Class<?> type) {
    Path source =
        SOURCES.resolve(type.getName().replaceAll("\\$.*", "").replace('.', '/') + ".java");
    try {
      return Files.readString(source).contains(" * @lucene.internal\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Class<?> type) {
    List<String> lines = new ArrayList<>(List.of(describe(type)));
    members(type).stream().map(member -> "  " + member).forEach(lines::add);
    return lines;
  }

  private static List<Class<?>> publicTypes() throws Exception {
    Matcher excludes = EXCLUDES.matcher(Files.readString(Path.of("pom.xml")));
    assertEquals(true, excludes.find());
    List<String> excluded =
        Arrays.stream(excludes.group(1).split(",", -1))
            .map(rooms -> rooms.replace("**", ""))
            .toList();
    Path classes =
        Path.of(
            Fingerprint.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI()
                .getPath());
    List<Class<?>> types = new ArrayList<>();
    try (Stream<Path> files = Files.walk(classes.resolve("io/github/lucenesimhash"))) {
      for (String file : files.map(path -> classes.relativize(path).toString()).sorted().toList()) {
        if (file.endsWith(".class")
            && !file.endsWith("package-info.class")
            && excluded.stream().noneMatch(file::startsWith)) {
          Class<?> type = Class.forName(file.replace(".class", "").replace('/', '.'));
          if (isVisible(type)) {
            types.add(type);
          }
        }
      }
    }
    return types;
  }

  private static boolean isVisible(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getDeclaringClass() == null || isVisible(type.getDeclaringClass()));
  }

  private static String describe(Class<?> type) {
    String kind = type.isRecord() ? "record" : type.isInterface() ? "interface" : "class";
    Stream<Class<?>> above =
        Stream.concat(
            Stream.ofNullable(withHidden(type).getLast().getSuperclass()),
            Stream.of(type.getInterfaces()));
    return (type.isEnum() ? "enum" : kind)
        + " "
        + type.getName().replace("io.github.lucenesimhash.", "")
        + above.map(Class::getSimpleName).collect(Collectors.joining(", ", " : ", ""));
  }

  /** Returns a class and its invisible superclasses, whose members callers see as its own. */
  private static List<Class<?>> withHidden(Class<?> type) {
    List<Class<?>> all = new ArrayList<>(List.of(type));
    for (Class<?> above = type.getSuperclass();
        above != null && !isVisible(above);
        above = above.getSuperclass()) {
      all.add(above);
    }
    return all;
  }

  private static Set<String> members(Class<?> type) {
    Set<String> members = new TreeSet<>();
    withHidden(type).forEach(each -> addMembers(each, members));
    return members;
  }

  private static void addMembers(Class<?> type, Set<String> members) {
    for (Field field : type.getDeclaredFields()) {
      if (isCallable(field)) {
        members.add(field.getName() + ": " + field.getGenericType().getTypeName());
      }
    }
    Stream.<Executable>concat(
            Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()))
        .filter(PublicApiTest::isCallable)
        .forEach(member -> members.add(describe(member)));
  }

  private static boolean isCallable(Member member) {
    return (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
        && !member.isSynthetic();
  }

  private static String describe(Executable member) {
    String parameters =
        Arrays.stream(member.getGenericParameterTypes())
            .map(Type::getTypeName)
            .collect(Collectors.joining(", ", "(", ")"));
    return member instanceof Method method
        ? (Modifier.isStatic(method.getModifiers()) ? "static " : "")
            + method.getName()
            + parameters
            + ": "
            + method.getGenericReturnType().getTypeName()
        : "new" + parameters;
  }
}
