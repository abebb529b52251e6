/**
 * Searches by fingerprints. In reading order:
 *
 * <ul>
 *   <li>{@link SimHashQueryBuilder} is the query {@code simhash}. {@code fromXContent} parses the
 *       query on the node that receives the request. {@code doRewrite} looks up the document of
 *       {@code like} ({@link LikeDocument}). {@code doToQuery} makes the Lucene query on each
 *       shard. {@link FieldQueryBuilder} is the part that all queries of the plugin share.
 *   <li>{@link SearchCollapse} contains the search pipeline processors that fold near-duplicates in
 *       a result. The folded result is a {@link CollapsedPage} with a {@link CollapseReport}.
 * </ul>
 */
package io.github.lucenesimhash.opensearch.query;
