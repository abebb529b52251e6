package io.github.lucenesimhash.corpus;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOUtils;

/**
 * What a run has done so far, on disk, for a run that goes on after it was killed. A file of
 * frames; the first holds the settings that the others depend on.
 *
 * <pre>
 *   +---------------+---------------+-----------------+
 *   | length, 4 B   | CRC-32, 4 B   | length bytes    |
 *   +---------------+---------------+-----------------+
 * </pre>
 *
 * <p>A last frame that is cut short or does not match its checksum was being written when the run
 * ended; it is cut off.
 */
final class Journal implements Closeable {

  private static final int HEADER_BYTES = 8;

  private final Path folder;
  private final FileChannel file;

  private Journal(Path folder, FileChannel file) {
    this.folder = folder;
    this.file = file;
  }

  /** The file that is a folder's journal. */
  static Path file(Path folder) {
    return folder.resolve("journal");
  }

  /**
   * Opens the journal of a folder, or starts one; hands on the frames of earlier runs.
   *
   * @param settings lines
   * @throws BadInput if the folder cannot be used, another run is using it, or the settings were
   *     others
   */
  static Journal open(Path folder, String settings, IOConsumer<DataInputStream> sink)
      throws IOException {
    FileChannel file;
    try {
      Files.createDirectories(folder);
      file =
          FileChannel.open(
              file(folder),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw unusable(folder, " cannot be used: " + BadInput.reason(e));
    }
    Journal journal = new Journal(folder, file);
    boolean isOpen = false;
    try {
      journal.lock();
      journal.replay(settings, sink);
      isOpen = true;
      return journal;
    } finally {
      if (!isOpen) {
        IOUtils.closeWhileHandlingException(file);
      }
    }
  }

  private static BadInput unusable(Path folder, String how) {
    return new BadInput("--resume '" + folder + "'" + how);
  }

  private void lock() {
    try {
      if (file.tryLock() == null) {
        throw unusable(folder, " is in use by another run");
      }
    } catch (OverlappingFileLockException e) {
      throw unusable(folder, " is in use by another run");
    } catch (IOException e) {
      throw unusable(folder, " cannot be used: " + BadInput.reason(e));
    }
  }

  private void replay(String settings, IOConsumer<DataInputStream> sink) throws IOException {
    long good = 0;
    InputStream in = new BufferedInputStream(Channels.newInputStream(file), 1 << 16);
    for (byte[] frame = next(in); frame != null; frame = next(in)) {
      if (good == 0) {
        checkSettings(new String(frame, StandardCharsets.UTF_8), settings);
      } else {
        sink.accept(new DataInputStream(new ByteArrayInputStream(frame)));
      }
      good += HEADER_BYTES + frame.length;
    }
    byte[] first = settings.getBytes(StandardCharsets.UTF_8);
    if (good == 0) {
      checkOwn(framed(first).array());
    }
    file.truncate(good);
    file.position(good);
    if (good == 0) {
      append(first);
    }
  }

  /**
   * @throws BadInput if a file without a sound frame is not the start of one either
   */
  private void checkOwn(byte[] own) throws IOException {
    byte[] start = Channels.newInputStream(file.position(0)).readNBytes(own.length + 1);
    if (start.length > own.length || !Arrays.equals(start, 0, start.length, own, 0, start.length)) {
      throw unusable(folder, " holds a file 'journal' of something else; use another folder");
    }
  }

  private void checkSettings(String before, String settings) {
    String[] then = before.split("\n", -1);
    String[] now = settings.split("\n", -1);
    for (int i = 0; i < then.length; i++) {
      String current = i < now.length ? now[i] : "without it";
      if (!then[i].equals(current)) {
        throw unusable(
            folder,
            " was made with " + then[i] + ", but now it is " + current + "; use another folder");
      }
    }
  }

  /** The next sound frame, or null. */
  private static byte[] next(InputStream in) throws IOException {
    byte[] header = in.readNBytes(HEADER_BYTES);
    if (header.length < HEADER_BYTES) {
      return null;
    }
    int length = ByteBuffer.wrap(header).getInt();
    byte[] frame = in.readNBytes(Math.max(0, length));
    boolean isSound =
        frame.length == length && Arrays.equals(header, 0, 8, framed(frame).array(), 0, 8);
    return isSound ? frame : null;
  }

  private static ByteBuffer framed(byte[] frame) {
    CRC32 checksum = new CRC32();
    checksum.update(frame);
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + frame.length);
    return bytes.putInt(frame.length).putInt((int) checksum.getValue()).put(frame).flip();
  }

  void append(byte[] frame) throws IOException {
    ByteBuffer bytes = framed(frame);
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
