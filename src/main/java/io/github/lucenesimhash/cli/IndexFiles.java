package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;

/**
 * A folder's files as far as they are an index's. Lucene takes each name that starts with an
 * underscore or with "segments" for its own, and deletes what no commit refers to; a user's file of
 * such a name is not shown to it.
 */
final class IndexFiles extends FilterDirectory {

  /** The names that Lucene gives; files that it could not write to yet are empty. */
  private static final Pattern EMPTY =
      Pattern.compile("write\\.lock|(pending_)?segments_\\w+|_\\w+\\.(si|[a-z]{3})");

  private final Path folder;

  /** Makes the folder if it is not there. */
  IndexFiles(Path folder) throws IOException {
    super(FSDirectory.open(folder));
    this.folder = folder;
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

  /** Whether a file begins as all of Lucene's do. */
  private boolean isLucene(String name) throws IOException {
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(Integer.BYTES);
      return start.length == 0
          ? EMPTY.matcher(name).matches()
          : start.length == Integer.BYTES
              && ByteBuffer.wrap(start).getInt() == CodecUtil.CODEC_MAGIC;
    } catch (NoSuchFileException e) {
      return false; // deleted meanwhile
    }
  }
}
