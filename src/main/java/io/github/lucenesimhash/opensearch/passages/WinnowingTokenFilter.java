package io.github.lucenesimhash.opensearch.passages;

import io.github.lucenesimhash.analysis.WinnowingFilterFactory;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.TokenStream;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.analysis.TokenFilterFactory;

/** The token filter {@code winnowing}, by the name that an analyzer calls it. */
public record WinnowingTokenFilter(String name, WinnowingFilterFactory filter)
    implements TokenFilterFactory {

  public static final String NAME = WinnowingFilterFactory.NAME;

  /** With the settings that an index gives it, or null: any of its own is refused. */
  public static TokenFilterFactory of(
      IndexSettings index, Environment environment, String name, Settings settings) {
    Map<String, String> given = new TreeMap<>();
    if (settings != null) {
      settings.keySet().forEach(key -> given.put(key, settings.get(key)));
      given.keySet().removeIf(key -> key.equals("type") || key.startsWith("index."));
    }
    return new WinnowingTokenFilter(name, new WinnowingFilterFactory(given));
  }

  @Override
  public TokenStream create(TokenStream words) {
    return filter.create(words);
  }
}
