/**
 * Groups of near-duplicates over all shards of indexes. {@code _groups} shows the groups; {@code
 * _sweep} deletes all documents of a group except the kept document. A document is deleted only if
 * neither the document nor the kept document has changed since they were compared. In reading
 * order:
 *
 * <ul>
 *   <li>{@link GroupsAction} runs a {@link GroupsRequest} on the node that receives it, with the
 *       {@link NodeServices} of this node. Only searches, reads and writes go to other nodes.
 *   <li>{@link Searched} resolves which indexes are compared, and {@link Scroll} reads their
 *       documents into {@link GatheredDocuments}. {@link NearDuplicates} joins and groups the
 *       documents, {@link GroupsIndex} writes the groups into an index, and {@link Sweep} deletes.
 *   <li>{@link NearDuplicateTask} sends all requests to the cluster until it is cancelled or its
 *       time is over, and shows progress. The reading of fingerprints is repeated if it fails
 *       because a node goes away.
 * </ul>
 */
package io.github.lucenesimhash.opensearch.groups;
