package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.fingerprint.FeatureCounts;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.NumberKey;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.lucene.util.IOConsumer;

/** Documents by number, from 0: fingerprints, lengths, dates, and their texts to be read again. */
public abstract class Documents implements Closeable {

  private static final int TASK = 64;

  private int counted = -1; // the document of the counts that were read last
  private byte[] counts;

  public abstract String id(int document) throws IOException;

  /**
   * Reads the text again.
   *
   * @throws BadInput if it is not there any more
   */
  public abstract String text(int document) throws IOException;

  /** Takes the text of a document. */
  public interface TextConsumer {
    void accept(int document, String text) throws IOException;
  }

  /**
   * Reads texts again, as {@link #text} does, faster where they lie one behind the other.
   *
   * @throws BadInput if one is not there any more
   */
  public void forEachText(int[] documents, TextConsumer consumer) throws IOException {
    for (int document : documents) {
      consumer.accept(document, text(document));
    }
  }

  /** Reads texts again on several threads, in any order, and tells how many more are done. */
  public final void forEachText(
      int[] documents, int threads, IOConsumer<Integer> done, TextConsumer consumer)
      throws IOException {
    try (OrderedTasks<Integer> tasks = new OrderedTasks<>(threads, done)) {
      for (int from = 0; from < documents.length; from += TASK) {
        int[] some = Arrays.copyOfRange(documents, from, Math.min(documents.length, from + TASK));
        tasks.give(
            () -> {
              forEachText(
                  some,
                  (document, text) -> {
                    tasks.check();
                    consumer.accept(document, text);
                  });
              return some.length;
            },
            IntStream.of(some).mapToLong(this::length).max().orElse(0));
      }
      tasks.finish();
    }
  }

  /** About what is read for the text again; {@link Long#MAX_VALUE} if that is not known. */
  public long readBytes(int document) {
    return Long.MAX_VALUE;
  }

  /**
   * {@link FeatureCounts} of what the text is verified by, and beside them its {@link NumberKey};
   * empty if not known.
   */
  abstract byte[] counts(int document) throws IOException;

  /** Says what counts and numbers tell about two texts that are not read again. */
  public enum Finding {
    /** One may not go for the other, since they are unlike. */
    UNLIKE,
    /** Their numbers keep apart two texts that may be alike. */
    APART,
    /** The texts decide. */
    OPEN
  }

  /**
   * Compares what is known of a text, and of another that stays. To be asked by one thread, best
   * about one document that stays after another.
   *
   * @param near how the texts would be compared
   */
  public final Finding find(int goes, int stays, Comparison near) throws IOException {
    if (stays != counted) {
      counts = counts(stays);
      counted = stays;
    }
    byte[] its = counts(goes);
    if (counts.length == 0 || its.length == 0) {
      return Finding.OPEN;
    }
    if (!FeatureCounts.mayGo(its, counts, near.verification(), near.contained())) {
      return Finding.UNLIKE;
    }
    boolean areApart =
        near.guard().numbers()
            && NumberKey.areApart(FeatureCounts.key(its), FeatureCounts.key(counts));
    return areApart ? Finding.APART : Finding.OPEN;
  }

  /** Returns the {@link NumberKey} of a text; 0 if it is not known. */
  public final long numberKey(int document) {
    try {
      byte[] its = counts(document);
      return its.length == 0 ? 0 : FeatureCounts.key(its);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says, before the documents are read, how they are compared, and whether features count. */
  public void prepareFor(Comparison near, boolean countsFeatures) {}

  /** The distinct features that the text is verified by; 0 if they were not counted. */
  public int features(int document) {
    return 0;
  }

  /** Returns whether the file of a document was not written since it was read. */
  public boolean isUnchanged(int document) throws IOException {
    return true;
  }

  /** The file that is the document and nothing else, or null. */
  public abstract Path file(int document);

  public abstract int count();

  /** Returns how many documents lack the date that was asked for. */
  public abstract int undated();

  /** How many dates lie about 1970, if others do not: seconds and days are taken for millis. */
  public abstract int early();

  public abstract int withoutFingerprint();

  /** The length of the text in characters. */
  public abstract int length(int document);

  /** The date, as {@link TextDocument#rank} has it; 0 if it does not matter. */
  public abstract long date(int document);

  /** Returns the fingerprint of a document; empty if its text has no feature. */
  public abstract Optional<Fingerprint> fingerprint(int document);

  /** The fingerprints of all documents, made when they are asked for. */
  public final List<Optional<Fingerprint>> fingerprints() {
    return new AbstractList<>() {
      @Override
      public Optional<Fingerprint> get(int document) {
        return fingerprint(document);
      }

      @Override
      public int size() {
        return count();
      }
    };
  }
}
