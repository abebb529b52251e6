/**
 * The map of the library: its rooms, each a package, and what each may import. Arrows go down only;
 * {@code LayersTest} reads this table and fails for an import that is not in it.
 *
 * <pre>
 *   room                      what is in it                            imports
 *
 *   opensearch.cluster        ingest, groups, sweep; the plugin    opensearch, join, verify, search, fingerprint; Lucene, OpenSearch
 *   opensearch                field, query, rescorer, codec            passage, verify, analysis, search, fingerprint; Lucene, OpenSearch
 *   cli                       commands, options, outputs               corpus, report, evaluate, dedup, passage, load, join, verify, analysis, search, fingerprint; Lucene, picocli, progressbar, Jackson
 *   corpus                    reads corpora, writes clean ones         load, join, verify, analysis, search, fingerprint; Lucene, Jackson, jsoup, zstd-jni, Hardwood
 *   report                    groups as a page, texts side by side     analysis; nothing
 *   evaluate                  precision and recall on your texts       join, verify, fingerprint; nothing
 *   dedup                     an index without near-duplicates         verify, search, fingerprint; Lucene
 *   passage                   copied passages of other texts           analysis, fingerprint; Lucene
 *   load                      adds fingerprints to a copied index    join, analysis, search; Lucene
 *   join                      all pairs of a collection, groups        search, fingerprint; Lucene
 *   verify                    the rule; resemblance, guards            analysis, fingerprint; Lucene
 *   analysis                  text to features to fingerprint          search, fingerprint; Lucene
 *   search                    the field, its queries, its format       fingerprint; Lucene
 *   fingerprint               features to bits, distance, blocks       nothing
 * </pre>
 *
 * <p>The library's jar has what lies below {@code evaluate}, and needs Lucene alone.
 *
 * <h2>From a text to a hit</h2>
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.analysis.FingerprintScheme} makes features of a text, and 64
 *       bits of them ({@link io.github.lucenesimhash.fingerprint.MinHash} or {@link
 *       io.github.lucenesimhash.fingerprint.SimHash}).
 *   <li>{@link io.github.lucenesimhash.search.SimHashField} puts a fingerprint into a document: a
 *       doc value, and a term for each of its 16-bit blocks.
 *   <li>{@link io.github.lucenesimhash.search.SimHashField#newDistanceQuery} finds all documents
 *       within k bits: fingerprints that differ in k bits agree closely in some block, so looking
 *       up few block values is enough.
 *   <li>{@link io.github.lucenesimhash.verify.Comparison} says which of them are near-duplicates:
 *       {@link io.github.lucenesimhash.verify.TextVerifier} and {@link
 *       io.github.lucenesimhash.verify.ResemblanceRescorer} compare the texts of the hits, and a
 *       {@link io.github.lucenesimhash.verify.Guard} keeps some of them apart.
 * </ol>
 *
 * <h2>From documents to groups</h2>
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.join.DistinctFingerprints} reads the fingerprints of an
 *       index or an array, each distinct one once.
 *   <li>{@link io.github.lucenesimhash.join.SimilarityJoin} finds all pairs within k bits.
 *   <li>{@link io.github.lucenesimhash.join.Grouping} makes groups of them, each with the document
 *       to keep.
 *   <li>While documents come in, {@link io.github.lucenesimhash.dedup.NearDuplicateWriter} decides
 *       for each of them whether it is added.
 * </ol>
 *
 * <h2>Words</h2>
 *
 * <p>One word for one thing, in code, guides and messages:
 *
 * <pre>
 *   feature        what is counted of a text: a word, a character, or a shingle of some in a row
 *   fingerprint    64, 128 or 256 bits made of the features; texts that share many have fingerprints that differ in few bits
 *   distance       the bits in which two fingerprints differ (Hamming distance)
 *   block          16 of the bits, a term of the index
 *   scheme         how features and fingerprint are made of a text; its id goes into the index
 *   resemblance    of texts: the Jaccard similarity of their features (Broder), never estimated
 *   to verify      to compare the texts of two documents whose fingerprints are near
 *   guard          keeps short texts apart that resemble each other, but say something else; what it keeps apart is held back
 *   comparison     distance, verification and guard: when two texts are near-duplicates
 *   near-duplicate a document that is near another by the comparison, of its tenant and within the window
 *   tenant, window whose documents, and how far apart in time, are compared at all
 *   to keep        of a group: the one document that stays; the others are its duplicates
 * </pre>
 *
 * <p>For texts start reading at {@code FingerprintScheme}, for ready fingerprints at {@code
 * SimHashField}. Each room's package-info says in which order to read it.
 */
package io.github.lucenesimhash;
