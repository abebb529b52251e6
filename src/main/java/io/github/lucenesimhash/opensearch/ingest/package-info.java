/**
 * The ingest processor {@code simhash_dedup}, which marks or fails documents that have a
 * near-duplicate. {@link DedupProcessor} has the promise: a {@link DedupBatch} searches for the
 * neighbours of the documents of a request, and compares them with those that came through the node
 * {@link Lately}.
 */
package io.github.lucenesimhash.opensearch.ingest;
