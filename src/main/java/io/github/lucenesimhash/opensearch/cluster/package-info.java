/**
 * Near-duplicates of a whole index, over all shards: {@code _bulk}, {@code _groups}, {@code
 * _sweep}.
 */
package io.github.lucenesimhash.opensearch.cluster;
