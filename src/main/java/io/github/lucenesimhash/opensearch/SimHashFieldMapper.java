package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.ParametrizedFieldMapper;
import org.opensearch.index.mapper.ParseContext;

/**
 * The field type {@code simhash}: takes a text, or a ready fingerprint as 16 hex digits or a signed
 * long. A string of exactly 16 hex digits is a fingerprint, any other a text. A text without
 * features leaves the document without a fingerprint.
 */
final class SimHashFieldMapper extends ParametrizedFieldMapper {

  static final TypeParser PARSER =
      new TypeParser((name, context) -> new Builder(name, FastFormat.isOn(context.getSettings())));

  private static final String FAST = "fast";
  private static final String DEFAULT = "default";

  private final MappedScheme scheme;
  private final String storeFormat;
  private final boolean fastIndex;

  private SimHashFieldMapper(
      String simpleName,
      SimHashFieldType type,
      MultiFields multiFields,
      CopyTo copyTo,
      Builder builder) {
    super(simpleName, type, multiFields, copyTo);
    scheme = builder.scheme.getValue();
    storeFormat = builder.storeFormat.getValue();
    fastIndex = builder.fastIndex;
  }

  @Override
  protected void parseCreateField(ParseContext context) throws IOException {
    OptionalLong fingerprint = fingerprint(context.parser());
    if (fingerprint.isPresent()) {
      if (context.doc().getField(name()) != null) {
        throw new IllegalArgumentException(
            "field [" + name() + "] has a second value, expected one text or fingerprint");
      }
      context
          .doc()
          .add(new SimHashField(name(), fingerprint.getAsLong(), scheme.scheme().fieldType()));
    }
  }

  private OptionalLong fingerprint(XContentParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> OptionalLong.empty();
      case VALUE_NUMBER -> OptionalLong.of(parser.longValue(false));
      case VALUE_STRING -> fieldType().fingerprintOfValue(parser.text());
      default ->
          throw new IllegalArgumentException(
              "field ["
                  + name()
                  + "] got "
                  + parser.currentToken()
                  + ", expected a text, 16 hex digits or a signed long");
    };
  }

  @Override
  public ParametrizedFieldMapper merge(Mapper mergeWith) {
    if (mergeWith instanceof SimHashFieldMapper that
        && !scheme.scheme().equals(that.scheme.scheme())) {
      throw new IllegalArgumentException(
          "field ["
              + name()
              + "] has scheme ["
              + scheme.scheme().id()
              + "] and cannot change to ["
              + that.scheme.scheme().id()
              + "]: what is in the index was made with the first, and the two do not compare."
              + " Map a new field and reindex into it");
    }
    return super.merge(mergeWith);
  }

  @Override
  public SimHashFieldType fieldType() {
    return (SimHashFieldType) super.fieldType();
  }

  @Override
  public ParametrizedFieldMapper.Builder getMergeBuilder() {
    Builder builder = new Builder(simpleName(), fastIndex);
    builder.init(this);
    return builder;
  }

  @Override
  protected String contentType() {
    return SimHashFieldType.NAME;
  }

  /** The parameters of a mapping. */
  static final class Builder extends ParametrizedFieldMapper.Builder {

    private final boolean fastIndex;
    private final Parameter<MappedScheme> scheme =
        new Parameter<>(
                "scheme", true, () -> MappedScheme.DEFAULT, MappedScheme::parse, m -> of(m).scheme)
            .setSerializer(
                (builder, name, scheme) -> builder.field(name, scheme.given()),
                scheme -> scheme.scheme().id());
    private final Parameter<String> storeFormat;
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    Builder(String name, boolean fastIndex) {
      super(name);
      this.fastIndex = fastIndex;
      storeFormat =
          new Parameter<>(
              "store_format",
              true,
              () -> fastIndex ? FAST : DEFAULT,
              (field, context, node) -> parseStoreFormat(field, node),
              m -> of(m).storeFormat);
    }

    private static SimHashFieldMapper of(FieldMapper mapper) {
      return (SimHashFieldMapper) mapper;
    }

    private String parseStoreFormat(String field, Object node) {
      String format = String.valueOf(node);
      if (!format.equals(FAST) && !format.equals(DEFAULT)) {
        throw new IllegalArgumentException(
            "store_format of field [" + field + "] is [" + node + "], expected [fast], [default]");
      }
      if (format.equals(FAST) && !fastIndex) {
        throw new IllegalArgumentException(
            "store_format [fast] of field ["
                + field
                + "] needs the index setting [index.codec] to be ["
                + FastFormat.CODEC
                + "]");
      }
      return format;
    }

    @Override
    protected List<Parameter<?>> getParameters() {
      return List.of(scheme, storeFormat, meta);
    }

    @Override
    public SimHashFieldMapper build(BuilderContext context) {
      SimHashFieldType type =
          new SimHashFieldType(
              buildFullName(context),
              scheme.getValue().scheme(),
              storeFormat.getValue().equals(FAST),
              meta.getValue());
      return new SimHashFieldMapper(
          name, type, multiFieldsBuilder.build(this, context), copyTo.build(), this);
    }
  }
}
