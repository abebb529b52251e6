package io.github.lucenesimhash.corpus;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.apache.lucene.util.IOUtils;

/**
 * A folder into which files are moved, and the log of the moves in it, {@code moved.jsonl}. After a
 * line with a version, the log has a JSON line for each file, which is on disk before the file
 * moves. Therefore a line may name a file that was not moved. Only one run at a time can use the
 * folder.
 *
 * <p>A move creates an empty file with the new name and then renames the file to this name. No
 * other file is replaced, and the file that has the old name at that moment gets the new name. A
 * run that was killed may leave an empty file, which {@link #undo} deletes. Files stay in their
 * file system.
 */
public final class MovedFiles implements Closeable {

  private static final String LOG = "moved.jsonl";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HEADER =
      "{\"log\":\"files that lucene-simhash moved\",\"version\":2}\n";

  /**
   * A move of a file.
   *
   * @param from the absolute path of the file before the move
   * @param to the path of the file in the folder
   * @param kept the id of the kept document of which the file is a duplicate
   */
  public record Move(Path from, Path to, String kept) {}

  /**
   * A move in the log.
   *
   * @param from the URI of the file before the move
   * @param to the URI of the file in the folder, without the URI of the folder
   */
  private record Line(String from, String to, String kept) {}

  private final Path folder;
  private final Path log;
  private final FileChannel channel;
  private long end; // the end of the last whole line of the log
  private final Map<Path, Path> takenFor = new HashMap<>(); // old paths by paths in the folder

  private MovedFiles(Path folder) throws IOException {
    this.folder = folder.toRealPath();
    log = this.folder.resolve(LOG);
    channel = FileChannel.open(log, CREATE, READ, WRITE, NOFOLLOW_LINKS);
    try {
      lock();
      moves().forEach(move -> takenFor.put(move.to, move.from));
    } catch (IOException | RuntimeException e) {
      IOUtils.closeWhileHandlingException(channel);
      throw e;
    }
  }

  private void lock() throws IOException {
    try {
      if (channel.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // another thread of this program holds the lock
    }
    throw new BadInput("'" + log + "' is in use by another run");
  }

  /** Opens a folder to move files into, and creates the folder if it does not exist. */
  public static MovedFiles into(Path folder) throws IOException {
    Files.createDirectories(folder);
    return new MovedFiles(folder);
  }

  /**
   * Opens a folder that files were moved into.
   *
   * @throws BadInput if the folder contains no log
   */
  public static MovedFiles in(Path folder) throws IOException {
    if (!Files.isRegularFile(folder.resolve(LOG), NOFOLLOW_LINKS)) {
      throw new BadInput(
          "'%s' has no %s, expected a folder that files were moved into", folder, LOG);
    }
    return new MovedFiles(folder);
  }

  /**
   * Reserves and returns a free path in the folder, to which no other file was moved: the name
   * itself, or the name with a number before its extension.
   */
  public Path place(Path from, Path name) {
    String last = name.getFileName().toString();
    int dot = last.lastIndexOf('.') > 0 ? last.lastIndexOf('.') : last.length();
    Path place = folder.resolve(name);
    for (int i = 2;
        Files.exists(place, NOFOLLOW_LINKS)
            || !takenFor.computeIfAbsent(place, free -> from).equals(from);
        i++) {
      place = place.resolveSibling(last.substring(0, dot) + "." + i + last.substring(dot));
    }
    return place;
  }

  /** Appends moves to the log before they are made. The lines are on disk afterwards. */
  public void write(List<Move> moves) throws IOException {
    StringBuilder lines = new StringBuilder(end == 0 ? HEADER : "");
    for (Move move : moves) {
      String to = FileNames.uri(move.to).substring(uri().length());
      Line line = new Line(FileNames.uri(move.from), to, move.kept);
      lines.append(JSON.writeValueAsString(line)).append('\n');
    }
    ByteBuffer bytes = UTF_8.encode(lines.toString());
    try {
      channel.truncate(end).position(end);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
      IOUtils.fsync(folder, true);
    } catch (IOException e) { // for a full disk, Java does not name the file
      channel.truncate(end);
      throw Draft.unusable("'" + log + "'", e);
    }
    end = channel.position();
  }

  private String uri() {
    return FileNames.uri(folder) + "/";
  }

  /**
   * Returns the last move to each name, in the order of the log; files of earlier moves to the name
   * do not exist there any more. Ignores half a line at the end of the log: the run that wrote it
   * was killed before it moved the file.
   *
   * @throws BadInput if the file is not a log, or a line does not name a move into the folder
   */
  public List<Move> moves() throws IOException {
    byte[] bytes = Channels.newInputStream(channel.position(0)).readAllBytes();
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != '\n') {
      whole--;
    }
    String start = new String(bytes, 0, Math.min(bytes.length, HEADER.length()), ISO_8859_1);
    if (!(whole == 0 ? HEADER.startsWith(start) : HEADER.equals(start))) {
      throw new BadInput("'" + log + "' is no log of moved files that this version wrote");
    }
    end = whole;
    SequencedMap<Path, Move> moves = new LinkedHashMap<>();
    int number = 1;
    for (String line : new String(bytes, 0, whole, UTF_8).lines().skip(1).toList()) {
      Move move = move(line, ++number);
      moves.putLast(move.to, move);
    }
    return List.copyOf(moves.values());
  }

  private Move move(String json, int number) {
    try {
      Line line = JSON.readValue(json, Line.class);
      Path from = FileNames.ofUri(line.from);
      Path to = FileNames.ofUri(uri() + line.to);
      boolean isInside = to.normalize().equals(to) && to.startsWith(folder) && !to.equals(folder);
      if (from.getParent() != null && isInside && !to.equals(log) && line.to != null) {
        return new Move(from, to, line.kept);
      }
    } catch (JsonProcessingException | IllegalArgumentException | NullPointerException e) {
      // all invalid lines have the same message
    }
    throw new BadInput(
        "'%s', line %d: '%s', expected \"from\", the URI of a file, and \"to\", the name of one in"
            + " the folder",
        log, number, json);
  }

  /**
   * Moves a file, which must not be empty, to a free name.
   *
   * @throws FileAlreadyExistsException if the name is not free
   */
  public void move(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.createFile(to);
    try {
      Files.move(from, to, ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("the folder is in another file system, expected one in the same");
    } finally {
      deleteIfEmpty(to);
    }
  }

  private static void deleteIfEmpty(Path path) throws IOException {
    if (Files.isRegularFile(path, NOFOLLOW_LINKS) && Files.size(path) == 0) {
      Files.delete(path);
    }
  }

  /**
   * Moves a file back. An empty file counts as missing.
   *
   * @return whether the file was moved; false if it is in its old place, and was perhaps never
   *     moved
   * @throws FileAlreadyExistsException if another file is in the old place
   * @throws NoSuchFileException if the file is neither in its old place nor in the folder
   */
  public boolean undo(Move move) throws IOException {
    Path from = move.from;
    Path to = move.to;
    deleteIfEmpty(to);
    if (!Files.exists(to, NOFOLLOW_LINKS)) {
      if (Files.exists(from, NOFOLLOW_LINKS)) {
        return false;
      }
      throw new NoSuchFileException(from.toString());
    }
    deleteIfEmpty(from);
    move(to, from);
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
