package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.WordsField;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.opensearch.common.lucene.Lucene;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.fielddata.plain.BinaryIndexFieldData;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.ParseContext;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.aggregations.support.CoreValuesSourceType;
import org.opensearch.search.lookup.SearchLookup;

/**
 * The words of short texts: a Lucene field beside that of a {@link SimHashFieldMapper}, which fills
 * it. A mapping does not show it.
 */
final class WordsFieldMapper extends FieldMapper {

  private static final String NAME = "simhash_words";

  /** Beside a field of fingerprints of this name. */
  WordsFieldMapper(String near, FingerprintScheme scheme) {
    super(
        near + ShortTexts.WORDS,
        WordsField.fieldType(scheme.wordSide().id()),
        new Type(near),
        MultiFields.empty(),
        CopyTo.empty());
  }

  @Override
  protected void parseCreateField(ParseContext context) {
    throw new UnsupportedOperationException(name());
  }

  @Override
  protected void mergeOptions(FieldMapper other, List<String> conflicts) {
    // it is made again with the field of fingerprints
  }

  @Override
  protected String contentType() {
    return NAME;
  }

  private static final class Type extends MappedFieldType {

    private final String near;

    Type(String near) {
      super(near + ShortTexts.WORDS, true, false, true, TextSearchInfo.NONE, Map.of());
      this.near = near;
      setIndexAnalyzer(Lucene.KEYWORD_ANALYZER);
    }

    @Override
    public String typeName() {
      return NAME;
    }

    @Override
    public Query termQuery(Object value, QueryShardContext context) {
      throw new QueryShardException(
          context,
          "field [{}] has the words of [{}]: look for a text there by the query [simhash]",
          name(),
          near);
    }

    @Override
    public IndexFieldData.Builder fielddataBuilder(
        String fullyQualifiedIndexName, Supplier<SearchLookup> searchLookup) {
      return new BinaryIndexFieldData.Builder(name(), CoreValuesSourceType.BYTES);
    }

    @Override
    public DocValueFormat docValueFormat(String format, ZoneId timeZone) {
      return HexFormat.of(name(), format, timeZone);
    }

    @Override
    public ValueFetcher valueFetcher(
        QueryShardContext context, SearchLookup lookup, String format) {
      return source -> List.of();
    }
  }
}
