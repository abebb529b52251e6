package io.github.lucenesimhash.opensearch.passages;

import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import io.github.lucenesimhash.opensearch.field.SourceTexts;
import io.github.lucenesimhash.passage.PassageField;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Field;
import org.opensearch.index.mapper.ParametrizedFieldMapper;
import org.opensearch.index.mapper.ParseContext;

/**
 * The field type {@code copied_passages}, which takes a text and indexes hashes of its passages.
 * The text is the field's own, or comes from another field by {@code copy_to} or as a multi-field.
 * The field stores nothing: texts are read from the source. Each of several values is a text.
 */
public final class CopiedPassagesFieldMapper extends ParametrizedFieldMapper {

  /** The name of the field type in a mapping, of the query and of the highlighter. */
  public static final String NAME = CopiedPassagesFieldType.NAME;

  public static final TypeParser PARSER = new TypeParser((name, context) -> new Builder(name));

  private CopiedPassagesFieldMapper(
      Builder builder, CopiedPassagesFieldType type, MultiFields multiFields, CopyTo copyTo) {
    super(builder.name(), type, multiFields, copyTo);
  }

  @Override
  protected void parseCreateField(ParseContext context) throws IOException {
    if (!context.doc().equals(context.rootDoc())) {
      throw BadRequest.of("field [{}] is nested, expected one of a document", name());
    }
    String text = SourcePassages.read(name(), context.parser());
    if (text == null) {
      return;
    }
    boolean isOwn = !context.isWithinCopyTo() && !context.isWithinMultiFields();
    if (isOwn && SourceTexts.isLeftOut(context.docMapper().sourceMapper(), name())) {
      throw BadRequest.of(
          "field [{}] got a text, but the mapping leaves [{}] out of the source, where texts are read",
          name(),
          name());
    }
    SimHashFieldType.checkLength(name(), text);
    context.doc().add(new PassageField(name(), text, Field.Store.NO));
    createFieldNamesField(context);
  }

  @Override
  public ParametrizedFieldMapper.Builder getMergeBuilder() {
    return new Builder(simpleName()).init(this);
  }

  @Override
  protected String contentType() {
    return CopiedPassagesFieldType.NAME;
  }

  private static final class Builder extends ParametrizedFieldMapper.Builder {

    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    Builder(String name) {
      super(name);
    }

    @Override
    protected List<Parameter<?>> getParameters() {
      return List.of(meta);
    }

    @Override
    public CopiedPassagesFieldMapper build(BuilderContext context) {
      return new CopiedPassagesFieldMapper(
          this,
          new CopiedPassagesFieldType(buildFullName(context), meta.getValue()),
          multiFieldsBuilder.build(this, context),
          copyTo.build());
    }
  }
}
