package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.lucene.document.FieldType;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.ParametrizedFieldMapper;
import org.opensearch.index.mapper.ParseContext;
import org.opensearch.index.mapper.SourceToParse;

/**
 * The field type {@code simhash}, which takes a text or a ready fingerprint. A ready fingerprint is
 * a string that {@link SimHashFieldType#isFingerprint} recognizes, or a signed long if it has 64
 * bits. Any other string is a text. A value from another field, by {@code copy_to} or as a
 * multi-field, is always a text. Several texts are joined into one as in {@link SourceValues}. A
 * document whose text has no features has no fingerprint.
 */
public final class SimHashFieldMapper extends ParametrizedFieldMapper {

  public static final TypeParser PARSER =
      new TypeParser((name, context) -> new Builder(name, FastFormat.isOn(context.getSettings())));

  private static final String FAST = "fast";
  private static final String DEFAULT = "default";

  private final boolean fastIndex;
  private final FieldType indexed;

  /** The number of values of the field read so far, by the document that is being parsed. */
  private final Map<ParseContext.Document, Integer> values =
      Collections.synchronizedMap(new WeakHashMap<>());

  private SimHashFieldMapper(
      Builder builder, SimHashFieldType type, MultiFields multiFields, CopyTo copyTo) {
    super(builder.name(), type, multiFields, copyTo);
    fastIndex = builder.fastIndex;
    indexed = SimHashField.fieldType(type.schemeId(), type.scheme().bits());
  }

  /** Reads all values of the field at its second value, and ignores the values after the second. */
  @Override
  protected void parseCreateField(ParseContext context) throws IOException {
    boolean isOwn = !context.isWithinCopyTo() && !context.isWithinMultiFields();
    Object value = fieldType().read(context.parser(), isOwn);
    int count = value == null ? 0 : values.merge(context.doc(), 1, Integer::sum);
    if (count == 2) {
      value = allValues(context);
      context.doc().getFields().removeIf(field -> field.name().equals(name()));
    }
    if (count <= 2 && value != null) {
      fieldType()
          .fingerprintOf(value)
          .ifPresent(bits -> context.doc().add(new SimHashField(name(), bits, indexed)));
    }
  }

  private Object allValues(ParseContext context) throws IOException {
    if (!context.doc().equals(context.rootDoc())) {
      throw BadRequest.of(
          "field [{}] is nested and has a second value, expected one text or fingerprint", name());
    }
    SourceToParse source = context.sourceToParse();
    return new SourceValues(fieldType(), context.mapperService().sourcePath(name()))
        .read(source.source(), source.getMediaType());
  }

  @Override
  public ParametrizedFieldMapper merge(Mapper mergeWith) {
    if (mergeWith instanceof SimHashFieldMapper that
        && !fieldType().scheme().equals(that.fieldType().scheme())) {
      throw BadRequest.of(
          "field [{}] has scheme [{}] and cannot change to [{}]: the fingerprints in the index are"
              + " of the old scheme, and cannot be compared with those of the new one. Map a new field and reindex into it",
          name(),
          fieldType().scheme().id(),
          that.fieldType().scheme().id());
    }
    return super.merge(mergeWith);
  }

  @Override
  public SimHashFieldType fieldType() {
    return (SimHashFieldType) super.fieldType();
  }

  @Override
  public ParametrizedFieldMapper.Builder getMergeBuilder() {
    return new Builder(simpleName(), fastIndex).init(this);
  }

  @Override
  protected String contentType() {
    return SimHashFieldType.NAME;
  }

  private static final class Builder extends ParametrizedFieldMapper.Builder {

    private final boolean fastIndex;
    private final Parameter<MappedScheme> scheme =
        new Parameter<>(
                "scheme",
                true,
                () -> MappedScheme.DEFAULT,
                MappedScheme::parse,
                mapper -> ((SimHashFieldMapper) mapper).fieldType().mappedScheme)
            .setSerializer(
                (builder, name, scheme) -> builder.field(name, scheme.given()),
                scheme -> scheme.scheme().id());
    private final Parameter<String> storeFormat;
    private final Parameter<Object> preset = near(NearOptions.PRESET);
    private final Parameter<Object> guard = near(NearOptions.GUARD);
    private final Parameter<Object> guardWords = near(NearOptions.GUARD_WORDS);
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    Builder(String name, boolean fastIndex) {
      super(name);
      this.fastIndex = fastIndex;
      storeFormat =
          Parameter.restrictedStringParam(
              "store_format",
              true,
              mapper -> ((SimHashFieldMapper) mapper).fieldType().isFast ? FAST : DEFAULT,
              fastIndex ? new String[] {FAST, DEFAULT} : new String[] {DEFAULT, FAST});
    }

    /** Returns the parameter of an option for the requests that do not name the option. */
    private static Parameter<Object> near(String option) {
      return new Parameter<>(
          option,
          true,
          () -> null,
          (name, context, node) -> NearOptions.NONE.with(option, node).shown(option),
          mapper -> ((SimHashFieldMapper) mapper).fieldType().mapped.shown(option));
    }

    private NearOptions mapped() {
      return NearOptions.NONE
          .with(NearOptions.PRESET, preset.getValue())
          .with(NearOptions.GUARD, guard.getValue())
          .with(NearOptions.GUARD_WORDS, guardWords.getValue());
    }

    /** Returns the scheme of the mapping, or the scheme of the preset if the mapping names none. */
    private MappedScheme scheme() {
      boolean isOfPreset = MappedScheme.TITLES.given().equals(preset.getValue());
      return isOfPreset && !scheme.isConfigured() ? MappedScheme.TITLES : scheme.getValue();
    }

    @Override
    protected List<Parameter<?>> getParameters() {
      return List.of(scheme, storeFormat, preset, guard, guardWords, meta);
    }

    @Override
    public SimHashFieldMapper build(BuilderContext context) {
      String fullName = buildFullName(context);
      boolean isFast = storeFormat.getValue().equals(FAST);
      if (isFast && !fastIndex) {
        throw BadRequest.of(
            "store_format [fast] of field [{}] needs the index setting [index.codec] to be [{}]",
            fullName,
            FastFormat.CODEC);
      }
      SimHashFieldType type =
          new SimHashFieldType(fullName, scheme(), isFast, mapped(), meta.getValue());
      mapped().comparison(type.scheme(), true); // rejects guard words that the scheme lacks
      return new SimHashFieldMapper(
          this, type, multiFieldsBuilder.build(this, context), copyTo.build());
    }
  }
}
