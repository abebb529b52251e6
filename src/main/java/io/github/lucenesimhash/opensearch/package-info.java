/**
 * The same field and query on a cluster: a plugin for OpenSearch. Start at {@link
 * io.github.lucenesimhash.opensearch.SimHashPlugin}, which lists all that it adds: the field type
 * {@code simhash}, the query {@code simhash}, the script language {@code simhash} (distances to
 * sort by and to show), the codec {@code simhash} (the fast format), the rescore phase {@code
 * resemblance}, and three requests over all shards of an index: {@link
 * io.github.lucenesimhash.opensearch.cluster.GroupsAction _groups}, {@link
 * io.github.lucenesimhash.opensearch.cluster.GroupsAction _sweep} and {@link
 * io.github.lucenesimhash.opensearch.cluster.DedupBulkAction _bulk}. Every answer comes from {@code
 * search}, {@code analysis}, {@code join} and {@code verify}; this room only says it in
 * OpenSearch's words. It may import OpenSearch, Lucene and the rooms below; nothing imports it, and
 * it is not in the library's jar but in the plugin's zip.
 */
package io.github.lucenesimhash.opensearch;
