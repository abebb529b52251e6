package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.cli.Cluster.Member;
import io.github.lucenesimhash.cli.PairScores.Score;
import java.io.IOException;

/** Clusters, figures and judgement as one JSON object. */
record DedupJson(JsonGenerator json) implements DedupReport {

  @Override
  public void start() throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("clusters");
  }

  @Override
  public void accept(Cluster cluster) throws IOException {
    json.writeStartObject();
    json.writeStringField("kept", cluster.kept());
    json.writeNumberField("diameter", cluster.diameter());
    json.writeArrayFieldStart("members");
    for (Member member : cluster.members()) {
      json.writeStartObject();
      json.writeStringField("id", member.id());
      json.writeNumberField("distance", member.distance());
      if (!Double.isNaN(member.resemblance())) {
        json.writeNumberField("resemblance", (float) member.resemblance());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  @Override
  public void finish(Summary summary, Truth truth) throws IOException {
    json.writeEndArray();
    json.writeStringField("scheme", summary.schemeId());
    json.writeNumberField("maxDistance", summary.maxDistance());
    if (summary.minResemblance() > 0) {
      json.writeNumberField("minResemblance", summary.minResemblance());
      json.writeNumberField("comparedPairs", summary.comparedPairs());
      json.writeNumberField("removedPairs", summary.removedPairs());
    }
    json.writeNumberField("documents", summary.documents());
    json.writeNumberField("clusterCount", summary.clusters());
    json.writeNumberField("duplicates", summary.duplicates());
    json.writeNumberField("withoutFingerprint", summary.withoutFingerprint());
    json.writeNumberField("kept", summary.kept());
    Json.skipped(json, summary.skipped());
    json.writeNumberField("seconds", summary.seconds());
    if (truth != null) {
      json.writeObjectFieldStart("truth");
      json.writeNumberField("truePairs", truth.chosen().truePairs());
      write(truth.chosen());
      if (truth.verified() != null) {
        json.writeObjectFieldStart("verified");
        write(truth.verified());
        json.writeEndObject();
      }
      json.writeArrayFieldStart("byDistance");
      for (Score score : truth.table()) {
        json.writeStartObject();
        write(score);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  private void write(Score score) throws IOException {
    json.writeNumberField("distance", score.distance());
    Json.ratio(json, "precision", score.precision());
    Json.ratio(json, "recall", score.recall());
    Json.ratio(json, "f1", score.f1());
    json.writeNumberField("truePairsFound", score.found());
    json.writeNumberField("falsePairsFound", score.falsePairs());
  }
}
