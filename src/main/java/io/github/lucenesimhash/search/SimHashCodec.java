package io.github.lucenesimhash.search;

import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;

/**
 * Lucene's default codec, except that fields of class {@link SimHashField}, or only the given ones,
 * are written in {@link SimHashPostingsFormat}.
 *
 * <pre>{@code
 * IndexWriterConfig config = new IndexWriterConfig(analyzer).setCodec(new SimHashCodec());
 * }</pre>
 *
 * <p>The index records the default codec and the postings format of each field, but not this codec.
 * To read the index, this jar on the class path is enough.
 */
public final class SimHashCodec extends FilterCodec {

  private final PostingsFormat postings;

  /** Creates a codec that writes every {@link SimHashField} in the format. */
  public SimHashCodec() {
    this(new String[0]);
  }

  /**
   * Creates a codec that writes the given fields in the format, or every {@link SimHashField} if no
   * name is given. A name that no field has is ignored.
   *
   * @param fields the distinct names of the fields, none of them null
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
