package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.testing.JavaCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@link MemoryOption} asks for is enough where it is used up. */
class LeastMemoryTest {

  private static final int DOCUMENTS = 480_000;

  /** Of documents that are near each other. */
  private static final int FAMILY = 6;

  private static final int REST = 24; // as the option leaves it

  /** For the JVM, and what a join takes however few documents there are. */
  private static final int MEGABYTES = 10;

  /** All are in groups, and there is room for few of the edges: it joins again and again. */
  @ParameterizedTest
  @CsvSource({"1, 2", "2, 0"})
  void families(int words, int known) throws Exception {
    MemoryOption memory = new MemoryOption();
    memory.isAgainst = known > 0;
    String refused = memory.tooLittle(DOCUMENTS, true, words).getMessage();
    Matcher needed = Pattern.compile("expected java -Xmx(\\d+)m").matcher(refused);
    assertTrue(needed.find(), refused);
    int withoutTexts = (Integer.parseInt(needed.group(1)) * 16 / 17 - REST) * 7 / 8;
    String heap = withoutTexts + MEGABYTES + "m";
    List<String> command = JavaCommand.of(heap, LeastMemoryTest.class);
    command.addAll(List.of("" + words, "" + known));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed =
        new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .replaceAll("(?m)^WARNING.*\\n", "");
    assertEquals(DOCUMENTS / FAMILY + " groups\n", printed, heap);
  }

  /** Groups the families of fingerprints of so many words; of four documents some are known. */
  public static void main(String[] args) throws IOException {
    int words = Integer.parseInt(args[0]);
    int known = Integer.parseInt(args[1]);
    long[] places = new long[DOCUMENTS]; // as the command has them
    List<Optional<Fingerprint>> families =
        new AbstractList<>() {
          @Override
          public Optional<Fingerprint> get(int document) {
            SplittableRandom ofFamily = new SplittableRandom(document / FAMILY);
            long[] fingerprint = ofFamily.longs(words).toArray();
            fingerprint[0] ^= 1L << new SplittableRandom(document).nextInt(Long.SIZE);
            return Optional.of(Fingerprint.of(fingerprint));
          }

          @Override
          public int size() {
            return places.length;
          }
        };
    SimilarityJoin join = SimilarityJoin.within(2);
    Groups groups =
        Grouping.stars(join)
            .maxEdges(DOCUMENTS / 8)
            .known(document -> document % 4 < known)
            .of(DistinctFingerprints.of(families));
    System.out.println(groups.size() + " groups");
  }
}
