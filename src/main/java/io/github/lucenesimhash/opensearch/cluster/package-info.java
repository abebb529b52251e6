/**
 * Near-duplicates over all shards of indexes: {@code _bulk} adds documents and skips or marks those
 * that have one, {@code _groups} shows groups of them, {@code _sweep} deletes all but the one that
 * each group keeps. In reading order:
 *
 * <ul>
 *   <li>{@link SimHashClusterPlugin} lists the requests and their paths; {@link
 *       NearDuplicateRequest} receives them and has the options that all share, {@link
 *       NodeServices} what the actions use of their node, also to ask primaries, {@link
 *       IndexMapping} what an index's mapping says of fields and texts, {@link TextCheck} whether
 *       two texts resemble each other.
 *   <li>{@link DedupBulkAction}: a {@link DedupBulkRequest} goes to the node that decides for its
 *       index ({@link Sequencer}), waits for its turn, then runs as rounds ({@link DedupBulk}, with
 *       the proof that no text is lost) over its {@link BulkItems}: {@link NeighbourLookup} asks
 *       all shards, decisions are made in order, and one bulk is sent, which shards refuse if
 *       another node decides by then ({@link Leadership}). {@link Scope} says which documents are
 *       compared.
 *   <li>{@link ShardLookup} answers {@link ShardQuestions} on a primary; what was added under the
 *       leadership and is near none of them need not be refreshed.
 *   <li>{@link DedupProcessor} marks or fails near-duplicates in an ingest pipeline: a {@link
 *       DedupBatch} searches for the neighbours of the documents of a request, and compares them
 *       with those that came through the node {@link Lately}.
 *   <li>{@link GroupsAction}: {@link Searched} says which indexes, {@link Scroll} reads them twice:
 *       {@link CloseFingerprints} finds the fingerprints that have near ones, {@link
 *       GatheredDocuments} the documents that have these. {@link NearDuplicates} joins and groups
 *       them, {@link GroupsIndex} writes the groups into an index, {@link Sweep} deletes.
 *   <li>{@link NearDuplicateTask} sends what they ask of the cluster, until it is cancelled or its
 *       time is over, and shows progress. What only reads is asked again while a node goes away.
 * </ul>
 *
 * <p>Groups and sweeps are worked out on the node that is asked; only their searches, reads and
 * writes go to other nodes. The room imports of {@code opensearch} the field type, what requests
 * say of what is near and the {@link io.github.lucenesimhash.opensearch.WireVersion} of messages,
 * and may import {@code join}, {@code search}, {@code verify}, Lucene and OpenSearch.
 */
package io.github.lucenesimhash.opensearch.cluster;
