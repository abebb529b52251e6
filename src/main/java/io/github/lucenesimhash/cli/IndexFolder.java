package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** A folder that an index is written to. */
record IndexFolder(Path path) {

  /**
   * Makes the folder if it is not there.
   *
   * @throws BadInput if it cannot be written
   */
  Directory open() throws IOException {
    try {
      return FSDirectory.open(path);
    } catch (FileSystemException e) {
      throw unusable(e);
    }
  }

  /**
   * @throws BadInput if the folder cannot be written
   */
  IndexWriter writer(Directory directory, IndexWriterConfig config) throws IOException {
    try {
      return new IndexWriter(directory, config);
    } catch (FileSystemException e) {
      throw unusable(e);
    }
  }

  private BadInput unusable(FileSystemException e) {
    return new BadInput("--index '" + path + "' cannot be written: " + BadInput.reason(e));
  }
}
