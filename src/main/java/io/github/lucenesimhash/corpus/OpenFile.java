package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.lucene.util.IOUtils;

/** The file of the record that was read last: the next one may lie behind it. */
final class OpenFile implements Closeable {

  private Source source;
  private InputStream in;
  private long position;

  byte[] bytes(Source source, long offset, int bytes) throws IOException {
    if (!source.equals(this.source) || offset < position) {
      close();
      in = source.rawStream(InputStream.nullInputStream());
      this.source = source;
      position = 0;
    }
    byte[] line = new byte[bytes];
    try {
      in.skipNBytes(offset - position);
      new DataInputStream(in).readFully(line);
    } catch (EOFException e) {
      throw SkippedException.malformed("is shorter");
    }
    position = offset + line.length;
    return line;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(in);
  }
}
