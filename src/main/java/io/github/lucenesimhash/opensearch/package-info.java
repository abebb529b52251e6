/**
 * The plugin for OpenSearch: {@link SimHashPlugin} lists what its rooms add to a node.
 *
 * <ul>
 *   <li>{@code field}: the field type {@code simhash}, what its mapping and requests say of what is
 *       near, and the texts of documents.
 *   <li>{@code query}: the query {@code simhash}, and search results without near-duplicates.
 *   <li>{@code ingest}: the processor that marks or fails near-duplicates as they come in.
 *   <li>{@code groups}: groups of near-duplicates over all shards, and the sweep that deletes them.
 *   <li>{@code passages}: copied passages, and the token filter for them.
 * </ul>
 *
 * <p>All answers come from the library; these rooms give them in the words of OpenSearch. They are
 * in the plugin's zip, not in the library.
 */
package io.github.lucenesimhash.opensearch;
