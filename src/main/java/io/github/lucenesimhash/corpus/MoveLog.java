package io.github.lucenesimhash.corpus;

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
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.util.IOUtils;

/**
 * Which files are moved into a folder, each a line of JSON that is on disk before the file moves;
 * so a line may be of a file that did not. One run at a time uses it.
 */
public final class MoveLog implements Closeable {

  /** The name in the folder. */
  public static final String NAME = "moved.jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A file to be moved.
   *
   * @param from absolute
   * @param to in the folder
   * @param kept the id of the document that is kept for it
   */
  public record Move(Path from, Path to, String kept) {}

  /**
   * The same in the log.
   *
   * @param from a URI
   * @param to its end, after that of the folder
   */
  private record Line(String from, String to, String kept) {}

  private final Path folder;
  private final String uri; // of the folder, with a slash at the end
  private final FileChannel channel;
  private final Set<Path> taken = new HashSet<>();

  private MoveLog(Path log) throws IOException {
    folder = log.toAbsolutePath().getParent();
    uri = PathUri.of(folder) + "/";
    channel = FileChannel.open(log, CREATE, READ, WRITE);
    try {
      if (channel.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // another run of this program
    }
    IOUtils.close(channel);
    throw new BadInput("'" + log + "' is in use by another run");
  }

  /** Makes the folder if it is not there. */
  public static MoveLog of(Path folder) throws IOException {
    Files.createDirectories(folder);
    return new MoveLog(folder.resolve(NAME));
  }

  /**
   * The log at a path.
   *
   * @throws BadInput if there is none
   */
  public static MoveLog at(Path log) throws IOException {
    if (!Files.isRegularFile(log)) {
      throw new BadInput("'%s' is no file, expected the %s of a folder of moved files", log, NAME);
    }
    return new MoveLog(log);
  }

  /** A free place for a file in the folder: its name, or with a number before the extension. */
  public Path place(Path name, Path file) throws IOException {
    String last = PathUri.name(name);
    int dot = last.lastIndexOf('.') > 0 ? last.lastIndexOf('.') : last.length();
    for (int i = 2; !isFree(folder.resolve(name), file); i++) {
      name = PathUri.sibling(name, last.substring(0, dot) + "." + i + last.substring(dot));
    }
    taken.add(name);
    return folder.resolve(name);
  }

  /** A name that a killed run gave to the file already is free. */
  private boolean isFree(Path place, Path file) throws IOException {
    return !place.getFileName().toString().equals(NAME)
        && !taken.contains(folder.relativize(place))
        && (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)
            || (!Files.isSymbolicLink(place) && Files.isSameFile(place, file)));
  }

  /** Writes lines, which are on disk afterwards. */
  public void write(List<Move> moves) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Move move : moves) {
      String to = PathUri.of(move.to()).substring(uri.length());
      Line line = new Line(PathUri.of(move.from()), to, move.kept());
      lines.append(JSON.writeValueAsString(line)).append('\n');
    }
    long end = channel.size();
    ByteBuffer last = ByteBuffer.allocate(1);
    if (end > 0 && channel.read(last, end - 1) == 1 && last.get(0) != '\n') {
      lines.insert(0, '\n'); // a killed run wrote half a line
    }
    channel.position(end);
    ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  /** What the log says, the last move first; half a line that a killed run wrote is left out. */
  public List<Move> movesBackwards() throws IOException {
    List<Move> moves = new ArrayList<>();
    Lines lines = new Lines(Channels.newInputStream(channel.position(0)));
    for (RawText line = lines.next(); line != null; line = lines.next()) {
      try {
        Line move = JSON.readValue(line.text(), Line.class);
        moves.add(new Move(PathUri.path(move.from), PathUri.path(uri + move.to), move.kept));
      } catch (JsonProcessingException | IllegalArgumentException e) {
        // of a run that was killed before it moved anything of this line
      }
    }
    return moves.reversed();
  }

  /** What became of a file that was to be put back. */
  public enum Undone {
    DONE,
    /** It is where it was, or was never moved. */
    THERE,
    /** Another is where it was. */
    TAKEN,
    /** It is in neither place. */
    GONE
  }

  /** Moves a file back, unless there is one in its place; a copy that is left is removed. */
  public Undone undo(Move move) throws IOException {
    Path from = move.from();
    Path to = move.to();
    boolean isThere = Files.exists(from, LinkOption.NOFOLLOW_LINKS);
    if (!Files.isRegularFile(to, LinkOption.NOFOLLOW_LINKS)) {
      return isThere ? Undone.THERE : Undone.GONE;
    }
    try {
      if (!isThere) {
        Files.createDirectories(from.getParent());
        FreeName.move(to, from);
        return Undone.DONE;
      }
    } catch (FileAlreadyExistsException e) {
      // made meanwhile
    }
    Aside copy = Aside.take(to); // so that it is not the very file that is compared with it
    if (Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)
        && !copy.isAlsoBeside(from)
        && Files.mismatch(from, copy.path) < 0) {
      copy.delete(); // a killed run got as far as to give it both names
      return Undone.DONE;
    }
    copy.putBack();
    return isThere ? Undone.TAKEN : Undone.GONE;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
