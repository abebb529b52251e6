package io.github.lucenesimhash.corpus;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOUtils;

/**
 * What a run has done so far, on disk, for a run that goes on after it was killed: lines of a
 * CRC-32 in 8 hex digits, a space and JSON. Lines of a JSON string are settings that the others
 * depend on. A last line that is cut short or does not match its checksum was being written when
 * the run ended; it is cut off.
 */
public final class Journal implements Closeable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int JSON_START = "00000000 ".length();

  private final Path folder;
  private final FileChannel file;

  /**
   * Opens the journal of a folder, or starts one.
   *
   * @throws BadInput if the folder cannot be used, or another run is using it
   */
  Journal(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder);
      file = openLocked(file(folder), () -> unusable("is in use by another run"));
    } catch (IOException e) {
      throw unusable("cannot be used: " + BadInput.reason(e));
    }
  }

  /**
   * A file that one run at a time reads and appends to.
   *
   * @param inUse what is thrown in another run
   */
  static FileChannel openLocked(Path file, Supplier<BadInput> inUse) throws IOException {
    FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE, LinkOption.NOFOLLOW_LINKS);
    try {
      if (channel.tryLock() == null) {
        throw new OverlappingFileLockException(); // as of this program
      }
      return channel;
    } catch (OverlappingFileLockException e) {
      IOUtils.closeWhileHandlingException(channel);
      throw inUse.get();
    } catch (IOException e) {
      IOUtils.closeWhileHandlingException(channel);
      throw e;
    }
  }

  /** The file in a folder that a run goes on from. */
  public static Path file(Path folder) {
    return folder.resolve("journal");
  }

  private BadInput unusable(String how) {
    return new BadInput("--resume '" + folder + "' " + how);
  }

  /**
   * Hands on what earlier runs appended; then more can be appended.
   *
   * @param settings lines that what is appended depends on; more of them may follow in a later run
   * @throws BadInput if those of earlier runs were others
   */
  <T> void replay(List<String> settings, Class<T> type, IOConsumer<T> sink) throws IOException {
    int settled = 0;
    long good = 0;
    Lines lines = new Lines(Channels.newInputStream(file));
    for (RawText line = lines.next(); line != null; line = lines.next()) {
      String json = json(line);
      if (json == null || lines.position.offset() == line.offset() + line.length()) {
        break;
      }
      if (json.startsWith("\"")) {
        String then = JSON.readValue(json, String.class);
        String now = settled < settings.size() ? settings.get(settled++) : "without it";
        if (!then.equals(now)) {
          throw unusable(
              "was made with " + then + ", but now it is " + now + "; use another folder");
        }
      } else {
        sink.accept(JSON.readValue(json, type));
      }
      good = lines.position.offset();
    }
    if (good == 0) {
      checkOwn(line(JSON.writeValueAsString(settings.getFirst())));
    }
    file.truncate(good);
    file.position(good);
    for (String setting : settings.subList(settled, settings.size())) {
      append(setting);
    }
  }

  /** Refuses a file without a sound line that is not the start of a journal either. */
  private void checkOwn(String own) throws IOException {
    byte[] start = Channels.newInputStream(file.position(0)).readNBytes(own.length() + 1);
    if (!own.startsWith(new String(start, StandardCharsets.ISO_8859_1))) {
      throw unusable("holds a file 'journal' of something else; use another folder");
    }
  }

  /** Null if the line is not sound. */
  private static String json(RawText line) {
    try {
      String text = line.text();
      String json = text.substring(Math.min(JSON_START, text.length()));
      return line(json).equals(text) ? json : null;
    } catch (SkippedException e) {
      return null;
    }
  }

  private static String line(String json) {
    CRC32 checksum = new CRC32();
    checksum.update(json.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) checksum.getValue()) + " " + json;
  }

  void append(Object value) throws IOException {
    String line = line(JSON.writeValueAsString(value)) + "\n";
    try {
      Channels.newOutputStream(file).write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IOException(unusable("cannot be written: " + BadInput.reason(e)).getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
