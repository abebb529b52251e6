package io.github.lucenesimhash.corpus;

import java.io.IOException;

/** Documents by number, from 0. */
public interface Documents {

  /** Their fingerprints and lengths. */
  FingerprintTable table();

  String id(int document) throws IOException;

  /**
   * Reads the text again.
   *
   * @throws BadInput if it is not there any more
   */
  String text(int document) throws IOException;
}
