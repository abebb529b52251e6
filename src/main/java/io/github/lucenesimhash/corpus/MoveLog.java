package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
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
 * Which files are moved into a folder: after a line with a version, a line of JSON each that is on
 * disk before the file moves; so a line may be of a file that did not. One run at a time uses it.
 */
public final class MoveLog implements Closeable {

  /** The name in the folder. */
  public static final String NAME = "moved.jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HEADER =
      "{\"log\":\"files that lucene-simhash moved\",\"version\":1}\n";

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

  private final Path log;
  final Path folder;
  private final String uri; // of the folder, with a slash at the end
  private final FileChannel channel;
  private final Set<Path> taken = new HashSet<>();

  /** From where to where, in this and earlier runs. */
  private final Set<List<Path>> moved = new HashSet<>();

  private MoveLog(Path log) throws IOException {
    this.log = log;
    folder = log.toAbsolutePath().getParent();
    uri = FileNames.uri(folder) + "/";
    channel = Journal.openLocked(log, () -> new BadInput("'" + log + "' is in use by another run"));
    try {
      for (Move move : movesBackwards()) {
        moved.add(List.of(move.from, move.to));
      }
    } catch (IOException | RuntimeException e) {
      IOUtils.closeWhileHandlingException(channel);
      throw e;
    }
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
    if (!Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS)) {
      throw new BadInput("'%s' is no file, expected the %s of a folder of moved files", log, NAME);
    }
    return new MoveLog(log);
  }

  /** A free place for a file in the folder: its name, or with a number before the extension. */
  public Path place(Path name, Path file) throws IOException {
    String last = FileNames.name(name);
    int dot = last.lastIndexOf('.') > 0 ? last.lastIndexOf('.') : last.length();
    for (int i = 2; !isFree(folder.resolve(name), file); i++) {
      name = FileNames.sibling(name, last.substring(0, dot) + "." + i + last.substring(dot));
    }
    taken.add(name);
    return folder.resolve(name);
  }

  /** A name that a killed run gave to the file, or to its copy, already is free. */
  private boolean isFree(Path place, Path file) throws IOException {
    return !place.getFileName().toString().equals(NAME)
        && !taken.contains(folder.relativize(place))
        && (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)
            || (Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)
                && (Files.isSameFile(place, file)
                    || (moved.contains(List.of(file, place)) && Files.mismatch(place, file) < 0))));
  }

  /** Writes lines, which are on disk afterwards. */
  public void write(List<Move> moves) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Move move : moves) {
      String to = FileNames.uri(move.to()).substring(uri.length());
      Line line = new Line(FileNames.uri(move.from()), to, move.kept());
      lines.append(JSON.writeValueAsString(line)).append('\n');
    }
    long end = channel.size();
    ByteBuffer last = ByteBuffer.allocate(1);
    if (end < HEADER.length()) {
      end = 0; // a killed run wrote half of it
      lines.insert(0, HEADER);
    } else if (channel.read(last, end - 1) == 1 && last.get(0) != '\n') {
      lines.insert(0, '\n'); // a killed run wrote half a line
    }
    channel.position(end);
    ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  /**
   * What the log says, the last move first; half a line that a killed run wrote is left out.
   *
   * @throws BadInput if it is not a log, or a line is not of a move into the folder
   */
  public List<Move> movesBackwards() throws IOException {
    InputStream in = Channels.newInputStream(channel.position(0));
    String header = new String(in.readNBytes(HEADER.length()), StandardCharsets.ISO_8859_1);
    if (!HEADER.startsWith(header)) {
      throw new BadInput("'" + log + "' is no log of moved files that this version wrote");
    }
    List<Move> moves = new ArrayList<>();
    Lines lines = new Lines(in, null, new Corpus.Position(0, HEADER.length(), 1));
    for (RawText line = lines.next(); line != null; line = lines.next()) {
      try {
        moves.add(move(JSON.readTree(line.text()), line.line()));
      } catch (JsonProcessingException | SkippedException e) {
        // of a run that was killed before it moved anything of this line
      }
    }
    return moves.reversed();
  }

  private Move move(JsonNode line, long number) {
    Path from = path(line, number, "from", "", "the URI of a file");
    String expected = "the name of a file in the folder";
    Path name = path(line, number, "to", "file:///", expected);
    if (!name.normalize().equals(name) || name.equals(name.getRoot().resolve(NAME))) {
      throw refused(line, number, "to", expected);
    }
    return new Move(from, path(line, number, "to", uri, expected), line.path("kept").asText());
  }

  private Path path(JsonNode line, long number, String field, String start, String expected) {
    try {
      Path path = FileNames.ofUri(start + line.path(field).asText());
      if (path.getParent() != null) {
        return path;
      }
    } catch (IllegalArgumentException e) {
      // as one of no file
    }
    throw refused(line, number, field, expected);
  }

  private BadInput refused(JsonNode line, long number, String field, String expected) {
    return new BadInput(
        "'%s', line %d: \"%s\" is '%s', expected %s",
        log, number, field, line.path(field).asText(), expected);
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
    HiddenFile copy =
        HiddenFile.hide(to); // so that it is not the very file that is compared with it
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
