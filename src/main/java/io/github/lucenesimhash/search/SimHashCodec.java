package io.github.lucenesimhash.search;

import java.util.Set;
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
 * <p>Segments are recorded under the default codec's own name, and each field with the name of its
 * postings format: readers need this jar on the class path, and no codec.
 */
public final class SimHashCodec extends Lucene104Codec {

  private final Set<String> fields;
  private final PostingsFormat simHash = new SimHashPostingsFormat();

  /** Uses the format for every {@link SimHashField}. */
  public SimHashCodec() {
    this(new String[0]);
  }

  /** Uses the format for these fields; for all if none is given. */
  public SimHashCodec(String... fields) {
    this.fields = Set.of(fields);
  }

  @Override
  public PostingsFormat getPostingsFormatForField(String field) {
    return fields.isEmpty() || fields.contains(field)
        ? simHash
        : super.getPostingsFormatForField(field);
  }
}
