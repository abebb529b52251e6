package io.github.lucenesimhash.opensearch.field;

import org.opensearch.core.common.logging.LoggerMessageFormat;

/** Creates exceptions that OpenSearch answers with status 400. */
public final class BadRequest {

  private BadRequest() {}

  /** Returns an exception whose message has each value in place of a {@code {}}. */
  public static IllegalArgumentException of(String message, Object... values) {
    return new IllegalArgumentException(LoggerMessageFormat.format(message, values));
  }
}
