package io.github.lucenesimhash.search;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.ByteBuffersIndexInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;

/** A directory in which one file has other bytes. */
final class DamagedDirectory extends FilterDirectory {

  private final String damaged;
  private final byte[] bytes;

  DamagedDirectory(Directory in, String damaged, byte[] bytes) {
    super(in);
    this.damaged = damaged;
    this.bytes = bytes;
  }

  static byte[] read(Directory directory, String name) throws IOException {
    try (IndexInput in = directory.openInput(name, IOContext.READONCE)) {
      byte[] bytes = new byte[(int) in.length()];
      in.readBytes(bytes, 0, bytes.length);
      return bytes;
    }
  }

  @Override
  public long fileLength(String name) throws IOException {
    return name.equals(damaged) ? bytes.length : super.fileLength(name);
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    return name.equals(damaged)
        ? new ByteBuffersIndexInput(
            new ByteBuffersDataInput(List.of(ByteBuffer.wrap(bytes))), "damaged " + name)
        : super.openInput(name, context);
  }
}
