package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.search.SimHashCodec;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.IOUtils;

/**
 * A folder to which an index is written. The folder contains an index, is empty, or is new. A run
 * that ends before {@link #complete} leaves an existing index as it was. In a folder without an
 * index the run leaves a lock, and on a full disk also files of Lucene. The next run accepts them.
 */
final class IndexFolder implements Closeable {

  private static final int MOST_BUFFERS = 16; // write buffers that would fit into the heap

  /** Matches the names of files that a run leaves if it is killed before its first commit. */
  private static final Pattern LEFT =
      Pattern.compile(
          "write\\.lock|(pending_)?segments.*|" + IndexFileNames.CODEC_FILE_PATTERN.pattern());

  private final Path path;
  private final boolean isNew;

  /** The generation of the last commit, or -1 if no commit exists. */
  private final long generation;

  private Directory directory;
  private IndexWriter writer;

  /** Checks the folder without changing it. */
  IndexFolder(Path path) throws IOException {
    this.path = path;
    isNew = !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    if (!isNew && !Files.isDirectory(path)) {
      throw new BadInput(this + " is not a folder");
    }
    try (Stream<Path> files = isNew ? Stream.empty() : Files.list(path)) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      generation = SegmentInfos.getLastCommitGeneration(names.toArray(String[]::new));
      boolean areLeft = // files of a run that was killed or is still writing
          names.contains(IndexWriter.WRITE_LOCK_NAME)
              && names.stream().allMatch(LEFT.asMatchPredicate());
      if (generation < 0 && !names.isEmpty() && !areLeft) {
        throw noIndex();
      }
      for (String name : names) {
        checkLucenes(name);
      }
    } catch (NumberFormatException e) { // a file name that begins like the name of a commit
      throw noIndex();
    } catch (FileSystemException e) {
      throw BadInput.unreadable(toString(), e);
    }
  }

  /** Refuses a file that Lucene would delete because its name is like the name of an index file. */
  private void checkLucenes(String name) throws IOException {
    boolean isLike = LEFT.matcher(name).matches() && !name.endsWith(".tmp"); // .tmp has no header
    int start = isLike ? start(path.resolve(name)) : 0;
    if (start != 0 && start != CodecUtil.CODEC_MAGIC) { // 0 after a power failure
      throw new BadInput("%s holds '%s', which is not a file of an index", this, name);
    }
  }

  /** Returns the first four bytes of a file, or 0. Files of Lucene begin with a magic number. */
  static int start(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return in.readInt();
    } catch (EOFException | NoSuchFileException e) { // too short, or deleted by another run
      return 0;
    }
  }

  /** Refuses the folder of a memory, which may contain answered facts that are not committed. */
  void checkNoFacts() {
    if (Files.exists(path.resolve(FactMemory.FILE))) {
      throw new BadInput(this + " is a memory of serve --mcp, expected --mcp or another folder");
    }
  }

  private BadInput noIndex() {
    return new BadInput(this + " holds files but no index, expected an empty or a new folder");
  }

  /** Makes the folder if it is new, and opens its only writer, which {@link #close} closes. */
  void open() throws IOException {
    int megabytes = Math.clamp((Runtime.getRuntime().maxMemory() / MOST_BUFFERS) >> 20, 16, 128);
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new SimHashCodec())
            .setRAMBufferSizeMB(megabytes)
            .setMergeScheduler(new QuietMerges())
            .setCommitOnClose(false);
    try {
      directory = FSDirectory.open(path);
      writer = new IndexWriter(directory, config);
      if (SegmentInfos.getLastCommitGeneration(directory) != generation) {
        throw new BadInput(this + " was written by another run meanwhile");
      }
    } catch (LockObtainFailedException e) {
      throw new BadInput(this + " is being written by another run");
    } catch (FileSystemException e) {
      boolean denied = !isNew && !Files.isWritable(path);
      throw new BadInput(
          this + " cannot be written: " + (denied ? "no permission" : BadInput.reason(e)));
    }
  }

  /** Ignores a failed merge, for example on a full disk: it is done later, or a commit fails. */
  private static final class QuietMerges extends ConcurrentMergeScheduler {
    @Override
    protected void handleMergeException(Throwable failure) {}
  }

  boolean holdsIndex() {
    return generation >= 0;
  }

  IndexWriter writer() {
    return writer;
  }

  void complete(IndexSettings settings) throws IOException {
    writer.setLiveCommitData(settings.toCommitData().entrySet());
    try {
      writer.commit();
    } catch (IOException | AlreadyClosedException e) {
      throw failed(e);
    }
  }

  /** Returns the failure that closed the writer, such as a full disk, or else the given failure. */
  IOException cause(Exception failure) {
    Throwable tragedy = writer == null ? null : writer.getTragicException();
    if (tragedy != null) {
      return failed(tragedy);
    }
    if (failure instanceof IOException io) {
      return io;
    }
    throw (RuntimeException) failure;
  }

  IOException failed(Throwable cause) {
    return new IOException(this + " cannot be written: " + BadInput.reason(cause), cause);
  }

  @Override
  public String toString() {
    return "index '" + path + "'";
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(writer == null ? null : writer::rollback, directory);
  }
}
