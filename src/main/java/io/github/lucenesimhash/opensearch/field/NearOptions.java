package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.Guard;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;

/**
 * The options of a request or a mapping that decide which documents are near. The options mean the
 * same everywhere: together with the scheme of the field they become a {@link Comparison}. Options
 * of the request come first, then options of the mapping, then the values of the named preset, by
 * default {@link Comparison#STANDARD}.
 *
 * @param given the checked values of the options that are named, by the name of the option
 */
public record NearOptions(Map<String, Object> given) implements Writeable, ToXContentFragment {

  public static final String PRESET = "preset";
  public static final String MAX_DISTANCE = "max_distance";
  public static final String VERIFY = "verify";
  public static final String GUARD = "guard";
  public static final String GUARD_WORDS = "guard_words";

  /** The options of searches, which read no texts and so apply no guard. */
  public static final List<String> OF_SEARCHES = List.of(PRESET, MAX_DISTANCE);

  /** The options of requests that can read texts. */
  public static final List<String> ALL = List.of(PRESET, MAX_DISTANCE, VERIFY, GUARD, GUARD_WORDS);

  private static final Set<String> PRESETS = Set.of("standard", "contained", "titles");

  public static final NearOptions NONE = new NearOptions(Map.of());

  /** Copies the options, so that they cannot change. */
  public NearOptions {
    given = Collections.unmodifiableMap(new TreeMap<>(given));
  }

  public NearOptions(StreamInput in) throws IOException {
    this(in.readMap());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeMap(given);
  }

  /** Reads the options of the given names; a null value means that an option is not named. */
  public static NearOptions of(List<String> names, Function<String, Object> named) {
    NearOptions options = NONE;
    for (String name : names) {
      options = options.with(name, named.apply(name));
    }
    return options;
  }

  /** Declares the options of the given names to a parser. */
  public static <T> void declare(
      ObjectParser<T, Void> parser,
      List<String> names,
      BiConsumer<T, UnaryOperator<NearOptions>> change) {
    for (String name : names) {
      parser.declareField(
          (T request, Object value) -> change.accept(request, options -> options.with(name, value)),
          (in, context) ->
              in.currentToken() == XContentParser.Token.START_ARRAY ? in.list() : in.text(),
          new ParseField(name),
          ValueType.VALUE_ARRAY);
    }
  }

  /**
   * Returns these options with a value for one option, or unchanged if the value is null. Rejects a
   * value that the option does not allow; {@link #comparison} checks guard words.
   */
  public NearOptions with(String name, Object value) {
    if (value == null) {
      return this;
    }
    Map<String, Object> more = new TreeMap<>(given);
    more.put(name, checked(name, value));
    return new NearOptions(more);
  }

  private static Object checked(String name, Object value) {
    return switch (name) {
      case PRESET -> {
        if (!PRESETS.contains(value.toString())) {
          throw refusal(name, value, "[standard], [contained] or [titles]");
        }
        yield value.toString();
      }
      case MAX_DISTANCE -> maxDistance(value);
      case VERIFY -> verify(value);
      case GUARD -> guard(value).toString();
      default -> strings(value);
    };
  }

  private static int maxDistance(Object value) {
    double bits = number(value);
    if (bits >= 0 && bits <= Fingerprint.MAX_BITS && bits == Math.rint(bits)) {
      return (int) bits;
    }
    throw refusal(MAX_DISTANCE, value, "0 to 256");
  }

  private static double verify(Object value) {
    double least = value.toString().equals("false") ? 0 : number(value);
    if (value.toString().equals("false") || (least > 0 && least <= 1)) {
      return least;
    }
    throw refusal(VERIFY, value, "a number above 0 to 1, or false");
  }

  /** Returns a value as a number, or NaN, which is in no range, if the value is not a number. */
  private static double number(Object value) {
    try {
      return Double.parseDouble(value.toString());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static Guard guard(Object value) {
    try {
      Guard guard = Guard.parse(String.join(",", strings(value)));
      if (guard.words().isEmpty()) {
        return guard;
      }
    } catch (IllegalArgumentException e) {
      // rejected below, as a guard with words is
    }
    throw refusal(GUARD, value, "[none], or some of [replaced], [numbers] and [negations]");
  }

  /** Returns the elements of a list, or the parts of a string between its commas. */
  private static List<String> strings(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of(value.toString().split(",", -1));
  }

  private static IllegalArgumentException refusal(String name, Object value, String expected) {
    return BadRequest.of("{} is [{}], expected {}", name, value, expected);
  }

  /** Returns true if these options have a value for the given name. */
  public boolean names(String name) {
    return given.containsKey(name);
  }

  /** Returns the guards that these options name, except {@code none}. */
  public List<Object> guards() {
    return Stream.of(GUARD, GUARD_WORDS)
        .filter(this::names)
        .map(given::get)
        .filter(guard -> !guard.equals(Guard.NONE.toString()))
        .toList();
  }

  /**
   * Rejects options that need texts if {@code verify} is false.
   *
   * @param textField the field of the texts that a request names, or null if it names no field
   */
  public void check(String textField) {
    boolean isOff = get(VERIFY, 1.0) == 0;
    if (isOff && !guards().isEmpty()) {
      throw BadRequest.of(
          "guard is {} and verify is [false], expected one of them: a guard compares texts",
          guards());
    }
    if (isOff && textField != null) {
      throw BadRequest.of(
          "verify_field is [{}] and verify is [false], expected one of them", textField);
    }
  }

  /**
   * Returns these options, completed with the options of a mapping. If the guard is {@code none} in
   * these options, the guard words of the mapping do not apply.
   */
  NearOptions or(NearOptions mapped) {
    Map<String, Object> all = new TreeMap<>(mapped.given);
    if (get(GUARD, "").equals(Guard.NONE.toString())) {
      all.remove(GUARD_WORDS);
    }
    all.putAll(given);
    return new NearOptions(all);
  }

  /**
   * Returns the comparison for a field with fingerprints of the given scheme.
   *
   * @param hasTexts whether texts can be read; if false, texts are not verified
   */
  Comparison comparison(FingerprintScheme scheme, boolean hasTexts) {
    boolean verifies = hasTexts && get(VERIFY, 1.0) > 0;
    Comparison preset = preset(scheme.bits(), verifies);
    int maxDistance = maxDistance(scheme.bits(), preset);
    Guard guard = names(GUARD) ? Guard.parse(get(GUARD, "")) : preset.guard();
    for (String word : get(GUARD_WORDS, List.<String>of())) {
      guard = guard.withWords(List.of(checked(word, scheme)));
    }
    Comparison near = preset.verified(verifies ? get(VERIFY, preset.verification()) : 0);
    return new Comparison(maxDistance, near.verification(), near.contained(), guard);
  }

  /** Returns the distance within which fingerprints of the given bits are near without texts. */
  public int maxDistance(int bits) {
    return maxDistance(bits, preset(bits, false));
  }

  private int maxDistance(int bits, Comparison preset) {
    int maxDistance = get(MAX_DISTANCE, preset.maxDistance());
    if (maxDistance > bits) {
      throw refusal(MAX_DISTANCE, maxDistance, "0 to " + bits);
    }
    return maxDistance;
  }

  private Comparison preset(int bits, boolean verifies) {
    return Comparison.parse(get(PRESET, "standard") + (verifies ? "" : " verify=0")).ofBits(bits);
  }

  private static String checked(String word, FingerprintScheme scheme) {
    try {
      Comparison.UNVERIFIED.guarded(Guard.NONE.withWords(List.of(word))).verifier(scheme);
      return word;
    } catch (IllegalArgumentException e) {
      throw refusal(GUARD_WORDS, word, "words of the scheme [" + scheme.id() + "]");
    }
  }

  @SuppressWarnings("unchecked")
  private <T> T get(String name, T otherwise) {
    return (T) given.getOrDefault(name, otherwise);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    for (String name : ALL) {
      if (names(name)) {
        builder.field(name, shown(name));
      }
    }
    return builder;
  }

  /** Returns an option's value as a mapping or an answer shows it, or null if it is not named. */
  Object shown(String name) {
    Object value = given.get(name);
    return value instanceof Double number && number == 0 ? (Object) false : value;
  }
}
