/**
 * The ingest processor {@code simhash_dedup}, which marks or rejects documents that have a
 * near-duplicate. {@link DedupProcessor} describes which documents are compared. A {@link
 * DedupBatch} searches for the neighbours of the documents of a request. It also compares these
 * documents with {@link Lately}, the recent documents of the node.
 */
package io.github.lucenesimhash.opensearch.ingest;
