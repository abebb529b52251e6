package io.github.lucenesimhash.opensearch.field;

import org.opensearch.core.common.logging.LoggerMessageFormat;

/** Answers with status 400. */
public final class BadRequest {

  private BadRequest() {}

  /** Says what is wrong, with {@code {}} in the message for each value. */
  public static IllegalArgumentException of(String message, Object... values) {
    return new IllegalArgumentException(LoggerMessageFormat.format(message, values));
  }
}
