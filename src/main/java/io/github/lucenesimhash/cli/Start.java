package io.github.lucenesimhash.cli;

/**
 * The main class of the jar. It is compiled for Java 8, so that a Java that is too old for the
 * other classes says so in one line.
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
              + " or newer: run the launcher lucene-simhash beside the jar, which looks for one, or name"
              + " its bin/java in place of java");
      System.exit(2);
    }
    Class.forName("io.github.lucenesimhash.cli.Main")
        .getMethod("main", String[].class)
        .invoke(null, (Object) args);
  }
}
