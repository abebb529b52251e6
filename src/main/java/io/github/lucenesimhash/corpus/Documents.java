package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.fingerprint.FeatureCounts;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Documents by number, from 0: fingerprints, lengths, dates, and their texts to be read again. */
public abstract class Documents implements Closeable {

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

  /** About what is read for the text again; {@link Long#MAX_VALUE} if that is not known. */
  public long readBytes(int document) {
    return Long.MAX_VALUE;
  }

  /** {@link FeatureCounts} of what the text is verified by; empty if not known. */
  abstract byte[] counts(int document) throws IOException;

  /**
   * False only if two texts resemble each other less. To be asked by one thread, best about one
   * document after another.
   */
  public final boolean mayResemble(int document, int other, double minResemblance)
      throws IOException {
    if (document != counted) {
      counts = counts(document);
      counted = document;
    }
    byte[] its = counts(other);
    return counts.length == 0
        || its.length == 0
        || FeatureCounts.mayResemble(counts, its, minResemblance);
  }

  /** Whether the text can be read again and is the one that was read. */
  public abstract boolean isUnchanged(int document) throws IOException;

  /** The ids of all documents, read one after the other. */
  public final Iterable<String> ids() {
    return () ->
        IntStream.range(0, count())
            .mapToObj(
                document -> {
                  try {
                    return id(document);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                })
            .iterator();
  }

  /** The kind of a file that says more than its text, as its name ends; empty for others. */
  public abstract String kind(int document);

  /** The file that is the document and nothing else, or null. */
  public abstract Path file(int document);

  public abstract int count();

  /** The bytes of heap that the documents' files take, about. */
  public long fileBytes() {
    return 0;
  }

  /** Returns how many documents lack the date that was asked for. */
  public abstract int undated();

  public abstract int withoutFingerprint();

  /** The length of the text in characters. */
  public abstract int length(int document);

  /** The date, as {@link TextDocument#date} has it; 0 if it does not matter. */
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
