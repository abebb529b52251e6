/**
 * The field type {@code simhash}. A document has the fingerprint that the library makes from its
 * text according to the mapping's scheme. Searches find exactly the documents that the library
 * finds. In reading order:
 *
 * <ul>
 *   <li>{@link SimHashFieldMapper} parses a mapping ({@link MappedScheme}) and indexes the
 *       fingerprint of a text. {@link SimHashFieldType} defines how the field is read, shown
 *       ({@link HexFormat}, {@link FingerprintData}), sorted and searched. {@link FastFormat}
 *       selects its postings format.
 *   <li>On a shard, {@link UnguardedQuery} lets a query see the tables of the fast format, and
 *       {@link NearestInShard} finds the nearest documents. {@link SearchTime} checks whether the
 *       time of a search is over.
 *   <li>{@link NearOptions} are the options of requests and mappings that decide which documents
 *       are near; they become a {@code verify.Comparison}. Hits show their fingerprints as {@link
 *       ShownFingerprint}.
 *   <li>{@link SourceValues} reads the values from which a fingerprint is made, and {@link
 *       SourceTexts} reads the texts that are compared. {@link IndexMapping} finds the paths of
 *       both in the mapping of any index. {@link TextCheck} decides whether two texts resemble each
 *       other.
 *   <li>A message to another node begins with a {@link WireVersion}: a node rejects a message of
 *       another version, and does not misread it. {@code WireVersionTest} keeps the bytes of all
 *       messages.
 * </ul>
 */
package io.github.lucenesimhash.opensearch.field;
