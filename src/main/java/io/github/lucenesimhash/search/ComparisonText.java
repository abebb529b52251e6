package io.github.lucenesimhash.search;

/** A {@link Comparison} as text. */
final class ComparisonText {

  private static final String SYNTAX =
      "expected a distance and options as '12 verify=0.8 words=0.8 guard=replaced,numbers', or"
          + " 'standard', or 'reprints'";

  private ComparisonText() {}

  static Comparison parse(String comparison) {
    String[] parts = comparison.strip().split("\\s+", -1);
    try {
      Comparison parsed =
          switch (parts[0]) {
            case "standard" -> Comparison.STANDARD;
            case "reprints" -> Comparison.REPRINTS;
            default -> Comparison.within(Integer.parseInt(parts[0]));
          };
      for (int i = 1; i < parts.length; i++) {
        parsed = with(parsed, parts[i]);
      }
      return parts[0].equals("standard") && !parsed.comparesTexts()
          ? parsed.distance(Comparison.UNVERIFIED.maxDistance())
          : parsed;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("comparison is '" + comparison + "', " + SYNTAX, e);
    }
  }

  private static Comparison with(Comparison comparison, String option) {
    int equals = option.indexOf('=');
    String value = option.substring(equals + 1);
    return switch (option.substring(0, Math.max(0, equals))) {
      case "verify" -> comparison.verified(Double.parseDouble(value));
      case "words" -> comparison.words(Double.parseDouble(value));
      case "guard" -> comparison.guarded(Guard.parse(value));
      default -> throw new NumberFormatException(option);
    };
  }

  static String of(Comparison comparison) {
    return comparison.maxDistance()
        + (comparison.comparesTexts() ? " verify=" + comparison.verification() : "")
        + (comparison.comparesWords() ? " words=" + comparison.words() : "")
        + " guard="
        + comparison.guard();
  }
}
