package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Console.Progress;
import io.github.lucenesimhash.cli.DuplicateOptions.OutcomeReport;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Format;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.InputDocuments;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.Offers;
import io.github.lucenesimhash.join.OrderedTasks;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Adds the documents of a corpus to an index on disk. */
@Command(name = "index")
final class IndexCommand implements Callable<Integer> {

  private static final int BATCH = 2048;
  private static final int MAX_BATCH_CHARACTERS = 1 << 20;

  /** The memory in bytes per character, while a document is read and its features are made. */
  private static final int CHARACTER_BYTES = 10;

  /** A batch of documents, and their look-ups, or null if near-duplicates are not looked for. */
  private record Batch(List<Document> all, Offers offers) {}

  @ParentCommand private Main main;

  @Mixin private SchemeOptions schemeOptions;

  @Option(names = "--store-text")
  private boolean storeText;

  @Option(names = "--passages")
  private boolean passages;

  @Mixin private DuplicateOptions duplicates;
  @Mixin private InputOptions.AfterIndex input;

  private Corpus corpus;
  private IndexFolder target;
  private NearDuplicateWriter unique;
  private OutcomeReport report;

  /** The policy for near-duplicates, or null if they are not looked for. */
  private DedupPolicy policy;

  private IndexPlan plan;

  /** The fingerprints of the input, or null if fingerprints are made from texts. */
  private ReadyFingerprints ready;

  private List<Document> next = new ArrayList<>();
  private long characters; // in the texts of the next batch
  private long mostCharacters = 1 << 16;

  private long read;
  private long committed; // documents read before the last commit
  private long withoutFingerprint;

  private final long start = System.nanoTime();

  @Override
  public Integer call() throws IOException {
    target = new IndexFolder(input.index);
    if (input.format == Format.FINGERPRINTS) {
      ready = new ReadyFingerprints(target, schemeOptions, input.command);
      plan = ready.plan;
      return write();
    }
    try (StoredIndex index = target.holdsIndex() ? StoredIndex.open(input.index) : null) {
      if (index != null) {
        input.readAs(index.settings());
      }
      Input.Markup markup = input.markup;
      plan =
          IndexPlan.of(target, index, schemeOptions, duplicates, null, storeText, passages, markup);
    }
    policy = plan.policy();
    return write();
  }

  private int write() throws IOException {
    IndexFolder closed = target;
    corpus = input.corpus(main.console, policy);
    try (OutcomeReport outcomes = duplicates.new OutcomeReport(main.console, policy);
        closed;
        Interruption interruption = new Interruption(main.console, this::interrupted)) {
      report = outcomes;
      try {
        interruption.step(target::open);
        if (isDecidedTogether()) {
          writeKept(interruption);
        } else {
          write(interruption);
        }
      } finally {
        IOUtils.close(unique);
      }
    } catch (IOException | AlreadyClosedException e) {
      throw target.cause(e);
    }
    return corpus.end();
  }

  /** Returns whether all documents can be read and grouped before the first is added. */
  private boolean isDecidedTogether() {
    return policy != null
        && policy.kind() == DedupPolicy.Kind.FIRST
        && policy.window() == null
        && !policy.isPerTenant()
        && duplicates.commitEvery == null
        && !target.holdsIndex()
        && corpus.isOfFiles();
  }

  /** Groups all documents, and then adds the kept documents in any order. */
  private void writeKept(Interruption interruption) throws IOException {
    try (InputDocuments documents = new InputDocuments(corpus)) {
      documents.prepareFor(policy.near(), false);
      documents.read(plan.scheme(), false, false);
      DocumentGroups groups =
          new DocumentGroups(
              documents,
              plan.scheme(),
              policy.near(),
              document -> 0,
              Set.of(),
              main.console,
              new Stages());
      BitSet left = groups.duplicates();
      int[] kept = IntStream.range(0, documents.count()).filter(i -> !left.get(i)).toArray();
      int cores = Runtime.getRuntime().availableProcessors();
      try (Progress progress = main.console.progress("Adding", kept.length)) {
        documents.forEachText(
            kept,
            cores,
            progress::step,
            (document, text) -> {
              TextDocument of = new TextDocument(null, text, TextDocument.NO_DATE);
              Document fields = plan.fields(of, documents.fingerprint(document));
              String id = documents.id(document);
              fields.add(new StringField(StoredIndex.ID, id, Field.Store.YES));
              target.writer().addDocument(fields);
            });
      }
      documents.checkUnchanged();
      report.add(groups);
      read = documents.count();
      withoutFingerprint = documents.withoutFingerprint();
    }
    interruption.step(this::finish);
  }

  private void write(Interruption interruption) throws IOException {
    if (policy != null) {
      unique = duplicates.writer(policy, target.writer(), plan.scheme());
    }
    try (OrderedTasks<Batch> tasks =
            new OrderedTasks<>(batch -> interruption.step(() -> add(batch)));
        Commits commits = new Commits(duplicates.commitEvery, interruption, this::commitNew)) {
      corpus.forEach(
          (raw, document) -> {
            Document fields = ready == null ? plan.fields(document) : ready.fields(document);
            return id -> {
              fields.add(new StringField(StoredIndex.ID, id, Field.Store.YES));
              next.add(fields);
              characters += document.text().length();
              if (next.size() == BATCH || characters >= mostCharacters) {
                giveNext(tasks);
                commits.check();
              }
            };
          },
          () -> {
            giveNext(tasks);
            tasks.finish();
            commits.check();
          });
      giveNext(tasks);
      tasks.finish();
    }
    interruption.step(this::finish);
  }

  private void giveNext(OrderedTasks<Batch> tasks) throws IOException {
    List<Document> all = next;
    tasks.give(() -> batch(all), characters * CHARACTER_BYTES);
    next = new ArrayList<>();
    characters = 0;
    if (mostCharacters < MAX_BATCH_CHARACTERS) { // adds small batches at once: the input may pause
      mostCharacters *= 2;
      tasks.finish();
    }
  }

  /**
   * Looks up the near-duplicates of documents, on any thread. Documents with ready fingerprints are
   * added at once: their index is new, so it contains none of their ids, and their order does not
   * matter.
   */
  private Batch batch(List<Document> all) throws IOException {
    if (ready != null) {
      for (Document document : all) {
        target.writer().addDocument(document);
      }
    }
    return new Batch(all, unique == null ? null : unique.offer(all));
  }

  private void add(Batch batch) throws IOException {
    Iterator<Document> added = batch.all.iterator();
    if (unique == null) {
      while (added.hasNext()) {
        Document document = added.next();
        if (ready == null) {
          Term id = new Term(StoredIndex.ID, document.get(StoredIndex.ID));
          target.writer().updateDocument(id, document);
        }
        count(document);
      }
    } else {
      batch.offers.add(
          outcome -> {
            report.add(outcome);
            count(added.next());
          });
    }
  }

  private void count(Document added) {
    read++;
    withoutFingerprint += added.getField(StoredIndex.NEAR) == null ? 1 : 0;
  }

  private void commitNew() throws IOException {
    if (read > committed || duplicates.expires) {
      commit();
    }
  }

  private void commit() throws IOException {
    if (duplicates.expires) {
      unique.expire(Instant.now().minus(policy.window()));
    }
    target.complete(plan.settings());
    committed = read;
  }

  private void finish() throws IOException {
    commit();
    report.complete();
    List<String> results = new ArrayList<>();
    if (policy != null) {
      String suffix = plan.isRemembered() ? ", as the index remembers" : "";
      results.add(report.summary(policy + suffix));
    }
    int inIndex = target.writer().getDocStats().numDocs;
    results.add(EndLine.count(inIndex, "document") + " in the index");
    Map<String, Long> skipped = corpus.skipped().byKind();
    main.console.print(
        "%s", EndLine.of(read, withoutFingerprint, skipped, EndLine.secondsSince(start), results));
  }

  /**
   * Ends an interrupted run, on another thread. Documents that were offered one by one are
   * committed.
   */
  private void interrupted() throws IOException {
    boolean keep = unique != null && read > 0;
    if (keep) {
      finish();
    }
    target.close();
    main.console.note(
        "interrupted: "
            + (keep
                ? EndLine.count(read, "document") + " done; run the same command again to go on"
                : "nothing is changed"));
  }
}
