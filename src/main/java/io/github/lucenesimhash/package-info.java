/**
 * Draws the map of the library: its rooms, each a package, and the imports of each. A room imports
 * rooms below it only; {@code LayersTest} reads this table and fails for any other import.
 *
 * <pre>
 *   room                      contents                                 imports
 *
 *   opensearch                the plugin for OpenSearch                opensearch.groups, opensearch.ingest, opensearch.passages, opensearch.query, opensearch.field; OpenSearch
 *   opensearch.groups         groups of near-duplicates, sweep         opensearch.field, join, verify, fingerprint; Lucene, OpenSearch
 *   opensearch.ingest         the processor that marks or fails        opensearch.query, opensearch.field, verify, search, fingerprint; OpenSearch
 *   opensearch.passages       copied passages                          opensearch.query, opensearch.field, passage; Lucene, OpenSearch
 *   opensearch.query          query, folded results                    opensearch.field, verify, search, fingerprint; Lucene, OpenSearch
 *   opensearch.field          the field; options, texts, mapping       verify, analysis, search, fingerprint; Lucene, OpenSearch
 *   cli                       commands, options, outputs               corpus, report, evaluate, dedup, passage, load, join, verify, analysis, search, fingerprint; Lucene, picocli, Jackson
 *   corpus                    reads corpora, writes clean ones         load, join, verify, analysis, search, fingerprint; Lucene, Jackson, jsoup, zstd-jni, Hardwood
 *   report                    groups as a page, texts side by side     analysis; nothing
 *   evaluate                  precision and recall on your texts       join, verify, fingerprint; nothing
 *   dedup                     an index without near-duplicates         verify, search, fingerprint; Lucene
 *   passage                   copied passages of other texts           analysis, fingerprint; Lucene
 *   load                      adds fingerprints to a copied index       join, analysis, search; Lucene
 *   join                      all pairs of a collection, groups        search, fingerprint; Lucene
 *   verify                    the rule; resemblance, guards            analysis, fingerprint; Lucene
 *   analysis                  text to features to fingerprint          search, fingerprint; Lucene
 *   search                    the field, its queries, its format       fingerprint; Lucene
 *   fingerprint               features to bits, distance, blocks       nothing
 * </pre>
 *
 * <p>The library's jar contains the rooms below {@code evaluate}, and needs only Lucene.
 *
 * <h2>From a text to a hit</h2>
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.analysis.FingerprintScheme} makes features of a text, and a
 *       fingerprint of the features ({@link io.github.lucenesimhash.fingerprint.MinHash} or {@link
 *       io.github.lucenesimhash.fingerprint.SimHash}).
 *   <li>{@link io.github.lucenesimhash.search.SimHashField} puts a fingerprint into a document: a
 *       doc value, and a term for each of its 16-bit blocks.
 *   <li>{@link io.github.lucenesimhash.search.SimHashField#newDistanceQuery} finds all documents
 *       within k bits: fingerprints that differ in k bits agree closely in some block, so looking
 *       up few block values is enough.
 *   <li>{@link io.github.lucenesimhash.verify.Comparison} decides which hits are near-duplicates:
 *       {@link io.github.lucenesimhash.verify.TextVerifier} and {@link
 *       io.github.lucenesimhash.verify.ResemblanceRescorer} compare the texts of the hits, and a
 *       {@link io.github.lucenesimhash.verify.Guard} keeps some texts apart.
 * </ol>
 *
 * <h2>From documents to groups</h2>
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.join.DistinctFingerprints} reads the fingerprints of an
 *       index or an array, each distinct one once.
 *   <li>{@link io.github.lucenesimhash.join.SimilarityJoin} finds all pairs within k bits.
 *   <li>{@link io.github.lucenesimhash.join.Grouping} makes groups of the pairs, each with the
 *       document to keep.
 *   <li>{@link io.github.lucenesimhash.dedup.NearDuplicateWriter} decides for each incoming
 *       document whether to add it.
 * </ol>
 *
 * <h2>Words</h2>
 *
 * <p>One word for one thing, in code, guides and messages:
 *
 * <pre>
 *   feature         a word, a character, or a shingle of some in a row
 *   fingerprint     64, 128 or 256 bits made of features; texts that share many features have similar fingerprints
 *   distance        the number of bits in which two fingerprints differ (Hamming distance)
 *   block           16 bits of a fingerprint, a term of the index
 *   scheme          the way to make features and fingerprints of a text; its id goes into the index
 *   resemblance     the Jaccard similarity of the features of two texts (Broder), never estimated
 *   to verify       to compare the texts of two documents whose fingerprints are near
 *   guard           a rule that keeps apart texts that resemble each other and say something else; the pair is held back
 *   comparison      distance, verification and guard; they decide which documents are near-duplicates
 *   near-duplicate  a document that is near another one according to the comparison, within tenant and window
 *   to keep         to let one document of a group stay; the others are its duplicates
 * </pre>
 *
 * <p>Start reading at {@code FingerprintScheme} for texts, and at {@code SimHashField} for ready
 * fingerprints. The package-info of each room has its reading order.
 */
package io.github.lucenesimhash;
