package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;

/**
 * A folder's files as far as they are an index's. Lucene takes each name that starts with an
 * underscore or with "segments" for its own, and deletes what no commit refers to; a user's file of
 * such a name is not shown to it.
 */
final class IndexFiles extends FilterDirectory {

  private static final Pattern NAME =
      Pattern.compile(
          "write\\.lock|(pending_)?segments.*|" + IndexFileNames.CODEC_FILE_PATTERN.pattern());

  /** The names that it gives here. Such a file may hold nothing yet, or zeros after a power cut. */
  private static final Pattern GIVEN =
      Pattern.compile(
          "write\\.lock|(pending_)?segments_\\w+"
              + "|_[a-z0-9]+(_[\\w-]+)?\\.(cf[es]|doc|dv[dms]|fd[mtx]|fnm|kd[dim]|liv|nv[dm]|pay|pos|psm|sh[dm]|si|t(im|ip|md|mp|v[dmx])|ve\\w{1,2})");

  private final Path folder;

  /** Makes the folder if it is not there. */
  IndexFiles(Path folder) throws IOException {
    super(FSDirectory.open(folder));
    this.folder = folder;
  }

  /** Whether a folder holds an index. */
  static boolean areAt(Path folder) throws IOException {
    return Files.isDirectory(folder)
        && Files.isReadable(folder)
        && DirectoryReader.indexExists(new IndexFiles(folder));
  }

  @Override
  public String[] listAll() throws IOException {
    List<String> names = new ArrayList<>();
    for (String name : super.listAll()) {
      if (isLucene(name)) {
        names.add(name);
      }
    }
    return names.toArray(String[]::new);
  }

  /** To a name that is free: a file that is not shown is not replaced either. */
  @Override
  public void rename(String from, String to) throws IOException {
    if (Files.exists(folder.resolve(to), LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(folder.resolve(to).toString());
    }
    super.rename(from, to);
  }

  /**
   * Whether a file begins as all of Lucene's do. The lock, which is empty, is not opened: to close
   * any descriptor of that file ends this process's lock on it.
   */
  private boolean isLucene(String name) throws IOException {
    if (!NAME.matcher(name).matches()) {
      return false; // before it is made a path, which not every name can be under each locale
    }
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try {
      return Files.size(file) == 0
          ? GIVEN.matcher(name).matches()
          : !name.equals(IndexWriter.WRITE_LOCK_NAME) && beginsAsLucenes(file, name);
    } catch (NoSuchFileException e) {
      return false; // deleted meanwhile
    }
  }

  private static boolean beginsAsLucenes(Path file, String name) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(Integer.BYTES);
      boolean holdsNothing = Arrays.equals(start, new byte[start.length]);
      return holdsNothing
          ? GIVEN.matcher(name).matches()
          : start.length == Integer.BYTES
              && ByteBuffer.wrap(start).getInt() == CodecUtil.CODEC_MAGIC;
    }
  }
}
