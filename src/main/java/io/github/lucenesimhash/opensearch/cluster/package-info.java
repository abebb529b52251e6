/**
 * Near-duplicates over all shards of indexes. The ingest processor {@code simhash_dedup} marks or
 * fails documents that have one; {@code _groups} shows groups of them, {@code _sweep} deletes all
 * but the one that each group keeps. In reading order:
 *
 * <ul>
 *   <li>{@link SimHashClusterPlugin} lists the processor, the requests and their paths; {@link
 *       NodeServices} has what the actions use of their node, {@link IndexMapping} what an index's
 *       mapping says of fields and texts, {@link TextCheck} whether two texts resemble each other.
 *   <li>{@link DedupProcessor} has the promise: a {@link DedupBatch} searches for the neighbours of
 *       the documents of a request, and compares them with those that came through the node {@link
 *       Lately}.
 *   <li>{@link GroupsAction} runs a {@link GroupsRequest}: {@link Searched} says which indexes,
 *       {@link Scroll} reads them into {@link GatheredDocuments}. {@link NearDuplicates} joins and
 *       groups them, {@link GroupsIndex} writes the groups into an index, {@link Sweep} deletes.
 *   <li>{@link NearDuplicateTask} sends what they ask of the cluster, until it is cancelled or its
 *       time is over, and shows progress. What only reads is asked again while a node goes away.
 * </ul>
 *
 * <p>Groups and sweeps are worked out on the node that is asked; only their searches, reads and
 * writes go to other nodes. The room imports of {@code opensearch} the field type and what requests
 * say of what is near, and may import {@code join}, {@code search}, {@code verify}, Lucene and
 * OpenSearch.
 */
package io.github.lucenesimhash.opensearch.cluster;
