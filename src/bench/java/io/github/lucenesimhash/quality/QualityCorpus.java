package io.github.lucenesimhash.quality;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/**
 * Holds texts that are compared all against all.
 *
 * @param name the name in the tables
 * @param ids the origin of each text
 * @param texts texts of at least {@value #MIN_CHARACTERS} characters
 */
public record QualityCorpus(String name, List<String> ids, List<String> texts) {

  static final int MIN_CHARACTERS = 200;

  static QualityCorpus of(String name, SequencedMap<String, String> texts) {
    List<String> ids = new ArrayList<>();
    List<String> kept = new ArrayList<>();
    texts.forEach(
        (id, text) -> {
          if (text.length() >= MIN_CHARACTERS) {
            ids.add(id);
            kept.add(text);
          }
        });
    return new QualityCorpus(name, List.copyOf(ids), List.copyOf(kept));
  }

  public int size() {
    return texts.size();
  }

  public long characters() {
    return texts.stream().mapToLong(String::length).sum();
  }

  long pairs() {
    return (long) size() * (size() - 1) / 2;
  }
}
