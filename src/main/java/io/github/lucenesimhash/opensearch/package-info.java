/**
 * The fields and their queries in OpenSearch. In reading order:
 *
 * <ul>
 *   <li>{@link SimHashPlugin} lists what this room adds. What a node loads is its subclass in
 *       {@code opensearch.cluster}, which adds the requests over all shards.
 *   <li>{@link SimHashFieldMapper}, the field type {@code simhash}: parses a mapping ({@link
 *       MappedScheme}) and indexes a text's fingerprint. {@link SimHashFieldType} says how the
 *       field is read, shown ({@link HexFormat}) and sorted, {@link FieldQueries} how it is
 *       searched, {@link FastFormat} which postings format it has.
 *   <li>{@link SimHashQueryBuilder}, the query {@code simhash}. {@link LikeDocument} is looked up
 *       first; on a shard, {@link UnguardedQuery} lets the query see the tables of the fast format,
 *       and {@link NearestInShard} finds the nearest.
 *   <li>{@link SearchCollapse}, the search pipeline processors that fold near-duplicates in a
 *       result: what is left of it is a {@link CollapsedPage} and its {@link CollapseReport}.
 *   <li>{@link ResemblanceRescorerBuilder}, the rescore phase by the exact resemblance of {@link
 *       SourceTexts}. {@link SourceValues} are what a field is made of.
 *   <li>What requests and mappings say of what is near, {@link NearOptions}, becomes a {@code
 *       verify.Comparison}; a search's hits show their fingerprints as {@link ShownFingerprint}
 *       ({@link FingerprintData}).
 *   <li>{@link CopiedPassagesFieldMapper}, the field type {@code copied_passages}, with its {@link
 *       CopiedPassagesFieldType}, its query {@link CopiedPassagesQueryBuilder} and {@link
 *       CopiedPassagesHighlighter}, which read the texts in {@link SourcePassages}. {@link
 *       WinnowingTokenFilter} is for words of a user's own.
 *   <li>{@link WireVersion}: a node refuses a message of another version, and does not misread it.
 * </ul>
 *
 * <p>A query's walk: {@code fromXContent} on the node that is asked, {@code doRewrite} looks up the
 * document of {@code like}, {@code doToQuery} on each shard makes the fingerprint under the field's
 * scheme and the query of {@link FieldQueries}.
 *
 * <p>Whatever is sent to another node begins with a {@link WireVersion}, and {@code
 * WireVersionTest} keeps its bytes.
 *
 * <p>Every answer comes from {@code search}, {@code analysis}, {@code verify} and {@code passage};
 * this room says it in OpenSearch's words. It may import these, {@code fingerprint}, Lucene and
 * OpenSearch. Only {@code opensearch.cluster} imports it. Both rooms are in the plugin's zip, not
 * in the library.
 */
package io.github.lucenesimhash.opensearch;
