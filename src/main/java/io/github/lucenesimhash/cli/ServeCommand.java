package io.github.lucenesimhash.cli;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.lucenesimhash.cli.DuplicateOptions.OutcomeReport;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.cli.ServeRequest.Op;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.Offers;
import io.github.lucenesimhash.dedup.Outcome;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Adds documents to an index for another program, which sends a request per line. */
@Command(name = "serve")
final class ServeCommand implements Callable<Integer> {

  /** The answer to a line. The number of documents is that of a commit. */
  @JsonInclude(NON_NULL)
  private record Answer(
      String id, String action, List<Near> neighbours, Integer documents, String error) {

    static Answer of(String id, String action) {
      return new Answer(id, action, null, null, null);
    }

    static Answer error(String id, String reason) {
      return new Answer(id, null, null, null, reason);
    }
  }

  @ParentCommand private Main main;

  @Parameters(index = "0", paramLabel = "INDEX")
  private Path folder;

  @Option(names = "--id-field", paramLabel = "NAME", defaultValue = "id")
  private String idField;

  @Option(names = "--text-field", paramLabel = "NAME", split = ",", defaultValue = "text")
  private List<String> textFields;

  @Mixin private SchemeOptions schemeOptions;
  @Mixin private DuplicateOptions duplicates;

  @Option(names = "--mcp")
  private boolean mcp;

  @Spec private CommandSpec command;

  private IndexFolder target;
  private IndexPlan plan;
  private Input.Fields fields;
  private NearDuplicateWriter unique;
  private OutcomeReport report;
  private Writer out;

  @Override
  public Integer call() throws IOException {
    IndexFolder target = new IndexFolder(folder);
    this.target = target;
    if (mcp) {
      Main.checkAlone(command, "--mcp", "INDEX");
      McpServer.serve(main.console, folder, target);
      return 0;
    }
    try (StoredIndex index = target.holdsIndex() ? StoredIndex.open(folder) : null) {
      DedupPolicy.Kind first = DedupPolicy.Kind.FIRST;
      Input.Markup markup = index == null ? Input.Markup.KEEP : index.settings().markup();
      plan = IndexPlan.of(target, index, schemeOptions, duplicates, first, false, false, markup);
    }
    fields = plan.policy().fields(idField, textFields);
    out = main.console.writer();
    try (OutcomeReport outcomes = duplicates.new OutcomeReport(main.console, plan.policy());
        target;
        Interruption interruption = new Interruption(main.console, this::interrupted)) {
      report = outcomes;
      try {
        interruption.step(this::open);
        try (Commits commits = new Commits(duplicates.commitEvery, interruption, this::commit)) {
          RawText.forEachBatch(
              main.console.in(),
              lines -> {
                interruption.step(() -> answer(lines));
                commits.check();
              });
        }
        interruption.step(this::finish);
      } finally {
        IOUtils.close(unique);
      }
    } catch (IOException | AlreadyClosedException e) {
      throw target.cause(e);
    }
    return 0;
  }

  private void open() throws IOException {
    target.open();
    unique = duplicates.writer(plan.policy(), target.writer(), plan.scheme());
  }

  /** Answers lines in order. Consecutive checks, or additions, are looked up together. */
  private void answer(List<RawText> lines) throws IOException {
    List<ServeRequest> row = new ArrayList<>();
    for (RawText line : lines) {
      ServeRequest next = ServeRequest.of(line, fields);
      if (!row.isEmpty() && row.getLast().op() != next.op()) {
        answerRow(row);
        row = new ArrayList<>();
      }
      row.add(next);
    }
    answerRow(row);
    out.flush();
  }

  private void answerRow(List<ServeRequest> row) throws IOException {
    Op op = row.isEmpty() ? null : row.getFirst().op();
    if (op == Op.CHECK || op == Op.ADD) {
      lookUp(row);
      return;
    }
    for (ServeRequest request : row) {
      write(
          switch (op) {
            case DELETE -> delete(request.id());
            case COMMIT -> {
              commit();
              int documents = target.writer().getDocStats().numDocs;
              yield new Answer(null, "committed", null, documents, null);
            }
            default -> Answer.error(request.id(), request.error());
          });
    }
  }

  private Answer delete(String id) throws IOException {
    unique.delete(id);
    return Answer.of(id, "deleted");
  }

  private void lookUp(List<ServeRequest> row) throws IOException {
    Offers offers;
    try {
      offers = unique.offer(row.stream().map(this::document).toList());
    } catch (
        IllegalArgumentException e) { // one bad document fails all look-ups: look up each alone
      if (row.size() == 1) {
        write(Answer.error(row.getFirst().id(), e.getMessage()));
      } else {
        for (ServeRequest one : row) {
          lookUp(List.of(one));
        }
      }
      return;
    }
    Iterator<ServeRequest> left = row.iterator();
    while (left.hasNext()) { // a document that cannot be added does not stop the next ones
      try {
        if (row.getFirst().op() == Op.CHECK) {
          offers.check(outcome -> checked(left.next(), outcome));
        } else {
          offers.add(outcome -> added(left.next(), outcome));
        }
      } catch (IllegalArgumentException e) {
        write(Answer.error(left.next().id(), e.getMessage()));
      }
    }
  }

  private void checked(ServeRequest request, Outcome outcome) throws IOException {
    write(new Answer(request.id(), null, report.near(outcome), null, null));
  }

  private void added(ServeRequest request, Outcome outcome) throws IOException {
    report.add(outcome);
    String action = DuplicateOptions.name(outcome.action());
    write(new Answer(request.id(), action, report.near(outcome), null, null));
  }

  private Document document(ServeRequest request) {
    boolean strips = plan.settings().markup() == Input.Markup.STRIP;
    TextDocument text = strips ? request.document().withoutMarkup() : request.document();
    Document document = plan.fields(text);
    document.add(new StringField(StoredIndex.ID, request.lookUpId(), Field.Store.YES));
    return document;
  }

  private void write(Answer answer) throws IOException {
    out.write(Json.line(answer));
  }

  private void commit() throws IOException {
    if (duplicates.expires) {
      unique.expire(Instant.now().minus(plan.policy().window()));
    }
    target.complete(plan.settings());
    unique.refresh(); // pending changes are compared one by one, which is slow
  }

  private void finish() throws IOException {
    commit();
    report.complete();
  }

  /** Ends an interrupted run, on the thread of the interruption. */
  private void interrupted() throws IOException {
    if (unique != null) {
      finish();
    }
    target.close();
  }
}
