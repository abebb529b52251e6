package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.LongValues;
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
 * fingerprint; in a {@code _script} sort the distance, or 65; in {@code script_score} 1 - d/64, or
 * 0. A script reads the doc value of every document that it is asked for.
 *
 * <pre>
 * {"lang": "simhash", "source": "distance", "params": {"field": "near", "fingerprint": "..."}}
 * </pre>
 */
final class DistanceScripts implements ScriptEngine {

  private static final String LANGUAGE = "simhash";
  private static final String SOURCE = "distance";

  @Override
  public String getType() {
    return LANGUAGE;
  }

  @Override
  public Set<ScriptContext<?>> getSupportedContexts() {
    return Set.of(FieldScript.CONTEXT, NumberSortScript.CONTEXT, ScoreScript.CONTEXT);
  }

  @Override
  public <FactoryType> FactoryType compile(
      String name, String code, ScriptContext<FactoryType> context, Map<String, String> options) {
    if (!code.equals(SOURCE)) {
      throw new IllegalArgumentException(
          "[" + LANGUAGE + "] script [" + code + "], expected [" + SOURCE + "]");
    }
    Object factory;
    if (context.equals(FieldScript.CONTEXT)) {
      factory = (FieldScript.Factory) (params, lookup) -> fields(params, lookup);
    } else if (context.equals(NumberSortScript.CONTEXT)) {
      factory = (NumberSortScript.Factory) (params, lookup) -> sort(params, lookup);
    } else if (context.equals(ScoreScript.CONTEXT)) {
      factory = (ScoreScript.Factory) (params, lookup, searcher) -> score(params, lookup);
    } else {
      throw new IllegalArgumentException(
          "[" + LANGUAGE + "] scripts do not work in context [" + context.name + "]");
    }
    return context.factoryClazz.cast(factory);
  }

  private static FieldScript.LeafFactory fields(Map<String, Object> params, SearchLookup lookup) {
    Distances distances = Distances.of(params, lookup);
    return context -> {
      Leaf leaf = distances.leaf(context);
      return new FieldScript(params, lookup, context) {
        @Override
        public void setDocument(int doc) {
          leaf.doc = doc;
        }

        @Override
        public Object execute() {
          int distance = leaf.distance();
          return distance > Fingerprint.BITS ? null : distance;
        }
      };
    };
  }

  private static NumberSortScript.LeafFactory sort(
      Map<String, Object> params, SearchLookup lookup) {
    Distances distances = Distances.of(params, lookup);
    return new NumberSortScript.LeafFactory() {
      @Override
      public NumberSortScript newInstance(LeafReaderContext context) throws IOException {
        Leaf leaf = distances.leaf(context);
        return new NumberSortScript(params, lookup, context) {
          @Override
          public void setDocument(int doc) {
            leaf.doc = doc;
          }

          @Override
          public double execute() {
            return leaf.distance();
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
    Distances distances = Distances.of(params, lookup);
    return new ScoreScript.LeafFactory() {
      @Override
      public ScoreScript newInstance(LeafReaderContext context) throws IOException {
        Leaf leaf = distances.leaf(context);
        return new ScoreScript(params, lookup, null, context) {
          @Override
          public void setDocument(int doc) {
            leaf.doc = doc;
          }

          @Override
          public double execute(ExplanationHolder explanation) {
            return Math.max(0, 1 - leaf.distance() / (double) Fingerprint.BITS);
          }
        };
      }

      @Override
      public boolean needs_score() {
        return false;
      }
    };
  }

  /** Distances from one fingerprint. */
  private record Distances(String field, long fingerprint, String schemeId) {

    static Distances of(Map<String, Object> params, SearchLookup lookup) {
      Object field = params.get("field");
      Object text = params.get("text");
      Object fingerprint = params.get("fingerprint");
      if (field == null || (text == null) == (fingerprint == null)) {
        throw new IllegalArgumentException(
            "["
                + LANGUAGE
                + "] script has params "
                + params.keySet()
                + ", expected [field] and one of [text], [fingerprint]");
      }
      MappedFieldType type = lookup.doc().mapperService().fieldType(field.toString());
      if (type == null || !(type.unwrap() instanceof SimHashFieldType near)) {
        throw new IllegalArgumentException(
            "[" + LANGUAGE + "] script field [" + field + "], expected one of type [simhash]");
      }
      if (text == null) {
        return new Distances(
            near.name(),
            fingerprint instanceof Number bits
                ? bits.longValue()
                : Fingerprint.parseHex(fingerprint.toString()),
            near.scheme().id());
      }
      OptionalLong found = near.fingerprint(text.toString());
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "[" + LANGUAGE + "] script's text has no fingerprint: too few features");
      }
      return new Distances(near.name(), found.getAsLong(), near.scheme().id());
    }

    Leaf leaf(LeafReaderContext context) throws IOException {
      SimHashField.requireScheme(context.reader(), field, schemeId);
      return new Leaf(SimHashField.newDistanceValues(field, fingerprint).getValues(context, null));
    }
  }

  /** Distances in one segment. */
  private static final class Leaf {

    private final LongValues values;
    private int doc;

    Leaf(LongValues values) {
      this.values = values;
    }

    /** Of the current document; {@value Fingerprint#BITS} + 1 if it has no fingerprint. */
    int distance() {
      try {
        return values.advanceExact(doc) ? (int) values.longValue() : Fingerprint.BITS + 1;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
