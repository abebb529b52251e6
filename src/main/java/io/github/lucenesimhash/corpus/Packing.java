package io.github.lucenesimhash.corpus;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The packing of a file, which is removed before the text is decoded. */
public enum Packing {
  NONE(""),
  GZIP("gz"),
  ZSTD("zst");

  private static final int MAGIC_BYTES = 4;

  private final String extension;

  Packing(String extension) {
    this.extension = extension;
  }

  @Override
  public String toString() {
    return extension;
  }

  /** Returns the packing that a file name indicates. */
  public static Packing of(String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    return lowerCase.endsWith(".gz") ? GZIP : lowerCase.endsWith(".zst") ? ZSTD : NONE;
  }

  /** Returns the packing that the first bytes of a stream indicate, and resets the stream. */
  static Packing of(InputStream in) throws IOException {
    in.mark(MAGIC_BYTES);
    byte[] start = in.readNBytes(MAGIC_BYTES);
    in.reset();
    return of(start);
  }

  static Packing of(byte[] start) {
    if (start.length >= MAGIC_BYTES) {
      int magic = ByteBuffer.wrap(start).getInt();
      if (magic >>> 8 == 0x1F8B08) {
        return GZIP;
      }
      if (magic == 0x28B52FFD || (magic & 0xF0FFFFFF) == 0x502A4D18) { // or a skippable frame
        return ZSTD;
      }
    }
    return NONE;
  }

  /** Returns a file name without the extension of this packing. */
  String without(String name) {
    return this == NONE ? name : name.substring(0, name.length() - extension.length() - 1);
  }

  /** Unpacks a stream, which throws {@link SkippedException} after the bytes before any damage. */
  InputStream unpack(InputStream in) throws IOException {
    try {
      return switch (this) {
        case GZIP -> new Unpacked(new GZIPInputStream(withMore(in), 1 << 16));
        case ZSTD -> new Unpacked(new ZstdInputStream(in));
        case NONE -> in;
      };
    } catch (IOException e) {
      throw damaged(e);
    } catch (LinkageError e) {
      throw new SkippedException("unreadable", "cannot be read: no .zst on this kind of machine");
    }
  }

  public OutputStream pack(OutputStream out) throws IOException {
    return pack(out, 0);
  }

  /** Packs a large file, with the given number of further threads if the packing can use them. */
  OutputStream pack(OutputStream out, int threads) throws IOException {
    return switch (this) {
      case GZIP -> new GZIPOutputStream(out, 1 << 16);
      case ZSTD -> new ZstdOutputStream(out).setChecksum(true).setWorkers(threads);
      case NONE -> out;
    };
  }

  /** Always reports available bytes, so that several packed files in sequence are read as one. */
  private static InputStream withMore(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int available() {
        return 1;
      }
    };
  }

  private static SkippedException damaged(IOException e) {
    return new SkippedException("damaged", "is damaged: " + BadInput.reason(e));
  }

  private static final class Unpacked extends FilterInputStream {

    Unpacked(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      try {
        return in.read(bytes, from, length);
      } catch (IOException e) {
        throw damaged(e);
      }
    }

    /** Returns 0, so that no reader reads ahead and loses the bytes before the damage. */
    @Override
    public int available() {
      return 0;
    }
  }
}
