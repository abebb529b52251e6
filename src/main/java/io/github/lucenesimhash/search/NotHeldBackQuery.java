package io.github.lucenesimhash.search;

import java.util.List;
import java.util.function.Predicate;
import org.apache.lucene.util.BytesRef;

/** Every document that a {@link Guard} does not keep apart from a text. */
final class NotHeldBackQuery extends WordsFilter {

  private final Guard guard;
  private final BytesRef words;
  private final Predicate<BytesRef> isHeldBack;

  NotHeldBackQuery(String field, Guard guard, BytesRef words) {
    super(field);
    this.guard = guard;
    this.words = BytesRef.deepCopyOf(words);
    isHeldBack = guard.holdsBackFrom(words);
  }

  @Override
  boolean passes(ShortFeatures features) {
    return !isHeldBack.test(features.docValue());
  }

  @Override
  List<Object> wanted() {
    return List.of(guard, words);
  }

  @Override
  String describe() {
    return "[not held back by " + guard + "]";
  }
}
