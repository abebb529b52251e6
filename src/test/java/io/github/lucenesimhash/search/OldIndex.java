package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.BlockLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/**
 * A small index as each version of the format wrote it, kept in the test resources for {@link
 * TestOldIndex}. Add a zip when the format's version or the codec's name changes; never write an
 * old one again.
 *
 * <pre>
 * mvn test-compile exec:exec -Dexec.classpathScope=test \
 *     "-Dexec.args=-classpath %classpath io.github.lucenesimhash.search.OldIndex FILE.zip"
 * </pre>
 */
final class OldIndex {

  static final String FIELD = "near";
  static final int DOCUMENTS = 40;

  private OldIndex() {}

  public static void main(String[] args) throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        OutputStream file = Files.newOutputStream(Path.of(args[0]))) {
      write(directory);
      zip(directory, file);
    }
  }

  /** Every seventh document has none; the others differ from 0 in id % 32 bits, from the bottom. */
  static boolean has(int id) {
    return id % 7 != 0;
  }

  static boolean isDeleted(int id) {
    return id % 10 == 5;
  }

  static long fingerprint(int id) {
    return (1L << id % 32) - 1;
  }

  static BlockLayout layout(int id) {
    return id % 2 == 0 ? BlockLayout.CONTIGUOUS : BlockLayout.INTERLEAVED;
  }

  /** Two segments of both layouts, with deleted documents. */
  private static void write(Directory directory) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new SimHashCodec(FIELD))
            .setUseCompoundFile(false)
            .setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int id = 0; id < DOCUMENTS; id++) {
        Document document = Answers.document(id);
        document.add(new StringField("id", Integer.toString(id), Field.Store.NO));
        if (has(id)) {
          document.add(new SimHashField(FIELD, fingerprint(id), layout(id), "old-scheme"));
        }
        writer.addDocument(document);
        if (id == DOCUMENTS / 2) {
          writer.commit();
        }
      }
      writer.commit();
      for (int id = 0; id < DOCUMENTS; id++) {
        if (isDeleted(id)) {
          writer.deleteDocuments(new Term("id", Integer.toString(id)));
        }
      }
    }
  }

  private static void zip(Directory directory, OutputStream file) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(file)) {
      for (String name : directory.listAll()) {
        if (!name.equals(IndexWriter.WRITE_LOCK_NAME)) {
          zip.putNextEntry(new ZipEntry(name));
          zip.write(DamagedDirectory.read(directory, name));
        }
      }
    }
  }
}
