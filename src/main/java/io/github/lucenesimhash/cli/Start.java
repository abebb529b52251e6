package io.github.lucenesimhash.cli;

/**
 * Where Java enters the jar. Compiled for Java 8, so that a Java too old for all else says so in a
 * line.
 */
public final class Start {

  private static final int OLDEST = 21;

  private Start() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    String version = System.getProperty("java.specification.version"); // 1.8, 11, 17
    if (version.startsWith("1.") || Integer.parseInt(version) < OLDEST) {
      System.err.println(
          "lucene-simhash: this is Java "
              + version
              + " in '"
              + System.getProperty("java.home")
              + "', expected Java "
              + OLDEST
              + " or newer: install one, or name its bin/java in place of java");
      System.exit(2);
    }
    Class.forName("io.github.lucenesimhash.cli.Main")
        .getMethod("main", String[].class)
        .invoke(null, (Object) args);
  }
}
