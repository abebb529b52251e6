package io.github.lucenesimhash.corpus;

import java.io.InputStream;

/** Standard input, notes and progress of the program that reads. */
public interface Terminal {

  /** The number of steps of a task whose size is not known. */
  long UNKNOWN = -1;

  /** How much of a task is done. */
  interface Bar extends AutoCloseable {
    void step(long steps);

    @Override
    void close();
  }

  InputStream in();

  void note(String message);

  /** Shows a task of so many steps, or {@link #UNKNOWN}. */
  Bar progress(String task, long steps);
}
