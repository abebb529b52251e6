package io.github.lucenesimhash.search;

import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;

/**
 * Lucene's default codec with {@link SimHashPostingsFormat} for every {@link SimHashField}, or for
 * the given fields only. As with any codec of Lucene, a name that no document has goes unnoticed:
 * without names there is none to misspell.
 *
 * <pre>{@code
 * IndexWriterConfig config = new IndexWriterConfig(analyzer).setCodec(new SimHashCodec());
 * }</pre>
 *
 * <p>The name carries the default codec's version: an index stays readable as long as Lucene reads
 * that one.
 */
public final class SimHashCodec extends FilterCodec {

  /** SPI name. */
  public static final String NAME = "SimHash104";

  /** Uses the format for every {@link SimHashField}. */
  public SimHashCodec() {
    this(new String[0]);
  }

  /** Uses the format for these fields; for all if none is given. */
  public SimHashCodec(String... fields) {
    super(NAME, delegate(Set.of(fields)));
  }

  private static Codec delegate(Set<String> fields) {
    PostingsFormat simHash = new SimHashPostingsFormat();
    return new Lucene104Codec() {
      @Override
      public PostingsFormat getPostingsFormatForField(String field) {
        return fields.isEmpty() || fields.contains(field)
            ? simHash
            : super.getPostingsFormatForField(field);
      }
    };
  }
}
