/**
 * Near-duplicate detection at ingest: a writer in front of an {@code IndexWriter} that compares
 * each document with those that were accepted before, and adds it, skips it, puts it in place of
 * others or marks it as one of a group.
 *
 * <p>In reading order:
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.dedup.NearDuplicateWriter}, and the {@code Settings} that
 *       its builder gives it; {@link io.github.lucenesimhash.dedup.DuplicatePolicy}, {@link
 *       io.github.lucenesimhash.dedup.Outcome}.
 *   <li>{@code Admission}: one decision after another, and why the guarantee holds. {@code Claims}:
 *       which calls wait for each other.
 *   <li>{@code NeighbourSearch}: what is near, in the index ({@code Lookup}) and among {@code
 *       PendingDocuments}, whose last change no searcher shows yet, and of which there are few:
 *       {@link io.github.lucenesimhash.search.FingerprintList} finds those that are near. {@code
 *       ComparedHits} leaves out hits by window and tenant ({@code Scope}).
 *   <li>{@link io.github.lucenesimhash.dedup.Offers}: documents that are looked up together, and
 *       decided on later. {@code BulkAdd}: many documents by many threads, looked up in groups.
 *   <li>{@link io.github.lucenesimhash.dedup.Story}: of the groups that {@code
 *       DuplicatePolicy.Mark} gives to documents, one hit for each; {@link
 *       io.github.lucenesimhash.dedup.DateMergePolicy}: segments that grow old together.
 *   <li>{@code DocumentReader}: what is read of a document, by its {@code IdField} for one. What is
 *       refused: there of documents, by {@code SettingsCheck} of settings and of an index.
 * </ol>
 *
 * <h2>The guarantee</h2>
 *
 * <p>With any number of threads, after all calls have returned:
 *
 * <ul>
 *   <li>No two documents that were accepted under {@link
 *       io.github.lucenesimhash.dedup.DuplicatePolicy#keepFirst} are near-duplicates.
 *   <li>Every document that was offered is in the index, or was skipped because of a near-duplicate
 *       that was in the index then.
 *   <li>What has expired is not in the index.
 *   <li>All calls have effect in some one order; with one thread it is that of the calls.
 * </ul>
 *
 * <p>The same holds under {@code keepNewest} and {@code keepBetter}, but for replaced documents.
 * {@link io.github.lucenesimhash.dedup.DuplicatePolicy#mark} says what it promises.
 *
 * <p>Two documents are near-duplicates by one rule, the {@link
 * io.github.lucenesimhash.verify.Comparison}:
 *
 * <ul>
 *   <li>Their fingerprints are within the distance and, where texts are verified, their texts
 *       resemble each other, and no {@linkplain io.github.lucenesimhash.verify.Guard guard} keeps
 *       them apart.
 *   <li>With a window, their dates are no farther apart than it, both ends included. With tenants,
 *       they are of one tenant.
 * </ul>
 *
 * <p>A document without a fingerprint is near nothing and always added. {@link
 * io.github.lucenesimhash.dedup.Outcome#by} says what a document was compared by.
 *
 * <p><b>An id</b> is one term of characters or bytes ({@code StringField}, {@code KeywordField}),
 * or one whole number ({@code LongField}, {@code IntField}, {@code LongPoint}, {@code IntPoint}).
 * It can be read back: it is stored, or has a doc value, sorted or numeric as Lucene has it for the
 * kind; by the same field or by others of its name with the same value. All documents have ids of
 * one kind, as Lucene demands. In outcomes an id is bytes: a string is its UTF-8, a number its
 * decimal digits. A document whose id exists is an update: it is compared with all others but its
 * older version, which disappears in the same step, also if the new one is skipped. A document that
 * is deleted, replaced or updated is compared with no more. The index must hold each id once.
 *
 * <p><b>The index writer</b> is the caller's, to configure, commit and close. After a crash the
 * index is what the last commit was; offering the same documents again, each id once and in the
 * same order, gives the same result. After an error that the index writer survives, or an
 * interrupt, go on with the same writer: whether the change was made is not known, so make it
 * again. No other call decides before it is known. If the index writer fails for good (Lucene
 * closes it when it cannot flush or merge, on a full disk for one), so does every call here: open a
 * new one, and offer again what was not committed. If its configuration has a soft-deletes field,
 * the writer soft-deletes all that it replaces or deletes, and the merge policy decides how long
 * that is retained. Ids must be terms then, and a document that replaces several others is added
 * before they are soft-deleted, in several steps. Changes that are made directly to the index
 * writer are seen after the next {@link io.github.lucenesimhash.dedup.NearDuplicateWriter#refresh}.
 */
package io.github.lucenesimhash.dedup;
