package io.github.lucenesimhash.testing;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * The directories to which tests write indexes. LuceneTestCase wraps nearly all of its directories,
 * which hides the inputs through which a user's index is read. A defect of such an input would not
 * be found there.
 */
public enum Directories {
  MMAP,
  NIOFS,
  BYTE_BUFFERS,
  MOCK;

  /** Returns an empty directory of a random kind, closed by the caller. */
  public static Directory random(Random random) {
    return values()[random.nextInt(values().length)].open();
  }

  /** Returns an empty directory of this kind, closed by the caller. */
  public Directory open() {
    try {
      return switch (this) {
        case MMAP -> new MMapDirectory(LuceneTestCase.createTempDir());
        case NIOFS -> new NIOFSDirectory(LuceneTestCase.createTempDir());
        case BYTE_BUFFERS -> new ByteBuffersDirectory();
        case MOCK -> LuceneTestCase.newDirectory();
      };
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
