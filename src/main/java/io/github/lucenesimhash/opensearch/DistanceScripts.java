package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.opensearch.index.fielddata.ScriptDocValues;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.script.FieldScript;
import org.opensearch.script.NumberSortScript;
import org.opensearch.script.ScoreScript;
import org.opensearch.script.ScriptContext;
import org.opensearch.script.ScriptEngine;
import org.opensearch.search.lookup.SearchLookup;

/**
 * The script language {@code simhash}, of one word: {@code distance}, in bits from the text or
 * fingerprint in the params. In {@code script_fields} it is the distance, or nothing without a
 * fingerprint; in a {@code _script} sort the distance, or one more than all bits; in {@code
 * script_score} 1 - d/b, or 0. A script reads the doc value of every document that it is asked for.
 *
 * <pre>
 * {"lang": "simhash", "source": "distance", "params": {"field": "near", "fingerprint": "..."}}
 * </pre>
 */
final class DistanceScripts implements ScriptEngine {

  private static final int NO_DISTANCE = -1;

  private static final Map<ScriptContext<?>, Object> FACTORIES =
      Map.of(
          FieldScript.CONTEXT,
          (FieldScript.Factory) DistanceScripts::fields,
          NumberSortScript.CONTEXT,
          (NumberSortScript.Factory) DistanceScripts::sort,
          ScoreScript.CONTEXT,
          (ScoreScript.Factory) (params, lookup, searcher) -> score(params, lookup));

  @Override
  public String getType() {
    return "simhash";
  }

  @Override
  public Set<ScriptContext<?>> getSupportedContexts() {
    return FACTORIES.keySet();
  }

  @Override
  public <FactoryType> FactoryType compile(
      String name, String code, ScriptContext<FactoryType> context, Map<String, String> options) {
    if (!code.equals("distance")) {
      throw BadRequest.of("[simhash] script [{}], expected [distance]", code);
    }
    Object factory = FACTORIES.get(context);
    if (factory == null) {
      throw BadRequest.of("[simhash] scripts do not work in context [{}]", context.name);
    }
    return context.factoryClazz.cast(factory);
  }

  private static FieldScript.LeafFactory fields(Map<String, Object> params, SearchLookup lookup) {
    Target target = Target.of(params, lookup);
    return context ->
        new FieldScript(params, lookup, target.checked(context)) {
          @Override
          public Object execute() {
            int distance = target.distance(getDoc());
            return distance == NO_DISTANCE ? null : distance;
          }
        };
  }

  private static NumberSortScript.LeafFactory sort(
      Map<String, Object> params, SearchLookup lookup) {
    Target target = Target.of(params, lookup);
    return new NumberSortScript.LeafFactory() {
      @Override
      public NumberSortScript newInstance(LeafReaderContext context) throws IOException {
        return new NumberSortScript(params, lookup, target.checked(context)) {
          @Override
          public double execute() {
            int distance = target.distance(getDoc());
            return distance == NO_DISTANCE ? target.fingerprint.bits() + 1 : distance;
          }
        };
      }

      @Override
      public boolean needs_score() {
        return false;
      }
    };
  }

  private static ScoreScript.LeafFactory score(Map<String, Object> params, SearchLookup lookup) {
    Target target = Target.of(params, lookup);
    return new ScoreScript.LeafFactory() {
      @Override
      public ScoreScript newInstance(LeafReaderContext context) throws IOException {
        return new ScoreScript(params, lookup, null, target.checked(context)) {
          @Override
          public double execute(ExplanationHolder explanation) {
            int distance = target.distance(getDoc());
            return distance == NO_DISTANCE ? 0 : 1 - distance / (double) target.fingerprint.bits();
          }
        };
      }

      @Override
      public boolean needs_score() {
        return false;
      }
    };
  }

  private record Target(SimHashFieldType near, Fingerprint fingerprint) {

    static Target of(Map<String, Object> params, SearchLookup lookup) {
      Object field = params.get("field");
      Object text = params.get("text");
      Object fingerprint = params.get("fingerprint");
      if (field == null || (text == null) == (fingerprint == null)) {
        throw BadRequest.of(
            "[simhash] script has params {}, expected [field] and one of [text], [fingerprint]",
            params.keySet());
      }
      MappedFieldType type = lookup.doc().mapperService().fieldType(field.toString());
      if (type == null || !(type.unwrap() instanceof SimHashFieldType near)) {
        throw BadRequest.of("[simhash] script field [{}], expected one of type [simhash]", field);
      }
      Optional<Fingerprint> target =
          text == null
              ? Optional.of(SimHashFieldType.bits(fingerprint))
              : near.fingerprint(text.toString());
      if (target.isEmpty()) {
        throw BadRequest.of("[simhash] script's text has no fingerprint: too few features");
      }
      if (target.get().bits() != near.scheme().bits()) {
        throw BadRequest.of(
            "[simhash] script's fingerprint has {} bits, expected {} as those of field [{}]",
            target.get().bits(),
            near.scheme().bits(),
            field);
      }
      return new Target(near, target.get());
    }

    /** The segment, which is refused if its fingerprints are of another scheme. */
    LeafReaderContext checked(LeafReaderContext segment) {
      SimHashField.requireScheme(segment.reader(), near.name(), near.scheme().id());
      return segment;
    }

    int distance(Map<String, ScriptDocValues<?>> document) {
      ScriptDocValues<?> value = document.get(near.name());
      if (value.isEmpty()) {
        return NO_DISTANCE;
      }
      Fingerprint held =
          value.get(0) instanceof BytesRef bytes
              ? Fingerprint.of(bytes.bytes, bytes.offset, bytes.length)
              : Fingerprint.of((long) (Long) value.get(0));
      return held.distance(fingerprint);
    }
  }
}
