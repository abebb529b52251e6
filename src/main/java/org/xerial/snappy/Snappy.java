package org.xerial.snappy;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Decompresses Snappy. {@code dev.hardwood} looks this class up by its name to read Parquet. The
 * original library of this name trusts the length in the bytes, and writes beyond the buffer if a
 * file is damaged. The library also needs native code for each kind of machine.
 *
 * <pre>
 * Bytes    the length as a varint; then elements, each beginning with a tag. The two lowest bits of a tag are its kind.
 * Literal  kind 0: length - 1 in the tag, or 60 to 63 for length - 1 in the next 1 to 4 bytes, little-endian; then the
 *          bytes of the literal
 * Copy     kind 1: length - 4 in 3 bits of the tag, offset in the 3 highest bits and a byte
 *          kinds 2, 3: length - 1 in 6 bits of the tag, offset in 2 or 4 bytes, little-endian
 * </pre>
 *
 * <p>Source: google/snappy, format_description.txt.
 */
public final class Snappy {

  private final ByteBuffer in;
  private final byte[] out;
  private int length;

  private Snappy(ByteBuffer in, byte[] out) {
    this.in = in;
    this.out = out;
  }

  /**
   * Decompresses bytes and writes them into the target, from its position on. Changes no position.
   *
   * @param compressed the compressed bytes, from the position to the limit
   * @param target the buffer, with room for all decompressed bytes
   * @return the number of bytes written
   * @throws IOException if the bytes are not in the format, or the target has too little room
   */
  public static int uncompress(ByteBuffer compressed, ByteBuffer target) throws IOException {
    ByteBuffer in = compressed.slice();
    try {
      long size = 0;
      int shift = 0;
      for (int more = 0x80; (more & 0x80) != 0; shift += 7) {
        more = in.get();
        size |= (more & 0x7FL) << shift;
        check(shift < 35);
      }
      check(size <= target.remaining());
      Snappy snappy = new Snappy(in, new byte[(int) size]);
      snappy.read();
      target.put(target.position(), snappy.out);
      return snappy.length;
    } catch (RuntimeException e) {
      throw new IOException("damaged snappy", e);
    }
  }

  private static void check(boolean isSound) throws IOException {
    if (!isSound) {
      throw new IOException("damaged snappy");
    }
  }

  private void read() throws IOException {
    while (in.hasRemaining()) {
      int tag = in.get() & 0xFF;
      int rest = tag >>> 2;
      switch (tag & 3) {
        case 0 -> literal(rest < 60 ? rest : number(rest - 59));
        case 1 -> copy(4 + (rest & 7), (tag >>> 5) << 8 | number(1));
        case 2 -> copy(1 + rest, number(2));
        default -> copy(1 + rest, number(4));
      }
    }
    check(length == out.length);
  }

  private long number(int bytes) {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (in.get() & 0xFFL) << (8 * i);
    }
    return number;
  }

  private void literal(long last) throws IOException {
    check(last < Math.min(in.remaining(), out.length - length));
    in.get(out, length, (int) last + 1);
    length += (int) last + 1;
  }

  /** Copies bytes of the output, which may overlap the bytes that the copy writes. */
  private void copy(int bytes, long offset) throws IOException {
    check(offset > 0 && offset <= length && bytes <= out.length - length);
    int from = length - (int) offset;
    for (int i = 0; i < bytes; i++) {
      out[length++] = out[from + i];
    }
  }
}
