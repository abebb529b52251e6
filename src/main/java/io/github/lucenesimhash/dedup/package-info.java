/**
 * Keeps near-duplicates out of an index while it is written. A writer in front of an {@code
 * IndexWriter} compares each document with all documents accepted before, and then adds it, skips
 * it, lets it replace others, or marks it as a member of a group.
 *
 * <h2>The guarantee</h2>
 *
 * <p>With any number of threads, after all calls have returned:
 *
 * <ul>
 *   <li>No two documents of the index that were accepted under {@link
 *       io.github.lucenesimhash.dedup.DuplicatePolicy#keepFirst} are near-duplicates, except that
 *       the later one may contain the earlier one.
 *   <li>Every document that was offered is in the index, unless it was skipped because of a
 *       near-duplicate that was in the index then, or was refused, updated, deleted or expired.
 *   <li>A document that is skipped or refused changes nothing: an older version under its id stays.
 *   <li>A document of the index that is dated before the time of an {@code expire} was added later.
 *   <li>All calls take effect in one order; with one thread it is the order of the calls.
 * </ul>
 *
 * <p>Under {@code keepNewest} and {@code keepBetter} the guarantee holds with two exceptions:
 * documents that were replaced are gone, and of two documents the earlier one may also contain the
 * later one. For {@code mark} see its own documentation.
 *
 * <p>Two documents are near-duplicates if the {@link io.github.lucenesimhash.verify.Comparison}
 * finds that they are. With tenants and windows, they must also be of one tenant, and their dates
 * no farther apart than the window, both ends included. A document without a fingerprint has no
 * near-duplicates and is added, unless its id belongs to another tenant.
 *
 * <p><b>An id</b> is one term of characters or bytes ({@code StringField}, {@code KeywordField})
 * that can be read back: it is stored or has a sorted doc value, in the same field or in another
 * field of the same name and value. Numbers are rejected. A document whose id exists is an update:
 * the document is compared with all others except its older version, and replaces that version if
 * it is accepted. Documents are no longer compared with a document that was deleted, replaced or
 * updated. The index must hold each id only once.
 *
 * <p><b>The index writer</b> belongs to the caller, who configures, commits and closes it. It can
 * have only one near-duplicate writer at a time. After a crash the index is in the state of the
 * last commit; offering the same documents again, each id once and in the same order, gives the
 * same result. After an error or an interrupt that the index writer survives, continue with the
 * same writer. Repeat the change, because it may not have been made; no other call decides before
 * the writer knows the state of the index. If the index writer fails for good (Lucene closes it
 * when it cannot flush or merge, for example on a full disk), every call of the near-duplicate
 * writer fails, too: open a new index writer, and offer the uncommitted documents again. An index
 * writer with a soft-deletes field is rejected, because Lucene cannot soft-delete several documents
 * and add another in one step. Changes that are made directly to the index writer become visible
 * after the next {@link io.github.lucenesimhash.dedup.NearDuplicateWriter#refresh} or earlier.
 *
 * <p><b>To read the code</b>, begin with {@link io.github.lucenesimhash.dedup.NearDuplicateWriter},
 * {@link io.github.lucenesimhash.dedup.DuplicatePolicy} and {@link
 * io.github.lucenesimhash.dedup.Outcome}. {@code Admission} decides, and explains why the guarantee
 * holds. {@code Lookup} finds the near-duplicates of one document, in the index and among the
 * {@code Recent} changes that no searcher shows yet; {@code Scope} is the window and the tenant.
 * {@code DocumentReader} reads documents.
 */
package io.github.lucenesimhash.dedup;
