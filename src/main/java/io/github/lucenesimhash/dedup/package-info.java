/**
 * Near-duplicate detection at ingest: a writer in front of an {@code IndexWriter} that compares
 * each document with those that were accepted before, and adds it, skips it, puts it in place of
 * others or marks it as one of a group. May import {@code verify}, {@code search}, {@code
 * fingerprint} and Lucene.
 *
 * <p>In reading order:
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.dedup.NearDuplicateWriter}, its guarantee and its builder;
 *       {@link io.github.lucenesimhash.dedup.DuplicatePolicy}, {@link
 *       io.github.lucenesimhash.dedup.Outcome}.
 *   <li>{@code Admission}: one decision after another, and why the guarantee holds. {@code Claims}:
 *       which calls wait for each other.
 *   <li>{@code NeighbourSearch}: what is near, in the index and among {@code PendingDocuments},
 *       whose last change no searcher shows yet. {@code Refresher} keeps these few.
 *   <li>{@code BulkAdd}: many documents by many threads, looked up in groups.
 *   <li>{@code Settings}, {@code IndexCheck} when a writer is opened, {@code DocumentReader} for
 *       each document: what is refused.
 * </ol>
 */
package io.github.lucenesimhash.dedup;
