package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import io.github.lucenesimhash.join.OrderedTasks;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOUtils;

/**
 * All documents of a run, numbered in input order, each with a unique id. Documents that cannot be
 * read are skipped.
 */
public final class Corpus implements Closeable {

  /** The number of bytes after which a batch of lines or small files ends. */
  private static final int BATCH_BYTES = 1 << 18;

  private static final int BATCH_FILES = 64;

  /**
   * Processes a document on one of several threads, and returns a step that takes the document's
   * id. The steps run in input order, on the thread that reads the input.
   */
  public interface Work {
    IOConsumer<String> of(RawText raw, TextDocument document) throws IOException;
  }

  final Input input;
  final Terminal terminal;
  final Sources sources;
  private final SkipReport skipped;
  private final UniqueIds ids = new UniqueIds(new TemporaryBytes());

  /** The number of files and streams per encoding other than UTF-8 that their bytes indicate. */
  private final Map<String, Long> guessed = new TreeMap<>();

  /**
   * Finds the files, but does not read them.
   *
   * @throws BadInput if an input does not exist, is a folder without documents, or is a stream of
   *     unknown format; in strict mode, also if a file of a folder cannot be read
   */
  public Corpus(Input input, Terminal terminal) throws IOException {
    this.input = input;
    this.terminal = terminal;
    skipped = new SkipReport(terminal, input.strict());
    sources = new Sources(input, skipped);
  }

  /**
   * Reads the documents on all cores. Can be called only once.
   *
   * @throws BadInput if there is no document or, in strict mode, if a document cannot be read
   */
  public void forEach(Work work) throws IOException {
    forEach(work, () -> {});
  }

  /**
   * Reads the documents of an input that may come slowly and never end.
   *
   * @param waiting the action to run before each wait for more input, after all documents so far
   *     are done
   */
  public void forEach(Work work, IORunnable waiting) throws IOException {
    try (ids) {
      read(work, waiting);
    }
  }

  /** Reads the documents and keeps their ids, so that the documents can be read again. */
  void read(Work work, IORunnable waiting) throws IOException {
    try (Terminal.Bar bar = terminal.progress("Reading", sources.bytes());
        OrderedTasks<List<IORunnable>> tasks = new OrderedTasks<>(Corpus::run)) {
      IOConsumer<Batch> read =
          batch ->
              tasks.give(
                  () -> {
                    List<IORunnable> steps = new ArrayList<>();
                    for (RawText raw : batch.raws) {
                      steps.add(read(raw, work));
                    }
                    steps.add(() -> bar.step(batch.bytes));
                    return steps;
                  },
                  batch.bytes);
      for (int source = 0; source < sources.all.size(); source++) {
        int files = wholeFiles(source, read);
        if (files > 0) {
          source += files - 1;
          continue;
        }
        try {
          cut(
              source,
              read,
              () -> {
                tasks.finish();
                skipped.tell();
                waiting.run();
              });
        } catch (SkippedException e) {
          tasks.finish();
          skipped.add(sources.all.get(source).place(), e);
        }
      }
      tasks.finish();
    }
    skipped.finish();
    ids.finish();
    if (ids.size() == 0) {
      String inputs = String.join(", ", input.inputs());
      String rest = skipped.count() == 0 ? "" : ", skipped " + skipped.summary();
      throw new BadInput("no document in " + inputs + rest);
    }
  }

  private static void run(List<IORunnable> steps) throws IOException {
    for (IORunnable step : steps) {
      step.run();
    }
  }

  private record Batch(List<RawText> raws, long bytes) {}

  /** Passes on a batch of files of one text each, from a source on; returns their number. */
  private int wholeFiles(int from, IOConsumer<Batch> sink) throws IOException {
    List<RawText> batch = new ArrayList<>();
    long bytes = 0;
    for (int i = from; i < sources.all.size(); i++) {
      Source source = sources.all.get(i);
      boolean isFull = bytes >= BATCH_BYTES || batch.size() == BATCH_FILES;
      if (isFull || source.format().isRecords() || !source.isFile()) {
        break;
      }
      batch.add(RawText.unread(source));
      bytes += source.size();
    }
    if (!batch.isEmpty()) {
      sink.accept(new Batch(batch, bytes));
    }
    return batch.size();
  }

  private void cut(int index, IOConsumer<Batch> sink, IORunnable waiting) throws IOException {
    try (InputStream in = sources.open(index, terminal.in())) {
      Source source = sources.all.get(index);
      if (source.format().isRecords()) {
        countGuess(source);
        cutRecords(in, source, sink, waiting);
      } else {
        RawText whole = RawText.whole(source, in).encoded(input);
        sink.accept(new Batch(List.of(whole), whole.length()));
      }
    }
    if (sources.damage(index) != null) {
      throw sources.damage(index);
    }
  }

  private void cutRecords(InputStream in, Source source, IOConsumer<Batch> sink, IORunnable waiting)
      throws IOException {
    Lines lines = new Lines(in, source, input);
    lines.forEachBatch(
        BATCH_BYTES,
        batch -> {
          long bytes = batch.size();
          for (RawText record : batch) {
            bytes += record.length();
          }
          if (bytes > 0) {
            sources.all.set(source.index(), batch.getFirst().source()); // now with its columns
            sink.accept(new Batch(batch, bytes));
          }
          if (!source.isFile() && lines.isWaiting()) {
            waiting.run();
          }
        });
  }

  private void countGuess(Source source) {
    Charset charset = source.charset();
    boolean isPlain = charset == null || charset.equals(StandardCharsets.UTF_8);
    if (input.encoding() == null && !isPlain) {
      guessed.merge(charset.name(), 1L, Long::sum);
    }
  }

  /** Reads a document on any thread, and returns the step to run in input order. */
  private IORunnable read(RawText raw, Work work) throws IOException {
    try {
      RawText whole = raw.read(input);
      TextDocument document = whole.document(input);
      if (document == null) {
        return () -> {}; // a blank line
      }
      String id = document.id();
      IOConsumer<String> result = work.of(whole, document);
      return () -> {
        if (whole.isWholeFile()) {
          countGuess(whole.source());
        }
        result.accept(ids.add(id, raw.name()));
      };
    } catch (SkippedException e) {
      return () -> skipped.add(raw.source().place(), raw.place(), e);
    }
  }

  /**
   * Reports the guessed encodings, the skipped lines and files, and the number of documents without
   * a unique id of their own. Returns the exit code of the run.
   */
  public int end() {
    if (!guessed.isEmpty()) {
      String counts =
          guessed.entrySet().stream()
              .map(
                  guess ->
                      String.format(Locale.ROOT, "%,d as %s", guess.getValue(), guess.getKey()))
              .collect(Collectors.joining(", "));
      terminal.note("read by their first bytes: " + counts);
    }
    if (ids.named > 0) {
      terminal.note(
          (ids.named == 1 ? "1 document goes" : ids.named + " documents go")
              + " by file and line, without a unique id");
    }
    return skipped.end();
  }

  public SkipReport skipped() {
    return skipped;
  }

  String id(int document) throws IOException {
    return ids.get(document);
  }

  public boolean hasDateField() {
    return input.fields().date() != null;
  }

  /** Returns whether all sources are files, and none is a stream. */
  public boolean isOfFiles() {
    return sources.all.stream().allMatch(Source::isFile);
  }

  public List<Path> files() {
    return sources.all.stream().filter(Source::isFile).map(Source::path).toList();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(ids, sources);
  }
}
