package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.lucenesimhash.opensearch.SimHashFieldType.HexFormat;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.opensearch.common.io.stream.BytesStreamOutput;

/** A message of another version of the plugin is refused, and not taken for something else. */
class WireVersionTest {

  @Test
  void anotherVersionIsRefused() throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    HexFormat format = new HexFormat("standard");
    format.writeTo(out);
    assertEquals(format, new HexFormat(out.bytes().streamInput()));
    out.reset();
    out.writeByte((byte) 2);
    IOException refused =
        assertThrows(IOException.class, () -> new HexFormat(out.bytes().streamInput()));
    assertEquals("a message of [simhash] has version 2, expected 1", refused.getMessage());
  }
}
