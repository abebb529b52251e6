package io.github.lucenesimhash.corpus;

import java.io.InputStream;

/** The standard input, notes and progress of the program that reads. */
public interface Terminal {

  /** The number of steps of a task of unknown size. */
  long UNKNOWN = -1;

  /** The progress of a task. */
  interface Bar extends AutoCloseable {
    void step(long steps);

    @Override
    void close();
  }

  InputStream in();

  void note(String message);

  /** Shows the progress of a task with the given number of steps, or {@link #UNKNOWN}. */
  Bar progress(String task, long steps);
}
