package io.github.lucenesimhash.testing;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of texts that no library would write: each column is a path of structs with the text in
 * the last. Thrift's compact form identifies a field by the difference from the previous field's
 * number.
 */
public final class HandmadeParquet {

  private static final int INT = 5;
  private static final int LONG = 6;
  private static final int BYTES = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;
  private static final int BYTE_ARRAY = 6; // the type of a column

  private final int rows;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<byte[]> schema = new ArrayList<>();
  private final List<byte[]> chunks = new ArrayList<>();

  public HandmadeParquet(int rows) {
    this.rows = rows;
    out.writeBytes(utf8("PAR1"));
  }

  public HandmadeParquet column(List<String> path, List<String> texts) {
    for (String struct : path.subList(0, path.size() - 1)) {
      schema.add(all(number(3, INT, 0), bytes(1, struct), number(1, INT, 1), new byte[1]));
    }
    schema.add(
        all(
            number(1, INT, BYTE_ARRAY),
            number(2, INT, 0),
            bytes(1, path.getLast()),
            number(2, INT, 0),
            new byte[1]));
    byte[] data = all(texts.stream().map(text -> all(length(text), utf8(text))).toList());
    byte[] values =
        all(number(1, INT, rows), number(1, INT, 0), number(1, INT, 3), number(1, INT, 3));
    byte[] header =
        all(
            number(1, INT, 0),
            number(1, INT, data.length),
            number(1, INT, data.length),
            all(field(2, STRUCT), values, new byte[2]));
    int from = out.size();
    int size = header.length + data.length;
    out.writeBytes(header);
    out.writeBytes(data);
    byte[] column =
        all(
            number(1, INT, BYTE_ARRAY),
            list(1, INT, List.of(new byte[1])),
            list(
                1,
                BYTES,
                path.stream().map(name -> all(varint(name.length()), utf8(name))).toList()),
            number(1, INT, 0),
            number(1, LONG, rows),
            number(1, LONG, size),
            number(1, LONG, size),
            number(2, LONG, from));
    chunks.add(all(number(2, LONG, from), field(1, STRUCT), column, new byte[2]));
    return this;
  }

  public byte[] bytes() {
    schema.addFirst(all(bytes(4, "root"), number(1, INT, chunks.size()), new byte[1]));
    byte[] group =
        all(
            list(1, STRUCT, chunks),
            number(1, LONG, out.size()),
            number(1, LONG, rows),
            new byte[1]);
    byte[] footer =
        all(
            number(1, INT, 1),
            list(1, STRUCT, schema),
            number(1, LONG, rows),
            list(1, STRUCT, List.of(group)),
            new byte[1]);
    out.writeBytes(footer);
    out.writeBytes(little(footer.length));
    out.writeBytes(utf8("PAR1"));
    return out.toByteArray();
  }

  private static byte[] number(int step, int type, long value) {
    return all(field(step, type), varint(2 * value));
  }

  private static byte[] bytes(int step, String text) {
    return all(field(step, BYTES), varint(text.length()), utf8(text));
  }

  private static byte[] list(int step, int type, List<byte[]> elements) {
    return all(
        field(step, LIST),
        new byte[] {(byte) (0xf0 | type)},
        varint(elements.size()),
        all(elements));
  }

  private static byte[] field(int step, int type) {
    return new byte[] {(byte) (step << 4 | type)};
  }

  private static byte[] varint(long value) {
    return value < 0x80
        ? new byte[] {(byte) value}
        : all(new byte[] {(byte) (value | 0x80)}, varint(value >>> 7));
  }

  private static byte[] length(String text) {
    return little(utf8(text).length);
  }

  private static byte[] little(int value) {
    return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] all(byte[]... parts) {
    return all(List.of(parts));
  }

  private static byte[] all(List<byte[]> parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }
}
