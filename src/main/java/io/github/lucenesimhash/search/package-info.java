/**
 * Indexes fingerprints and searches them exactly: by Hamming distance, for the nearest documents,
 * for documents near another one; sorts by distance, and collapses hits. In reading order:
 *
 * <ol>
 *   <li>Users begin with {@link io.github.lucenesimhash.search.SimHashField}, which has the
 *       factories of all queries; {@link io.github.lucenesimhash.search.DistanceBatch} for many
 *       fingerprints at once; {@link io.github.lucenesimhash.search.CollapsedHits}; {@link
 *       io.github.lucenesimhash.search.SimHashCodec} and {@link
 *       io.github.lucenesimhash.search.SimHashPostingsFormat} for the fast format.
 *   <li>A distance query, at every distance: SimHashField, HammingDistanceQuery, SegmentPlan (the
 *       only place that decides how a segment is searched), BlockPlan (which block values),
 *       BlockTables (where they are in the file), TableSegment (a segment's tables, opened for a
 *       search), TableSearch (the look-ups, of one query or many), Hits, DistanceScorer.
 *   <li>Where the field is in another format, or reading every fingerprint is faster: TermsSearch,
 *       DocValuesScan.
 *   <li>Nearest and similar: NearestQuery, KnownHitsQuery, DistanceValuesSource. {@link
 *       io.github.lucenesimhash.search.FingerprintValues} reads the fingerprints of a field,
 *       IndexedField and SchemeStamp its attributes. FingerprintList searches fingerprints in
 *       memory.
 *   <li>The format: BlockTermStream writes the block terms of a fingerprint. BlockTablesWriter and
 *       BlockTablesReader write and read the tables (BlockTable). The writer takes their
 *       TableEntries from SortedEntries of SegmentFingerprints at a flush, and usually from
 *       MergedEntries at a merge. It finds FrequentValues on the way.
 * </ol>
 *
 * <p>May import Lucene core and {@code fingerprint}.
 */
package io.github.lucenesimhash.search;
