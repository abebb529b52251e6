package io.github.lucenesimhash.opensearch;

import java.util.Set;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.opensearch.index.codec.CodecAliases;

/**
 * Makes {@code simhash} a value that the setting {@code index.codec} accepts: the setting knows
 * codecs that Lucene finds by name, and their aliases. No segment is written with it; {@link
 * FastFormat} is what the name stands for.
 */
public final class SimHashCodecName extends FilterCodec implements CodecAliases {

  /** For Lucene's lookup. */
  public SimHashCodecName() {
    super("SimHashOpenSearch", new Lucene104Codec());
  }

  @Override
  public Set<String> aliases() {
    return Set.of(FastFormat.CODEC);
  }
}
