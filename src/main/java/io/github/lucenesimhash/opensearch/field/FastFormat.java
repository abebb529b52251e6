package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.search.SimHashPostingsFormat;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.codec.AdditionalCodecs;
import org.opensearch.index.codec.CodecAliases;
import org.opensearch.index.engine.EngineConfig;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.MapperService;

/**
 * The codec {@code simhash}: the default codec of the index, with {@link SimHashPostingsFormat} for
 * fields of the {@code store_format} {@code fast}. A segment keeps the name of the default codec
 * and, for each field, the name of its postings format. Therefore reading a segment needs the
 * plugin's jars, but no setting.
 */
public final class FastFormat implements AdditionalCodecs {

  /** The value of {@code index.codec} that selects this codec. */
  static final String CODEC = "simhash";

  static boolean isOn(Settings index) {
    return CODEC.equals(EngineConfig.INDEX_CODEC_SETTING.get(index));
  }

  /** Rejects the Lucene name of {@link Name}, with which no segment would have the fast format. */
  public static void check(Settings index) {
    if (Name.SPI.equals(EngineConfig.INDEX_CODEC_SETTING.get(index))) {
      throw BadRequest.of("index.codec is [{}], expected [{}]", Name.SPI, CODEC);
    }
  }

  @Override
  public Map<String, Codec> getCodecs(
      MapperService mapping, IndexSettings index, Supplier<Codec> defaultCodec) {
    Codec codec = defaultCodec.get();
    PerFieldPostingsFormat others = (PerFieldPostingsFormat) codec.postingsFormat();
    PostingsFormat fast = new SimHashPostingsFormat();
    PostingsFormat postings =
        new PerFieldPostingsFormat() {
          @Override
          public PostingsFormat getPostingsFormatForField(String field) {
            // the mapping is null where no documents are written
            MappedFieldType type = mapping == null ? null : mapping.fieldType(field);
            return type != null && type.unwrap() instanceof SimHashFieldType near && near.isFast
                ? fast
                : others.getPostingsFormatForField(field);
          }
        };
    return Map.of(
        CODEC,
        new FilterCodec(codec.getName(), codec) {
          @Override
          public PostingsFormat postingsFormat() {
            return postings;
          }
        });
  }

  /**
   * Makes {@code simhash} a value that the setting {@code index.codec} accepts. The setting accepts
   * the names by which Lucene finds codecs, and the aliases of these codecs. No segment is written
   * with this codec.
   */
  public static final class Name extends FilterCodec implements CodecAliases {

    private static final String SPI = "SimHashOpenSearch";

    public Name() {
      // every Lucene version has a default codec, and nodes load plugins after it
      super(SPI, Codec.getDefault());
    }

    @Override
    public Set<String> aliases() {
      return Set.of(CODEC);
    }
  }
}
