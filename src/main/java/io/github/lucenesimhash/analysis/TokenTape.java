package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * The tokens of a text one after another, as an index takes them, and last the text's end. {@link
 * TapeRecorder} writes it, {@link TapePlayer} reads it.
 */
final class TokenTape {

  /*
   *   byte 0        1             2             3        4
   *   +-----------+-------------+-------------+--------+-------+
   *   | increment | start later | end - start | length | UTF-8 |                               each 0 to 127
   *   +-----------+-------------+-------------+--------+-------+
   *   +----+-----------+-------------+-------------+--------+-----------+----------------+-------+---------+
   *   | -1 | increment | start later | end - start | length | frequency | payload length | UTF-8 | payload |   ints
   *   +----+-----------+-------------+-------------+--------+-----------+----------------+-------+---------+
   *
   * "Start later" is counted from the start of the token before. The second kind is for other numbers, for a
   * frequency other than 1 and for a payload; no payload has length -1. A token of an English text takes 9 bytes.
   */

  static final byte LONG_KIND = -1;
  static final int SHORT_HEAD = Integer.BYTES;
  static final int LONG_HEAD = 1 + 6 * Integer.BYTES;

  /** Characters that are packed at a time. */
  private static final int PACK = Long.BYTES;

  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private final boolean hasPayloads;
  private byte[] bytes;
  private int size;
  private int tokens;
  private int startOffset;
  private int wordStart;
  private int wordLength;

  /**
   * @param length of the text in characters, to make room
   */
  TokenTape(int length, boolean hasPayloads) {
    this.hasPayloads = hasPayloads;
    bytes = new byte[ArrayUtil.oversize(length / 2 * 3 + 64, Byte.BYTES)];
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Writes a token without payload and of frequency 1, if it is of the first kind and its word at
   * most 16 characters, all ASCII. A large character of another word behind it deters from that
   * too.
   *
   * @param text starts with the word
   */
  boolean writeAscii(char[] text, int length, int increment, int start, int end) {
    if (length > 2 * PACK || text.length < 2 * PACK) {
      return false;
    }
    makeRoom(SHORT_HEAD + 2 * PACK);
    int at = size + SHORT_HEAD;
    int all = increment | (start - startOffset) | (end - start) | pack(text, 0, at);
    if (length > PACK) {
      all |= pack(text, PACK, at + PACK);
    }
    if (!isSmall(all)) {
      return false;
    }
    writeHead(increment, start, end, length);
    size += length;
    return true;
  }

  /** Writes eight characters, and returns them one over another to show if there is a large one. */
  private int pack(char[] text, int from, int at) {
    int a = text[from];
    int b = text[from + 1];
    int c = text[from + 2];
    int d = text[from + 3];
    int e = text[from + 4];
    int f = text[from + 5];
    int g = text[from + 6];
    int h = text[from + 7];
    int first = a | (b << 8) | (c << 16) | (d << 24);
    int second = e | (f << 8) | (g << 16) | (h << 24);
    LONGS.set(bytes, at, Integer.toUnsignedLong(first) | ((long) second << Integer.SIZE));
    return a | b | c | d | e | f | g | h;
  }

  /**
   * Writes a token.
   *
   * @param payload or null
   */
  void write(BytesRef word, int increment, int start, int end, int frequency, BytesRef payload) {
    makeRoom(Math.addExact(LONG_HEAD, word.length));
    boolean small = isSmall(increment | (start - startOffset) | (end - start) | word.length);
    if (small && frequency == 1 && payload == null) {
      writeHead(increment, start, end, word.length);
    } else {
      writeLongHead(increment, start, end, word.length, frequency, payload);
    }
    append(word);
    if (payload != null) {
      append(payload);
    }
  }

  private static boolean isSmall(int number) {
    return number >>> 7 == 0;
  }

  private void makeRoom(int more) {
    bytes = ArrayUtil.grow(bytes, Math.addExact(size, more));
  }

  private void writeHead(int increment, int start, int end, int length) {
    int later = start - startOffset;
    INTS.set(bytes, size, increment | (later << 8) | ((end - start) << 16) | (length << 24));
    advance(SHORT_HEAD, start, length);
  }

  private void writeLongHead(
      int increment, int start, int end, int length, int frequency, BytesRef payload) {
    int payloadLength = payload == null ? -1 : payload.length;
    int[] head = {increment, start - startOffset, end - start, length, frequency, payloadLength};
    bytes[size] = LONG_KIND;
    for (int i = 0; i < head.length; i++) {
      INTS.set(bytes, size + 1 + i * Integer.BYTES, head[i]);
    }
    advance(LONG_HEAD, start, length);
  }

  private void advance(int head, int start, int length) {
    size += head;
    startOffset = start;
    wordStart = size;
    wordLength = length;
    tokens++;
  }

  private void append(BytesRef part) {
    makeRoom(part.length);
    System.arraycopy(part.bytes, part.offset, bytes, size, part.length);
    size += part.length;
  }

  /** The hash of the word that was written last. */
  long hashOfLast(FeatureHash hash) {
    return hash.hash(bytes, wordStart, wordLength);
  }

  /** How many tokens there are before the end of the text. */
  int tokens() {
    return tokens - 1;
  }

  boolean hasPayloads() {
    return hasPayloads;
  }

  byte[] bytes() {
    return bytes;
  }

  static int number(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset);
  }
}
