package io.github.lucenesimhash.search;

import io.github.lucenesimhash.testing.Directories;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOUtils;

/** Two indexes with the same operations: one in Lucene's own format, one in the fast format. */
final class IndexPair implements Closeable {

  final Directory lucene = Directories.random(LuceneTestCase.random());
  final Directory simHash = Directories.random(LuceneTestCase.random());
  private final IndexWriter luceneWriter;
  private final IndexWriter simHashWriter;

  /**
   * @param configs the supplier of equal configurations without a codec
   * @param fields the fields in SimHashPostingsFormat
   */
  IndexPair(Supplier<IndexWriterConfig> configs, String... fields) throws IOException {
    luceneWriter = new IndexWriter(lucene, configs.get().setCodec(TestUtil.getDefaultCodec()));
    simHashWriter = new IndexWriter(simHash, configs.get().setCodec(new SimHashCodec(fields)));
  }

  void both(IOConsumer<IndexWriter> operation) throws IOException {
    operation.accept(luceneWriter);
    operation.accept(simHashWriter);
  }

  void closeWriters() throws IOException {
    IOUtils.close(luceneWriter, simHashWriter);
  }

  /** Adds unchanged copies of the segments of another pair, whose writers are closed. */
  void addCopyOf(IndexPair source) throws IOException {
    luceneWriter.addIndexes(source.lucene);
    simHashWriter.addIndexes(source.simHash);
  }

  List<DirectoryReader> readers() throws IOException {
    return List.of(DirectoryReader.open(luceneWriter), DirectoryReader.open(simHashWriter));
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(luceneWriter, simHashWriter, lucene, simHash);
  }
}
