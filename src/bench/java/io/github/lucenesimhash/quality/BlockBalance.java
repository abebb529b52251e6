package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Blocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures how evenly real texts are distributed over the 65,536 values of each block. The
 * distribution determines how much a lookup reads. Texts are cut into pieces. Only one release or
 * architecture is used, and equal fingerprints count once, so that copies do not look like frequent
 * values.
 */
final class BlockBalance {

  private static final int PIECE = 400;
  private static final String ONE_OF_EACH = ".*(-5\\.8\\.35-|-10\\.1\\.0-|amd64/).*";

  private BlockBalance() {}

  static String of(List<QualityCorpus> corpora) {
    List<String> pieces = new ArrayList<>();
    for (QualityCorpus corpus : corpora) {
      for (int doc = 0; doc < corpus.size(); doc++) {
        String text = corpus.texts().get(doc);
        if (corpus.ids().get(doc).matches(ONE_OF_EACH)) {
          for (int end = PIECE; end <= text.length(); end += PIECE) {
            pieces.add(text.substring(end - PIECE, end));
          }
        }
      }
    }
    return "Block values of "
        + pieces.size()
        + " pieces of "
        + PIECE
        + " characters: entries that a lookup of a document's own value reads, against uniform"
        + " values, block by block; documents under the fullest value.\n\n"
        + "| scheme | distinct fingerprints | block 0 | 1 | 2 | 3 | fullest | uniform |\n"
        + "|---|---|---|---|---|---|---|---|\n"
        + row("standard", FingerprintScheme.standard(), pieces)
        + row("SimHash, 2 words", FingerprintScheme.parse("en"), pieces);
  }

  private static String row(String name, FingerprintScheme scheme, List<String> pieces) {
    long[] fingerprints =
        pieces.parallelStream()
            .flatMapToLong(
                text -> scheme.fingerprint(text).stream().mapToLong(bits -> bits.lane(0)))
            .distinct()
            .toArray();
    StringBuilder row = new StringBuilder();
    row.append(String.format(Locale.ROOT, "| %s | %,d |", name, fingerprints.length));
    int fullest = 0;
    for (int block = 0; block < Blocks.IN_LANE; block++) {
      int[] documents = new int[1 << 16];
      for (long fingerprint : fingerprints) {
        documents[Blocks.block(fingerprint, block)]++;
      }
      double others = 0;
      for (int count : documents) {
        others += (double) count * (count - 1);
        fullest = Math.max(fullest, count);
      }
      double uniform = (double) fingerprints.length * (fingerprints.length - 1) / (1 << 16);
      row.append(String.format(Locale.ROOT, " %.2f |", others / uniform));
    }
    return row
        + String.format(Locale.ROOT, " %d | %.2f |%n", fullest, fingerprints.length / 65536.);
  }
}
