package io.github.lucenesimhash;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.search.SimHashField;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every class, method and field of Lucene and OpenSearch that the library and the plugin refer to
 * exists. The test runs on the newest versions, and with {@code -Pnightly} on the oldest.
 */
class ReferencesTest {

  private static final ClassLoader LOADER = ReferencesTest.class.getClassLoader();
  private static final boolean HAS_OPENSEARCH = System.getProperty("opensearch.expected") != null;
  private static final String OWN = "io/github/lucenesimhash/";

  /**
   * A class, a field or a method that a class file refers to.
   *
   * @param name the name of the field or method, or null for the class itself
   */
  private record Reference(String owner, String name, String descriptor) {

    boolean isChecked() {
      return isOthers() || owner.startsWith(OWN); // inherited members have our name
    }

    boolean isOthers() {
      return owner.startsWith("org/apache/lucene/") || owner.startsWith("org/opensearch/");
    }

    void resolve(Lookup from) throws ReflectiveOperationException {
      Class<?> type = load(owner);
      if (name == null) {
        return;
      }
      if (!descriptor.startsWith("(")) {
        Class<?> field =
            MethodType.fromMethodDescriptorString("()" + descriptor, LOADER).returnType();
        any(
            () -> from.findGetter(type, name, field),
            () -> from.findStaticGetter(type, name, field));
        return;
      }
      MethodType method = MethodType.fromMethodDescriptorString(descriptor, LOADER);
      if (name.equals("<init>")) {
        requireNonNull(type.getDeclaredConstructor(method.parameterArray()));
      } else {
        any(
            () -> from.findVirtual(type, name, method),
            () -> from.findStatic(type, name, method),
            () -> from.findSpecial(type, name, method, from.lookupClass()));
      }
    }
  }

  private interface Search {
    Object find() throws ReflectiveOperationException;
  }

  private static void any(Search... searches) throws ReflectiveOperationException {
    ReflectiveOperationException failure = null;
    for (Search search : searches) {
      try {
        search.find();
        return;
      } catch (ReflectiveOperationException e) {
        failure = e;
      }
    }
    throw failure;
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name.replace('/', '.'), false, LOADER);
  }

  @Test
  void allAreThere() throws Exception {
    Set<String> missing = new TreeSet<>();
    int others = 0;
    for (String name : classes()) {
      Lookup from = MethodHandles.privateLookupIn(load(name), MethodHandles.lookup());
      for (Reference reference : references(name)) {
        others += reference.isOthers() ? 1 : 0;
        try {
          reference.resolve(from);
        } catch (ReflectiveOperationException | LinkageError | TypeNotPresentException e) {
          if (!HAS_OPENSEARCH || !isOfSmartcn(e)) {
            missing.add(name + " refers to " + reference + ": " + e);
          }
        }
      }
    }
    assertEquals(Set.of(), missing);
    assertTrue(others > 1000, others + " references");
  }

  /** Returns whether a class of smartcn is missing, which only the plugin's zip contains. */
  private static boolean isOfSmartcn(Throwable failure) {
    String message = String.valueOf(failure.getMessage()).replace('/', '.');
    return message.contains("org.apache.lucene.analysis.cn.smart.")
        || (failure.getCause() != null && isOfSmartcn(failure.getCause()));
  }

  /** Returns the classes of the library and, if OpenSearch is on the class path, of the plugin. */
  private static List<String> classes() throws Exception {
    Path root =
        Path.of(SimHashField.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(root.resolve(OWN))) {
      return files
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(file -> file.endsWith(".class") && !file.endsWith("package-info.class"))
          .map(file -> file.substring(0, file.length() - ".class".length()))
          .filter(name -> !name.startsWith(OWN + "cli/") && !name.startsWith(OWN + "corpus/"))
          .filter(name -> HAS_OPENSEARCH || !name.startsWith(OWN + "opensearch/"))
          .toList();
    }
  }

  /** Reads the references in the constant pool of a class (JVM specification, 4.4). */
  private static List<Reference> references(String name) throws IOException {
    Object[] pool;
    try (InputStream file = LOADER.getResourceAsStream(name + ".class");
        DataInputStream in = new DataInputStream(file)) {
      in.skipNBytes(8);
      pool = new Object[in.readUnsignedShort()];
      for (int i = 1; i < pool.length; i++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> pool[i] = in.readUTF();
          case 7 -> pool[i] = new int[] {in.readUnsignedShort()};
          case 9, 10, 11, 12 ->
              pool[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort(), tag};
          case 8, 16, 19, 20 -> in.skipNBytes(2);
          case 15 -> in.skipNBytes(3);
          case 3, 4, 17, 18 -> in.skipNBytes(4);
          case 5, 6 -> {
            in.skipNBytes(8);
            i++;
          }
          default -> throw new IOException("constant " + tag + " in " + name);
        }
      }
    }
    List<Reference> references = new ArrayList<>();
    for (Object constant : pool) {
      if (constant instanceof int[] at && at.length == 1) {
        references.add(new Reference((String) pool[at[0]], null, null));
      } else if (constant instanceof int[] at && at[2] != 12) {
        String owner = (String) pool[((int[]) pool[at[0]])[0]];
        int[] member = (int[]) pool[at[1]];
        references.add(new Reference(owner, (String) pool[member[0]], (String) pool[member[1]]));
      }
    }
    return references.stream().filter(Reference::isChecked).toList();
  }
}
