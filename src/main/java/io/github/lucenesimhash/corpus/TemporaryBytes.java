package io.github.lucenesimhash.corpus;

import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.IOUtils;

/**
 * Stores byte strings of at most 65,535 bytes in a temporary file, by number from 0. The system
 * deletes the file when it is closed, and when the program ends in any way. One thread adds
 * strings; afterwards several threads may read them.
 *
 * <pre>
 * File     the length of each string in 2 bytes, and the string
 * Heap     half a byte a string: the start of every sixteenth string; and the last strings, which are not in the file
 *          yet, about 16 MB or a 64th of the heap at most. If all strings fit into this space, there is no file.
 * Threads  an interrupt of a thread that reads closes the file
 * </pre>
 */
final class TemporaryBytes implements Closeable {

  private static final int TOGETHER = 16;
  private static final int MAX_BYTES =
      (int) Math.min(16 << 20, Runtime.getRuntime().maxMemory() / 64);

  private final int maxBytes;
  private long[] starts = new long[16]; // the starts of the groups of strings
  private int size;

  private final BytesRefBuilder last = new BytesRefBuilder();
  private long written; // the number of bytes in the file
  private FileChannel file; // null while the heap holds all strings
  private volatile Group lastRead = new Group(-1, new byte[0]); // strings are mostly read in order

  /** A group of strings that are read together. */
  @SuppressWarnings("ArrayRecordComponent") // groups are not compared
  private record Group(int number, byte[] bytes) {}

  TemporaryBytes() {
    this(MAX_BYTES);
  }

  /** Creates a store that keeps about the given number of bytes in the heap. */
  TemporaryBytes(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  void add(BytesRef string) throws IOException {
    if (size % TOGETHER == 0) {
      if (last.length() >= maxBytes) {
        write();
      }
      starts = ArrayUtil.grow(starts, size / TOGETHER + 1);
      starts[size / TOGETHER] = written + last.length();
    }
    last.append((byte) (string.length >>> Byte.SIZE));
    last.append((byte) string.length);
    last.append(string);
    size++;
  }

  private void write() throws IOException {
    try {
      if (file == null) {
        Path path = Files.createTempFile("lucene-simhash", ".bytes");
        file = FileChannel.open(path, READ, WRITE, DELETE_ON_CLOSE);
      }
      ByteBuffer bytes = ByteBuffer.wrap(last.bytes(), 0, last.length());
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    } catch (IOException e) {
      throw failed(e);
    }
    written += last.length();
    last.clear();
  }

  /** Returns an exception that names the folder of temporary files, unlike that of a full disk. */
  static IOException failed(IOException e) {
    String folder = System.getProperty("java.io.tmpdir");
    return new IOException(
        "a temporary file in '" + folder + "' cannot be written: " + BadInput.reason(e), e);
  }

  /** Returns a string, which must not be changed, nor used after another string is added. */
  BytesRef get(int number) throws IOException {
    long start = starts[number / TOGETHER];
    byte[] bytes = start < written ? group(number / TOGETHER) : last.bytes();
    int at = start < written ? 0 : (int) (start - written);
    for (int before = number % TOGETHER; before > 0; before--) {
      at += Short.BYTES + length(bytes, at);
    }
    return new BytesRef(bytes, at + Short.BYTES, length(bytes, at));
  }

  private byte[] group(int number) throws IOException {
    Group group = lastRead;
    if (group.number != number) {
      group = new Group(number, read(number));
      lastRead = group;
    }
    return group.bytes;
  }

  private byte[] read(int group) throws IOException {
    boolean isLast = group == (size - 1) / TOGETHER;
    long end = isLast ? written : starts[group + 1];
    ByteBuffer bytes = ByteBuffer.allocate((int) (end - starts[group]));
    while (bytes.hasRemaining()) {
      if (file.read(bytes, starts[group] + bytes.position()) < 0) {
        throw new EOFException("a temporary file was cut");
      }
    }
    return bytes.array();
  }

  private static int length(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << Byte.SIZE | (bytes[at + 1] & 0xFF);
  }

  int size() {
    return size;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(file);
  }
}
