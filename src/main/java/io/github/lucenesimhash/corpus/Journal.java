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
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32;
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

  private static final String NAME = "journal";
  private static final int HEADER_BYTES = 8;

  /** Takes frames. */
  interface Replay {
    void accept(DataInputStream frame) throws IOException;
  }

  private final Path folder;
  private final String settings;
  private final FileChannel file;

  private Journal(Path folder, String settings, FileChannel file) {
    this.folder = folder;
    this.settings = settings;
    this.file = file;
  }

  /** The file that is a folder's journal. */
  static Path file(Path folder) {
    return folder.resolve(NAME);
  }

  /**
   * Opens the journal of a folder, or starts one.
   *
   * @param settings lines of name, equals sign, value
   * @throws BadInput if the folder cannot be used, or another run is using it
   */
  static Journal open(Path folder, String settings) {
    FileChannel file = null;
    Journal journal = null;
    try {
      Files.createDirectories(folder);
      file =
          FileChannel.open(
              file(folder),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      FileLock lock = file.tryLock();
      if (lock != null) {
        journal = new Journal(folder, settings, file);
        return journal;
      }
    } catch (OverlappingFileLockException e) {
      // said below
    } catch (IOException e) {
      throw new BadInput("--resume '" + folder + "' cannot be used: " + BadInput.reason(e));
    } finally {
      if (journal == null) {
        IOUtils.closeWhileHandlingException(file);
      }
    }
    throw new BadInput("--resume '" + folder + "' is in use by another run");
  }

  /**
   * Hands on the frames of earlier runs; then the journal can be appended to.
   *
   * @throws BadInput if the settings were others
   */
  void replay(Replay sink) throws IOException {
    file.position(0);
    long good = 0;
    InputStream in = new BufferedInputStream(Channels.newInputStream(file), 1 << 16);
    for (byte[] frame = next(in); frame != null; frame = next(in)) {
      if (good == 0) {
        checkSettings(new String(frame, StandardCharsets.UTF_8));
      } else {
        sink.accept(new DataInputStream(new ByteArrayInputStream(frame)));
      }
      good += HEADER_BYTES + frame.length;
    }
    if (good == 0) {
      checkOwn();
    }
    file.truncate(good);
    file.position(good);
    if (good == 0) {
      append(settings.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * @throws BadInput if a file without a sound frame is not the start of one either
   */
  private void checkOwn() throws IOException {
    byte[] own = framed(settings.getBytes(StandardCharsets.UTF_8)).array();
    byte[] start = Channels.newInputStream(file.position(0)).readNBytes(own.length + 1);
    if (start.length > own.length || !Arrays.equals(start, 0, start.length, own, 0, start.length)) {
      throw new BadInput(
          "--resume '" + folder + "' holds a file 'journal' of something else; use another folder");
    }
  }

  private static ByteBuffer framed(byte[] frame) {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + frame.length);
    return bytes.putInt(frame.length).putInt(checksum(frame)).put(frame).flip();
  }

  /** The next sound frame, or null. */
  private static byte[] next(InputStream in) throws IOException {
    byte[] header = in.readNBytes(HEADER_BYTES);
    if (header.length < HEADER_BYTES) {
      return null;
    }
    ByteBuffer numbers = ByteBuffer.wrap(header);
    int length = numbers.getInt();
    int checksum = numbers.getInt();
    if (length < 0) {
      return null;
    }
    byte[] frame = in.readNBytes(length);
    return frame.length == length && checksum(frame) == checksum ? frame : null;
  }

  private static int checksum(byte[] frame) {
    CRC32 checksum = new CRC32();
    checksum.update(frame);
    return (int) checksum.getValue();
  }

  private void checkSettings(String before) {
    String[] then = before.split("\n", -1);
    String[] now = settings.split("\n", -1);
    for (int i = 0; i < then.length; i++) {
      String current = i < now.length ? now[i] : "without it";
      if (!then[i].equals(current)) {
        throw new BadInput(
            "--resume '"
                + folder
                + "' was made with "
                + then[i]
                + ", but now it is "
                + current
                + "; use another folder");
      }
    }
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
