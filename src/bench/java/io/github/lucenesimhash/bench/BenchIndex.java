package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/** An index that has only fingerprints. */
final class BenchIndex {

  static final String SIMHASH = "simhash";
  static final String DEFAULT = "default";

  private BenchIndex() {}

  /**
   * Writes an index in its own JVM and prints the {@link BuildRow}s. Arguments: PATH DOCUMENTS
   * SEGMENTS DATA CODEC.
   */
  public static void main(String[] args) throws IOException {
    Path path = Path.of(args[0]);
    int documents = Integer.parseInt(args[1]);
    int segments = Integer.parseInt(args[2]);
    long[] fingerprints = BenchData.fingerprints(documents, args[3]);
    Codec codec = args[4].equals(SIMHASH) ? new SimHashCodec("near") : Codec.getDefault();
    double perSecond = documents / write(path, fingerprints, segments, codec);
    for (Map.Entry<String, Long> bytes : bytesByExtension(path).entrySet()) {
      double each = (double) bytes.getValue() / documents;
      BuildRow row =
          new BuildRow(documents, segments, args[3], args[4], perSecond, bytes.getKey(), each);
      System.out.println(row.toCsv());
    }
  }

  /** Returns whether the index exists and is complete. */
  static boolean isWritten(Path path) throws IOException {
    try (Directory directory = new MMapDirectory(path)) {
      return DirectoryReader.indexExists(directory);
    }
  }

  /**
   * Writes segments of equal size in document order, without deletes. Returns the time in seconds.
   */
  static double write(Path path, long[] fingerprints, int segments, Codec codec)
      throws IOException {
    long start = System.nanoTime();
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(codec)
            .setUseCompoundFile(false)
            .setRAMBufferSizeMB(1900)
            .setMergePolicy(segments == 1 ? new LogDocMergePolicy() : NoMergePolicy.INSTANCE);
    config.getMergePolicy().setNoCFSRatio(0);
    try (Directory directory = new MMapDirectory(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      SimHashField field = new SimHashField("near", 0);
      Document document = new Document();
      document.add(field);
      for (int i = 0; i < fingerprints.length; i++) {
        field.setLongValue(fingerprints[i]);
        writer.addDocument(document);
        if ((i + 1) % ((fingerprints.length + segments - 1) / segments) == 0) {
          writer.flush();
        }
      }
      if (segments == 1) {
        writer.forceMerge(1);
      }
    }
    return (System.nanoTime() - start) * 1e-9;
  }

  /** Returns the size of the files of the index by extension. */
  static Map<String, Long> bytesByExtension(Path path) throws IOException {
    Map<String, Long> bytes = new TreeMap<>();
    try (Directory directory = new MMapDirectory(path)) {
      for (String file : directory.listAll()) {
        String extension = file.substring(file.lastIndexOf('.') + 1);
        bytes.merge(extension, directory.fileLength(file), Long::sum);
      }
    }
    return bytes;
  }
}
