package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.lucene.util.IOUtils;

/** Added documents, followed by the old ones that they are compared with. */
public final class WithOld extends Documents {

  private final Documents added;
  private final Documents old;
  private final String prefix;

  /**
   * Joins added documents and old ones.
   *
   * @param name what the ids of old documents start with, before a slash
   */
  public WithOld(Documents added, Documents old, String name) {
    this.added = added;
    this.old = old;
    prefix = name.replaceFirst("/*$", "/");
  }

  public boolean isOld(int document) {
    return document >= added.count();
  }

  private int inOld(int document) {
    return document - added.count();
  }

  @Override
  public String id(int document) throws IOException {
    return isOld(document) ? prefix + old.id(inOld(document)) : added.id(document);
  }

  @Override
  public String text(int document) throws IOException {
    return isOld(document) ? old.text(inOld(document)) : added.text(document);
  }

  @Override
  public void forEachText(int[] documents, TextConsumer consumer) throws IOException {
    added.forEachText(IntStream.of(documents).filter(i -> !isOld(i)).toArray(), consumer);
    int[] before = IntStream.of(documents).filter(this::isOld).map(this::inOld).toArray();
    old.forEachText(before, (i, text) -> consumer.accept(i + added.count(), text));
  }

  @Override
  public long readBytes(int document) {
    return isOld(document) ? old.readBytes(inOld(document)) : added.readBytes(document);
  }

  @Override
  public boolean isUnchanged(int document) throws IOException {
    return isOld(document) ? old.isUnchanged(inOld(document)) : added.isUnchanged(document);
  }

  @Override
  byte[] counts(int document) throws IOException {
    return isOld(document) ? old.counts(inOld(document)) : added.counts(document);
  }

  @Override
  public int features(int document) {
    return isOld(document) ? old.features(inOld(document)) : added.features(document);
  }

  @Override
  public int count() {
    return added.count() + old.count();
  }

  @Override
  public int undated() {
    return added.undated() + old.undated();
  }

  @Override
  public int early() {
    return added.early() + old.early();
  }

  @Override
  public int withoutFingerprint() {
    return added.withoutFingerprint() + old.withoutFingerprint();
  }

  @Override
  public int length(int document) {
    return isOld(document) ? old.length(inOld(document)) : added.length(document);
  }

  @Override
  public long date(int document) {
    return isOld(document) ? old.date(inOld(document)) : added.date(document);
  }

  @Override
  public Optional<Fingerprint> fingerprint(int document) {
    return isOld(document) ? old.fingerprint(inOld(document)) : added.fingerprint(document);
  }

  @Override
  public Path file(int document) {
    return isOld(document) ? old.file(inOld(document)) : added.file(document);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(added, old);
  }
}
