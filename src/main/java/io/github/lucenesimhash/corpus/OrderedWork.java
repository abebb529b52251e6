package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Does pieces of work on all cores and hands their results on in the order in which the pieces were
 * given, on the thread that gives them. So much work is under way at a time that nobody waits, and
 * no more.
 */
final class OrderedWork<T> implements AutoCloseable {

  /** Takes results. */
  interface Sink<T> {
    void accept(T result) throws IOException;
  }

  private record Piece<T>(Future<T> result, long bytes) {}

  private static final int PIECES_A_CORE = 4;

  /** Of all pieces under way; a larger piece is done alone. */
  private static final long MAX_BYTES = Math.min(32 << 20, RawText.MAX_BYTES);

  private final int cores = Runtime.getRuntime().availableProcessors();
  private final ExecutorService executor =
      Executors.newFixedThreadPool(cores, Thread.ofPlatform().daemon().name("work-", 0).factory());
  private final ArrayDeque<Piece<T>> underWay = new ArrayDeque<>();
  private final Sink<T> sink;
  private long bytes;

  OrderedWork(Sink<T> sink) {
    this.sink = sink;
  }

  /**
   * Gives a piece, after handing on as many results as there is need to make room for it.
   *
   * @param pieceBytes that the piece holds on to
   */
  void give(Callable<T> work, long pieceBytes) throws IOException {
    while (!underWay.isEmpty()
        && (underWay.size() >= cores * PIECES_A_CORE || bytes + pieceBytes > MAX_BYTES)) {
      handOn();
    }
    underWay.add(new Piece<>(executor.submit(work), pieceBytes));
    bytes += pieceBytes;
    if (bytes > MAX_BYTES) {
      handOn();
    }
    while (!underWay.isEmpty() && underWay.peek().result().isDone()) {
      handOn();
    }
  }

  /** Waits for what is under way and hands it on. */
  void finish() throws IOException {
    while (!underWay.isEmpty()) {
      handOn();
    }
  }

  private void handOn() throws IOException {
    Piece<T> piece = underWay.remove();
    bytes -= piece.bytes();
    try {
      sink.accept(piece.result().get());
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException runtime -> throw runtime;
        case Error error -> throw error;
        default -> throw new IllegalStateException(e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
