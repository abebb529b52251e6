package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Documents;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.lucene.util.IOUtils;

/**
 * A command of the user's that says which documents are kept. One process of it reads all groups,
 * each a line of JSON, and answers each by a line before it gets the next.
 */
final class KeepCommand implements Closeable {

  private static final int SECONDS = 60;
  private static final int SECONDS_TO_END = 5;

  private record Member(String id, String text) {}

  private final String command;
  private final long seconds;
  private Process process; // null before the first group
  private Writer groups;
  private BufferedReader answers;

  KeepCommand(String command) {
    this(command, SECONDS);
  }

  /**
   * @param seconds that it has for an answer
   */
  KeepCommand(String command, long seconds) {
    this.command = command;
    this.seconds = seconds;
  }

  /**
   * Asks about a group.
   *
   * @throws BadInput if there is no answer, or one that is no id of the group
   */
  int choose(int[] group, Documents documents) throws IOException {
    List<Member> members = new ArrayList<>();
    for (int document : group) {
      members.add(new Member(documents.id(document), documents.text(document)));
    }
    String id = answer(Json.line(members), members.getFirst().id);
    for (int i = 0; i < group.length; i++) {
      if (members.get(i).id.equals(id)) {
        return group[i];
      }
    }
    throw failed("printed '" + id + "', expected an id", members.getFirst().id);
  }

  private String answer(String line, String first) throws IOException {
    start();
    FutureTask<String> answer = new FutureTask<>(() -> exchange(line));
    Thread.startVirtualThread(answer);
    try {
      String id = answer.get(seconds, TimeUnit.SECONDS);
      if (id != null) {
        return id;
      }
      boolean isOver = process.waitFor(Math.min(seconds, SECONDS_TO_END), TimeUnit.SECONDS);
      String end = isOver ? "ended with exit code " + process.exitValue() : "closed its output";
      kill();
      throw failed(end + " and gave no answer", first);
    } catch (TimeoutException e) {
      kill();
      throw failed(
          "gave no answer within "
              + seconds
              + " s, expected a line for each group as soon as it is read (sed -u, jq --unbuffered,"
              + " print(id, flush=True))",
          first);
    } catch (ExecutionException e) {
      throw IOUtils.rethrowAlways(e.getCause());
    } catch (InterruptedException e) {
      kill(); // else close() may wait for who writes to it
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void start() throws IOException {
    if (process == null) {
      process = new ProcessBuilder("sh", "-c", command).redirectError(Redirect.INHERIT).start();
      groups = process.outputWriter(StandardCharsets.UTF_8);
      answers = process.inputReader(StandardCharsets.UTF_8);
    }
  }

  /** The line that it answers; null if it ends before. What it does not read it need not. */
  private String exchange(String line) {
    try {
      groups.write(line);
      groups.flush();
    } catch (IOException e) {
      // its answer, or the want of it, tells
    }
    try {
      return answers.readLine();
    } catch (IOException e) {
      return null; // its pipe was closed in the very moment
    }
  }

  private void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private BadInput failed(String how, String first) {
    return new BadInput("--keep '" + command + "' " + how + ", for the group of '" + first + "'");
  }

  /** It reads the end of its input, and may do something about that. */
  @Override
  public void close() {
    if (process == null) {
      return;
    }
    IOUtils.closeWhileHandlingException(groups);
    try {
      if (process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }
}
