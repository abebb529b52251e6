package io.github.lucenesimhash.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.IOUtils;

/** Provides indexes to measure. Each is written on first use, in its own JVM. */
public final class IndexFolder implements Closeable {

  private final Path folder;
  private final boolean isTemporary;

  /**
   * Creates a folder of indexes.
   *
   * @param kept the folder where indexes are kept for later use, or null for a temporary folder
   */
  public IndexFolder(Path kept) throws IOException {
    folder = kept == null ? Files.createTempDirectory("simhash-bench") : kept;
    isTemporary = kept == null;
  }

  /** Returns indexes of the same documents in the default codec and in SimHashCodec. */
  public List<Path> write(int documents, int segments, String data, List<BuildRow> builds)
      throws IOException {
    List<Path> written = new ArrayList<>();
    for (String codec : List.of(BenchIndex.DEFAULT, BenchIndex.SIMHASH)) {
      Path index = index(documents, segments, data, codec);
      if (!BenchIndex.isWritten(index)) {
        ChildJvm.run(BenchIndex.class.getName(), index, documents, segments, data, codec)
            .forEach(line -> builds.add(BuildRow.parse(line)));
      }
      written.add(index);
    }
    return written;
  }

  Path index(int documents, int segments, String data, String codec) {
    return folder.resolve(Tables.count(documents) + "-" + segments + "-" + data + "-" + codec);
  }

  @Override
  public void close() throws IOException {
    if (isTemporary) {
      IOUtils.rm(folder);
    }
  }
}
