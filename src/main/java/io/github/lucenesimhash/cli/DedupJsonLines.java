package io.github.lucenesimhash.cli;

import java.io.IOException;

/** A JSON object for each cluster, each on a line. */
record DedupJsonLines(DedupJson clusters) implements DedupReport {

  @Override
  public void start() {}

  @Override
  public void accept(Cluster cluster) throws IOException {
    clusters.accept(cluster);
    clusters.json().writeRaw('\n');
  }

  @Override
  public void finish(Summary summary, Truth truth) throws IOException {
    clusters.json().flush();
  }
}
