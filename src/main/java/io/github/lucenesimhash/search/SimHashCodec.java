package io.github.lucenesimhash.search;

import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;

/**
 * Lucene's default codec with {@link SimHashPostingsFormat} for every {@link SimHashField}, or for
 * the given fields only. A name that no document has goes unnoticed, as with any codec.
 *
 * <pre>{@code
 * IndexWriterConfig config = new IndexWriterConfig(analyzer).setCodec(new SimHashCodec());
 * }</pre>
 *
 * <p>Segments are recorded under the name of the default codec, and each field under that of its
 * postings format, so readers need this jar on the class path, and no codec.
 */
public final class SimHashCodec extends FilterCodec {

  private final PostingsFormat postings;

  /** Uses the format for every {@link SimHashField}. */
  public SimHashCodec() {
    this(new String[0]);
  }

  /**
   * Uses the format for these fields; for all if none is given.
   *
   * @param fields names, none null or twice
   */
  public SimHashCodec(String... fields) {
    super("Lucene104", defaultCodec());
    Set<String> chosen = Set.of(fields);
    PostingsFormat simHash = new SimHashPostingsFormat();
    postings =
        new PerFieldPostingsFormat() {
          @Override
          public PostingsFormat getPostingsFormatForField(String field) {
            return chosen.isEmpty() || chosen.contains(field)
                ? simHash
                : ((Lucene104Codec) delegate).getPostingsFormatForField(field);
          }
        };
  }

  /* Not this class's parent: where Lucene is older, that could not be said in words. */
  private static Codec defaultCodec() {
    LuceneVersion.check();
    return new Lucene104Codec();
  }

  @Override
  public PostingsFormat postingsFormat() {
    return postings;
  }
}
