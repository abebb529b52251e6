package io.github.lucenesimhash.search;

import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;

/**
 * Lucene's default codec with {@link SimHashPostingsFormat} for every {@link SimHashField}, or for
 * the given fields only. As with any codec, a name that no document has is not reported.
 *
 * <pre>{@code
 * IndexWriterConfig config = new IndexWriterConfig(analyzer).setCodec(new SimHashCodec());
 * }</pre>
 *
 * <p>The index names the default codec for each segment, and the postings format for each field. So
 * a reader needs this jar on the class path, but does not need this codec.
 */
public final class SimHashCodec extends FilterCodec {

  private final PostingsFormat postings;

  /** Creates a codec with the format for every {@link SimHashField}. */
  public SimHashCodec() {
    this(new String[0]);
  }

  /**
   * Creates a codec with the format for the given fields, or for all if none is given.
   *
   * @param fields distinct names, none of them null
   */
  public SimHashCodec(String... fields) {
    this(LuceneVersion.codec(), Set.of(fields));
  }

  private SimHashCodec(Codec lucene, Set<String> fields) {
    super(lucene.getName(), lucene);
    PerFieldPostingsFormat others = (PerFieldPostingsFormat) lucene.postingsFormat();
    PostingsFormat simHash = new SimHashPostingsFormat();
    postings =
        new PerFieldPostingsFormat() {
          @Override
          public PostingsFormat getPostingsFormatForField(String field) {
            return fields.isEmpty() || fields.contains(field)
                ? simHash
                : others.getPostingsFormatForField(field);
          }
        };
  }

  @Override
  public PostingsFormat postingsFormat() {
    return postings;
  }
}
