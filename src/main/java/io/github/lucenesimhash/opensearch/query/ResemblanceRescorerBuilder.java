package io.github.lucenesimhash.opensearch.query;

import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import io.github.lucenesimhash.opensearch.field.SourceTexts;
import io.github.lucenesimhash.opensearch.field.WireVersion;
import io.github.lucenesimhash.verify.DocumentFeatures;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.ResemblanceRescorer;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.RescorerSpec;
import org.opensearch.search.lookup.SourceLookup;
import org.opensearch.search.rescore.RescoreContext;
import org.opensearch.search.rescore.Rescorer;
import org.opensearch.search.rescore.RescorerBuilder;

/**
 * The rescore phase {@code resemblance}: candidates score their exact resemblance to a text, by the
 * text in their source. Of a field of type {@code simhash} these are the texts that its
 * fingerprints are made of, with the features of its scheme; the text of any other field has those
 * of the standard scheme.
 *
 * <pre>
 * "rescore": {"window_size": 100, "resemblance": {"field": "body", "text": "...", "min": 0.8}}
 * </pre>
 */
public final class ResemblanceRescorerBuilder extends RescorerBuilder<ResemblanceRescorerBuilder> {

  static final String NAME = "resemblance";

  static final ConstructingObjectParser<ResemblanceRescorerBuilder, Void> PARSER =
      new ConstructingObjectParser<>(
          NAME,
          given ->
              new ResemblanceRescorerBuilder(
                  (String) given[0], (String) given[1], given[2] == null ? 0 : (Double) given[2]));

  static {
    PARSER.declareString(ConstructingObjectParser.constructorArg(), new ParseField("field"));
    PARSER.declareString(ConstructingObjectParser.constructorArg(), new ParseField("text"));
    PARSER.declareDouble(ConstructingObjectParser.optionalConstructorArg(), new ParseField("min"));
  }

  /** Reads the rescorer. */
  public static final RescorerSpec<ResemblanceRescorerBuilder> SPEC =
      new RescorerSpec<>(
          NAME, ResemblanceRescorerBuilder::new, parser -> PARSER.parse(parser, null));

  private final String field;
  private final String text;
  private final double min;

  private ResemblanceRescorerBuilder(String field, String text, double min) {
    if (!(min >= 0 && min <= 1)) {
      throw BadRequest.of("[resemblance] rescorer has min [{}], expected 0 to 1", min);
    }
    SimHashFieldType.checkLength(field, text);
    this.field = field;
    this.text = text;
    this.min = min;
  }

  ResemblanceRescorerBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in, "a rescorer");
    field = in.readString();
    text = in.readString();
    min = in.readDouble();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out);
    out.writeString(field);
    out.writeString(text);
    out.writeDouble(min);
  }

  @Override
  protected RescoreContext innerBuildContext(int windowSize, QueryShardContext context) {
    MappedFieldType type = context.fieldMapper(field);
    SourceTexts texts =
        type != null && type.unwrap() instanceof SimHashFieldType near
            ? SourceTexts.of(near.verifier(), context.sourcePath(near.name()), near)
            : new SourceTexts(TextVerifier.standard(), List.of(field), null);
    FeatureSet none = texts.verifier().features("");
    DocumentFeatures documents =
        (leaf, doc) -> Objects.requireNonNullElse(features(texts, leaf, doc), none);
    FeatureSet own = texts.verifier().features(text);
    return new RescoreContext(
        windowSize, new FullRescorer(ResemblanceRescorer.jaccard(own, documents, min)));
  }

  private FeatureSet features(SourceTexts texts, LeafReaderContext leaf, int leafDoc) {
    SourceLookup source = new SourceLookup();
    source.setSegmentAndDocument(leaf, leafDoc);
    FeatureSet features = texts.features(source::extractRawValues);
    if (source.sourceContentType() == null) {
      throw BadRequest.of(
          "the index keeps no source, which the texts of field [{}] would come from", field);
    }
    return features;
  }

  @Override
  public ResemblanceRescorerBuilder rewrite(QueryRewriteContext context) {
    return this;
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("field", field).field("text", text).field("min", min);
    builder.endObject();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResemblanceRescorerBuilder && toString().equals(other.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** A rescorer that may not cut hits: what would be cut, or is beyond the window, scores 0. */
  private record FullRescorer(ResemblanceRescorer resemblance) implements Rescorer {

    @Override
    public TopDocs rescore(TopDocs topDocs, IndexSearcher searcher, RescoreContext context)
        throws IOException {
      ScoreDoc[] all = topDocs.scoreDocs;
      int window = Math.min(context.getWindowSize(), all.length);
      ScoreDoc[] candidates = Arrays.copyOf(all, window);
      context.setRescoredDocs(
          Stream.of(candidates).map(hit -> hit.doc).collect(Collectors.toSet()));
      TopDocs inWindow = new TopDocs(topDocs.totalHits, candidates);
      Map<Integer, ScoreDoc> ranked = new LinkedHashMap<>();
      for (ScoreDoc hit : resemblance.rescore(searcher, inWindow, window).scoreDocs) {
        ranked.put(hit.doc, hit);
      }
      for (ScoreDoc hit : all) {
        ranked.putIfAbsent(hit.doc, new ScoreDoc(hit.doc, 0, hit.shardIndex));
      }
      return new TopDocs(topDocs.totalHits, ranked.values().toArray(ScoreDoc[]::new));
    }

    @Override
    public Explanation explain(
        int doc, IndexSearcher searcher, RescoreContext context, Explanation source)
        throws IOException {
      Explanation explained =
          context.isRescored(doc)
              ? resemblance.explain(searcher, source, doc)
              : Explanation.noMatch("beyond the window of " + context.getWindowSize(), source);
      return explained.isMatch()
          ? explained
          : Explanation.match(0, explained.getDescription(), explained.getDetails());
    }
  }
}
