package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.opensearch.index.mapper.ParseContext.Document;
import org.opensearch.index.mapper.SourceToParse;

/** The texts of a document as long as it is parsed: fields of one scheme read a text once. */
final class ParsedTexts {

  private static final Map<SourceToParse, ParsedTexts> DOCUMENTS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final Map<Key, Optional<Fingerprint>> fingerprints = new HashMap<>();

  private final Map<Place, Integer> values = new HashMap<>();

  private record Key(String schemeId, String text) {}

  /** A field of the document, or of one nested in it. */
  private record Place(Document document, String field) {}

  static ParsedTexts of(SourceToParse document) {
    return DOCUMENTS.computeIfAbsent(document, unseen -> new ParsedTexts());
  }

  /** {@return how many values a field there had before this one} */
  int before(Document document, String field) {
    return values.merge(new Place(document, field), 1, Integer::sum) - 1;
  }

  Optional<Fingerprint> fingerprint(SimHashFieldType type, String text) {
    Key key = new Key(type.schemeId(), text);
    return fingerprints.computeIfAbsent(key, unseen -> type.fingerprint(text));
  }
}
