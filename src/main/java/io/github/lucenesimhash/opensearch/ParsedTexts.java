package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.SimHashField;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.opensearch.index.mapper.SourceToParse;

/**
 * What texts of a document put into the index, as long as it is parsed: fields of one scheme
 * analyse a text once.
 */
final class ParsedTexts {

  private static final Map<SourceToParse, ParsedTexts> DOCUMENTS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final Map<Key, List<Field>> fields = new HashMap<>();

  private record Key(String schemeId, boolean hasWords, String text) {}

  static ParsedTexts of(SourceToParse document) {
    return DOCUMENTS.computeIfAbsent(document, unseen -> new ParsedTexts());
  }

  List<Field> fields(SimHashFieldType type, String text) {
    Key key = new Key(type.schemeId(), type.hasWords, text);
    return fields.computeIfAbsent(key, unseen -> type.fields(text)).stream()
        .map(field -> named(type.name(), field))
        .toList();
  }

  /** The same for a field of another name. */
  private static Field named(String name, Field field) {
    return field instanceof ResemblanceField words
        ? words.named(name + FingerprintScheme.WORDS)
        : new SimHashField(name, field.numericValue().longValue(), (FieldType) field.fieldType());
  }
}
