/**
 * The query {@code simhash}, and search processors that fold near-duplicates among hits. In reading
 * order:
 *
 * <ul>
 *   <li>{@link SimHashQueryBuilder} is the query {@code simhash}. {@code fromXContent} parses the
 *       query on the node that receives the request. {@code doRewrite} looks up the document of
 *       {@code like} ({@link LikeDocument}). {@code ofMapped} makes the Lucene query on each shard.
 *       {@link FieldQueryBuilder} is the part that all queries of the plugin share.
 *   <li>{@link SearchCollapse} contains the search pipeline processors that fold near-duplicates.
 *       {@link CollapsedPage} makes the folded page of a response, and {@link CollapseReport}
 *       reports what was folded.
 * </ul>
 */
package io.github.lucenesimhash.opensearch.query;
