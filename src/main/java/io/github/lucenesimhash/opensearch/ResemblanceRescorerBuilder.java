package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.verify.DocumentFeatures;
import io.github.lucenesimhash.verify.ResemblanceRescorer;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.Objects;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.rescore.RescoreContext;
import org.opensearch.search.rescore.RescorerBuilder;

/**
 * The rescore phase {@code resemblance}: candidates score their exact resemblance to a text, by the
 * text in their source.
 *
 * <pre>
 * "rescore": {"window_size": 100, "resemblance": {"field": "body", "text": "...", "min": 0.8}}
 * </pre>
 */
final class ResemblanceRescorerBuilder extends RescorerBuilder<ResemblanceRescorerBuilder> {

  static final String NAME = "resemblance";

  private static final ConstructingObjectParser<ResemblanceRescorerBuilder, Void> PARSER =
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

  private final String field;
  private final String text;
  private final double min;

  private ResemblanceRescorerBuilder(String field, String text, double min) {
    if (!(min >= 0 && min <= 1)) {
      throw new IllegalArgumentException(
          "[" + NAME + "] rescorer has min [" + min + "], expected 0 to 1");
    }
    SimHashFieldType.checkLength(field, text);
    this.field = field;
    this.text = text;
    this.min = min;
  }

  ResemblanceRescorerBuilder(StreamInput in) throws IOException {
    super(in);
    field = in.readString();
    text = in.readString();
    min = in.readDouble();
  }

  static ResemblanceRescorerBuilder fromXContent(XContentParser parser) throws IOException {
    return PARSER.parse(parser, null);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeString(text);
    out.writeDouble(min);
  }

  @Override
  protected RescoreContext innerBuildContext(int windowSize, QueryShardContext context) {
    TextVerifier verifier = TextVerifier.standard();
    DocumentFeatures documents = DocumentFeatures.texts(verifier, new SourceTexts(field));
    return new RescoreContext(
        windowSize,
        new SourceRescorer(ResemblanceRescorer.jaccard(verifier.features(text), documents, min)));
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
    return super.equals(other)
        && other instanceof ResemblanceRescorerBuilder that
        && field.equals(that.field)
        && text.equals(that.text)
        && min == that.min;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), field, text, min);
  }
}
