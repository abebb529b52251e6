package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The bytes of the fast format change only with its version, except Lucene's random ids. */
public class TestGoldenFormat extends LuceneTestCase {

  public void testOf64Bits() throws IOException {
    assertEquals("56:bf8ef33f790bd973 34082:3866cf976cc63db6", digests(1));
  }

  public void testOf128Bits() throws IOException {
    assertEquals("92:05533737f2a907cf 68162:9d97a3548055f409", digests(2));
  }

  public void testOf256Bits() throws IOException {
    assertEquals("164:a309d3936f4b7510 136322:bf64c1ecae2f41b0", digests(4));
  }

  private static String digests(int words) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config =
          new IndexWriterConfig().setCodec(new SimHashCodec()).setUseCompoundFile(false);
      config.getMergePolicy().setNoCFSRatio(0);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        SplittableRandom random = new SplittableRandom(words);
        for (int i = 0; i < 1000; i++) {
          long[] bits = random.longs(words).toArray();
          bits[0] = i % 2 == 0 ? bits[0] : bits[0] << 16; // a frequent value
          writer.addDocument(List.of(new SimHashField("near", bits)));
        }
      }
      return digest(directory, "shm", SimHashPostingsFormat.META_CODEC)
          + " "
          + digest(directory, "shd", SimHashPostingsFormat.DATA_CODEC);
    }
  }

  private static String digest(Directory directory, String extension, String codec)
      throws IOException {
    byte[] bytes = body(directory, "_0", extension, codec);
    return bytes.length + ":" + Fingerprint.of(FeatureHash.ofBytes(bytes, 0, bytes.length));
  }

  /** Returns the bytes of a file of the format between its header and its footer. */
  static byte[] body(Directory directory, String segment, String extension, String codec)
      throws IOException {
    String file = segment + "_SimHash_0." + extension;
    try (IndexInput in = directory.openInput(file, IOContext.DEFAULT)) {
      int header = CodecUtil.indexHeaderLength(codec, "SimHash_0");
      byte[] bytes = new byte[(int) in.length() - header - CodecUtil.footerLength()];
      in.seek(header);
      in.readBytes(bytes, 0, bytes.length);
      return bytes;
    }
  }
}
