/**
 * Searches by fingerprints. In reading order:
 *
 * <ul>
 *   <li>{@link SimHashQueryBuilder}, the query {@code simhash}: {@code fromXContent} on the node
 *       that is asked, {@code doRewrite} looks up the document of {@code like} ({@link
 *       LikeDocument}), {@code doToQuery} on each shard makes the query of the field. {@link
 *       FieldQueryBuilder} is the part that all queries of the plugin share.
 *   <li>{@link SearchCollapse}, the search pipeline processors that fold near-duplicates in a
 *       result: what is left of it is a {@link CollapsedPage} and its {@link CollapseReport}.
 * </ul>
 */
package io.github.lucenesimhash.opensearch.query;
