package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.BytesRef;

/** All documents of a run, in input order, each id once; what cannot be read is skipped. */
final class Corpus {

  private static final long MAX_TEXT_BYTES = Integer.MAX_VALUE - 8;

  /** Takes the documents. */
  interface Sink {
    void accept(TextDocument document) throws IOException;
  }

  private final InputOptions options;
  private final Console console;
  private final SkipReport skipped;
  private final List<Source> sources = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();

  /**
   * Looks for the files, reads none.
   *
   * @throws BadInput if an input does not exist or is a folder without documents
   */
  Corpus(InputOptions options, Console console) throws IOException {
    this.options = options;
    this.console = console;
    skipped = new SkipReport(console, options.strict);
    for (String input : options.inputs) {
      sources.addAll(Source.of(input, options, skipped));
    }
  }

  /**
   * Reads the documents, once.
   *
   * @throws BadInput if there is none, or if strict at the first that cannot be read
   */
  void forEach(Sink sink) throws IOException {
    try (Progress progress = new Progress(console, "Reading", totalBytes())) {
      for (Source source : sources) {
        try (InputStream in = open(source)) {
          if (in == null) {
            continue;
          }
          if (source.format() == Source.Format.TEXT) {
            readText(source, in, sink);
            progress.step(Math.max(0, source.size()));
          } else {
            readLines(source, in, sink, progress);
          }
        }
      }
    }
    skipped.finish();
    if (ids.isEmpty()) {
      throw new BadInput(
          "no document in " + String.join(", ", options.inputs) + ", " + skipped() + " skipped");
    }
  }

  private long totalBytes() throws IOException {
    long total = 0;
    for (Source source : sources) {
      long size = source.size();
      if (size == Progress.UNKNOWN) {
        return Progress.UNKNOWN;
      }
      total += size;
    }
    return total;
  }

  private InputStream open(Source source) throws IOException {
    try {
      return source.open(console.in());
    } catch (FileSystemException e) {
      skipped.add(source.place(), "cannot be read: " + BadInput.reason(e));
      return null;
    }
  }

  private void readText(Source source, InputStream in, Sink sink) throws IOException {
    if (source.size() > MAX_TEXT_BYTES) {
      skipped.add(source.place(), "has " + source.size() + " bytes, expected less than 2 GiB");
      return;
    }
    String text;
    try {
      text = Utf8.readAll(in);
    } catch (CharacterCodingException e) {
      skipped.add(source.place(), Utf8.INVALID);
      return;
    }
    take(new TextDocument(source.id(), text), source.place(), sink);
  }

  private void readLines(Source source, InputStream in, Sink sink, Progress progress)
      throws IOException {
    Lines lines = new Lines(in);
    while (lines.next()) {
      String place = source.place() + ":" + lines.number();
      TextDocument document = null;
      try {
        document = parse(lines.text(), source.format());
      } catch (CharacterCodingException e) {
        skipped.add(place, Utf8.INVALID);
      } catch (MalformedException e) {
        skipped.add(place, e.getMessage());
      }
      if (document != null) {
        take(document, place, sink);
      }
      progress.step(lines.length() + 1L);
    }
  }

  /** The document of a line, or null for a blank line. */
  private TextDocument parse(String line, Source.Format format) throws MalformedException {
    if (line.isBlank()) {
      return null;
    }
    return format == Source.Format.TSV
        ? TextDocument.ofTsv(line)
        : TextDocument.ofJson(line, options.idField, options.textField);
  }

  private void take(TextDocument document, String place, Sink sink) throws IOException {
    // as the index will hold it: unpaired surrogates become U+FFFD
    BytesRef bytes = new BytesRef(document.id());
    String id = bytes.utf8ToString();
    if (id.isEmpty()) {
      skipped.add(place, "the id is empty");
    } else if (bytes.length > IndexWriter.MAX_TERM_LENGTH) {
      skipped.add(
          place,
          "the id has " + bytes.length + " bytes, expected at most " + IndexWriter.MAX_TERM_LENGTH);
    } else if (!ids.add(id)) {
      skipped.add(place, "duplicate id '" + id + "'");
    } else {
      sink.accept(new TextDocument(id, document.text()));
    }
  }

  long documents() {
    return ids.size();
  }

  long skipped() {
    return skipped.count();
  }
}
