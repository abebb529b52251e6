/**
 * The plugin for OpenSearch. {@link SimHashPlugin} registers the extensions in these packages:
 *
 * <ul>
 *   <li>{@code field}: the field type {@code simhash}, the options of mappings and requests that
 *       define near-duplicates, and the texts of documents.
 *   <li>{@code query}: the query {@code simhash}, and search results without near-duplicates.
 *   <li>{@code ingest}: the processor that marks or rejects near-duplicates at ingest.
 *   <li>{@code groups}: groups of near-duplicates over all shards, and the sweep that deletes the
 *       duplicates.
 *   <li>{@code passages}: the field type, query and highlighter for copied passages.
 * </ul>
 *
 * <p>The library computes all answers, and these packages translate between the library and
 * OpenSearch. The packages are part of the plugin's zip, not of the library.
 */
package io.github.lucenesimhash.opensearch;
