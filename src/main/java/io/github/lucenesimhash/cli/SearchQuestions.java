package io.github.lucenesimhash.cli;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.lucenesimhash.cli.SearchAnswer.Hit;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.JsonRecord;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.SkipReport;
import io.github.lucenesimhash.corpus.TextDocument;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Reads lines of JSON with a text to search for, and answers each with a line, in input order. */
final class SearchQuestions {

  private static final Input.Fields FIELDS =
      new Input.Fields("id", List.of("text"), null, false, null);

  /** Answers several texts together. */
  interface Search {
    List<SearchAnswer> answers(List<String> texts) throws IOException;
  }

  /** The answer to a line: hits and the id of the question, or an error without an id. */
  @JsonInclude(NON_NULL)
  private record Line(String id, String error, Long total, List<Hit> hits) {}

  private final Search search;
  private boolean isAnyFound;
  private boolean isAnyBad;

  SearchQuestions(Search search) {
    this.search = search;
  }

  /** Answers all questions of a stream, and returns the exit code. */
  int answer(InputStream in, Writer out) throws IOException {
    RawText.forEachBatch(
        in,
        lines -> {
          for (Line answer : answers(lines)) {
            out.write(Json.line(answer));
          }
          out.flush();
        });
    int ofFound = isAnyFound ? 0 : SearchCommand.NOTHING_FOUND;
    return isAnyBad ? SkipReport.INCOMPLETE : ofFound;
  }

  private List<Line> answers(List<RawText> lines) throws IOException {
    List<TextDocument> questions = new ArrayList<>();
    List<String> errors = new ArrayList<>(); // null for a valid question
    for (RawText line : lines) {
      try {
        String json = line.text();
        if (!json.isBlank()) {
          questions.add(JsonRecord.of(json, FIELDS).document());
          errors.add(null);
        }
      } catch (IllegalArgumentException e) {
        errors.add("line " + line.line() + ": " + e.getMessage());
        isAnyBad = true;
      }
    }
    Iterator<SearchAnswer> found =
        search.answers(questions.stream().map(TextDocument::text).toList()).iterator();
    Iterator<TextDocument> asked = questions.iterator();
    List<Line> answers = new ArrayList<>();
    for (String error : errors) {
      if (error == null) {
        SearchAnswer answer = found.next();
        isAnyFound |= answer.total() > 0;
        answers.add(new Line(asked.next().id(), null, answer.total(), answer.hits()));
      } else {
        answers.add(new Line(null, error, null, null));
      }
    }
    return answers;
  }
}
