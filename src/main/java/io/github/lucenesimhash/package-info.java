/**
 * The map of the house. Text flows down through the rooms, and a room may import only rooms below
 * it:
 *
 * <pre>
 *   opensearch the plugin for OpenSearch                     (OpenSearch; nothing imports it)
 *   cli        the command line over all of these            (picocli, progressbar, Jackson; nothing imports it)
 *   corpus     documents of files, folders and indexes       (Jackson, analysis, search, fingerprint, join)
 *   join       all pairs of a whole collection, groups        (Lucene core, search, fingerprint)
 *   dedup      a writer that looks before it adds            (Lucene core, verify, analysis, search, fingerprint)
 *   evaluate   precision and recall on texts of your own       (Lucene analyzers, verify, analysis, fingerprint)
 *   report     groups as one HTML page, texts side by side   (java.base)
 *   verify     the exact resemblance of two texts            (Lucene core, analysis, search, fingerprint)
 *   analysis   text -&gt; features -&gt; fingerprint -&gt; field      (Lucene analyzers, search, fingerprint)
 *   search     the field, its queries and its sort           (Lucene core, fingerprint)
 *   fingerprint weighted feature hashes -&gt; 64 bits, 4 blocks   (java.base and Lucene's own hashing)
 * </pre>
 *
 * <p>{@code analysis} stands above {@code search}: whoever has fingerprints already needs only the
 * field, and a scheme knows which field its fingerprints go into. Start reading at {@link
 * io.github.lucenesimhash.analysis.FingerprintScheme} for texts, at {@link
 * io.github.lucenesimhash.search.SimHashField} for ready fingerprints.
 */
package io.github.lucenesimhash;
