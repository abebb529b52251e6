/**
 * The field type {@code simhash}. Of a text that is indexed, a document has the fingerprint that
 * the library makes by the mapping's scheme, and searches find exactly what the library finds. In
 * reading order:
 *
 * <ul>
 *   <li>{@link SimHashFieldMapper} parses a mapping ({@link MappedScheme}) and indexes the
 *       fingerprint of a text. {@link SimHashFieldType} says how the field is read, shown ({@link
 *       HexFormat}, {@link FingerprintData}), sorted and searched, {@link FastFormat} which
 *       postings format it has.
 *   <li>On a shard, {@link UnguardedQuery} lets a query see the tables of the fast format, and
 *       {@link NearestInShard} finds the nearest. {@link SearchTime} tells when their time is over.
 *   <li>{@link NearOptions}, what requests and mappings say of what is near, become a {@code
 *       verify.Comparison}. Hits show their fingerprints as {@link ShownFingerprint}.
 *   <li>{@link SourceValues} are what a field is made of, {@link SourceTexts} the texts that are
 *       compared. {@link IndexMapping} says what the mapping of any index has of both, and {@link
 *       TextCheck} whether two texts resemble each other.
 *   <li>A message to another node begins with a {@link WireVersion}: a node refuses one of another
 *       version, and does not misread it. {@code WireVersionTest} keeps the bytes of all.
 * </ul>
 */
package io.github.lucenesimhash.opensearch.field;
