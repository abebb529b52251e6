package io.github.lucenesimhash.search;

import java.util.List;

/** Every document without a {@link WordsField}, or with more than so many features. */
final class NotFewFeaturesQuery extends WordsFilter {

  private final int few;

  NotFewFeaturesQuery(String field, int few) {
    super(field);
    this.few = few;
  }

  @Override
  boolean mayPass() {
    return few < WordsField.MAX_FEATURES;
  }

  @Override
  boolean passes(ShortFeatures features) {
    return features.size() > few;
  }

  @Override
  List<Object> wanted() {
    return List.of(few);
  }

  @Override
  String describe() {
    return "[none, or more than " + few + " features]";
  }
}
