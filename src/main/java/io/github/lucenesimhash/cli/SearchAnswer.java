package io.github.lucenesimhash.cli;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What {@link SearchCommand} found, in the order of its JSON.
 *
 * @param fingerprint of the text searched for; null if it has none
 * @param minResemblance null if texts were not compared, as the next
 * @param candidates how many texts were compared
 * @param minWordResemblance null if words were not compared
 * @param total documents within the distance, and alike if texts were compared; of those that are
 *     compared by their words the ones that are alike by them
 */
record SearchAnswer(
    String scheme,
    String fingerprint,
    int maxDistance,
    @JsonInclude(NON_NULL) Double minResemblance,
    @JsonInclude(NON_NULL) Integer candidates,
    @JsonInclude(NON_NULL) Double minWordResemblance,
    long total,
    List<Hit> hits) {

  /**
   * A document, and how its text begins.
   *
   * @param start null if the index does not store it
   */
  record Hit(@JsonUnwrapped Near near, @JsonInclude(NON_NULL) String start) {

    private String tsv(boolean isVerified) {
      Near shown = isVerified ? near : new Near(near.id(), near.distance(), null);
      String line = shown.tsv().replace("\n", "");
      return line + (start == null ? "" : "\t" + Console.oneLine(start)) + "\n";
    }
  }

  @Override
  public String toString() {
    boolean isVerified = minResemblance != null;
    return hits.stream().map(hit -> hit.tsv(isVerified)).collect(Collectors.joining());
  }
}
