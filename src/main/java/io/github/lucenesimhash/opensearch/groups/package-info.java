/**
 * Near-duplicates over all shards of indexes: {@code _groups} shows groups of them, {@code _sweep}
 * deletes all but the one that each group keeps. A document is deleted only if neither it nor the
 * one that is kept for it has changed since they were compared. In reading order:
 *
 * <ul>
 *   <li>{@link GroupsAction} runs a {@link GroupsRequest} on the node that is asked, with its
 *       {@link NodeServices}; only searches, reads and writes go to other nodes.
 *   <li>{@link Searched} says which indexes are compared, {@link Scroll} reads them into {@link
 *       GatheredDocuments}. {@link NearDuplicates} joins and groups them, {@link GroupsIndex}
 *       writes the groups into an index, {@link Sweep} deletes.
 *   <li>{@link NearDuplicateTask} sends what they ask of the cluster, until it is cancelled or its
 *       time is over, and shows progress. What only reads is asked again while a node goes away.
 * </ul>
 */
package io.github.lucenesimhash.opensearch.groups;
