package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.search.Signature;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.opensearch.index.mapper.SourceToParse;

/** The texts of a document as long as it is parsed: fields of one scheme read a text once. */
final class ParsedTexts {

  private static final Map<SourceToParse, ParsedTexts> DOCUMENTS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final Map<Key, Signature> signatures = new HashMap<>();

  private record Key(String schemeId, boolean hasWords, String text) {}

  static ParsedTexts of(SourceToParse document) {
    return DOCUMENTS.computeIfAbsent(document, unseen -> new ParsedTexts());
  }

  Signature read(SimHashFieldType type, String text) {
    Key key = new Key(type.schemeId(), type.hasWords(), text);
    return signatures.computeIfAbsent(key, unseen -> type.read(text));
  }
}
