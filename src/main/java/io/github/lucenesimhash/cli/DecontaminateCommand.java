package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Range.Count;
import io.github.lucenesimhash.cli.Range.OfItem;
import io.github.lucenesimhash.cli.TestItems.Place;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.CleanCorpus;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.InputDocuments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Finds the items of a test set of which training documents have a passage. */
@Command(name = "decontaminate")
final class DecontaminateCommand implements Callable<Integer> {

  @ParentCommand private Main main;

  @Option(names = "--train", required = true, arity = "1..*", paramLabel = "INPUT")
  private List<String> train;

  @Option(names = "--test", required = true, arity = "1..*", paramLabel = "INPUT")
  private List<String> test;

  @Mixin private ReadOptions input;

  @Option(names = "--at-least", paramLabel = "N", converter = OfItem.class, defaultValue = "25")
  private int atLeast;

  @Option(names = "--at-most-in", paramLabel = "N", converter = Count.class, defaultValue = "100")
  private int mostItems;

  @Option(names = "--top", paramLabel = "N", converter = Count.class, defaultValue = "10")
  private int top;

  @Mixin private Output.OutOption out;

  @Option(names = "--write-clean", paramLabel = "TARGET")
  private Path clean;

  private final long start = System.nanoTime();
  private final BitSet holders = new BitSet(); // the documents that contain an item

  @Override
  public Integer call() throws IOException {
    if (train.contains(Input.STANDARD_INPUT) && test.contains(Input.STANDARD_INPUT)) {
      throw new BadInput("--train and --test are both '-', expected one from standard input");
    }
    Corpus testCorpus = input.corpus(main.console, test);
    Corpus corpus = input.corpus(main.console, train);
    Path both = RunFiles.shared(corpus, testCorpus);
    if (both != null) {
      throw new BadInput("--train and --test both have '" + both + "', expected different files");
    }
    try (InputDocuments documents = new InputDocuments(corpus);
        Output output = out.open(main.console);
        CleanCorpus cleaned = clean == null ? null : new CleanCorpus(clean, documents)) {
      TestItems items = new TestItems(testCorpus, atLeast, mostItems, top);
      documents.read(
          (raw, document) -> {
            List<Place> places = items.in(document.text());
            return id -> {
              if (!places.isEmpty()) {
                holders.set(documents.count() - 1);
                items.add(id, places);
              }
            };
          });
      items.write(output.writer());
      if (cleaned != null) {
        cleaned.write(holders);
      }
      output.complete();
      if (cleaned != null) {
        cleaned.complete();
      }
      tell(endLine(corpus, documents, items, cleaned));
    }
    return Math.max(corpus.end(), testCorpus.end());
  }

  private String endLine(
      Corpus corpus, InputDocuments documents, TestItems items, CleanCorpus cleaned) {
    List<String> results = items.summary(holders.cardinality());
    if (cleaned != null) {
      String rows = cleaned.rows() == null ? "" : " (rows in " + cleaned.rows() + ")";
      int kept = documents.count() - holders.cardinality();
      results.add(String.format(Locale.ROOT, "%,d kept%s", kept, rows));
    }
    return EndLine.of(
        documents.count(), 0, corpus.skipped().byKind(), EndLine.secondsSince(start), results);
  }

  /** Prints a line to standard output, or to standard error if JSON goes to standard output. */
  private void tell(String line) throws IOException {
    if (out.file == null) {
      main.console.note(line);
    } else {
      main.console.print("%s", line);
    }
  }
}
