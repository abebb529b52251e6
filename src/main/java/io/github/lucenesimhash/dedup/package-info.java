/**
 * Keeps near-duplicates out of an index while it is written: a writer in front of an {@code
 * IndexWriter} compares each document with all that were accepted before, and adds it, skips it,
 * puts it in place of others or marks it as a member of a group.
 *
 * <h2>The guarantee</h2>
 *
 * <p>With any number of threads, after all calls have returned:
 *
 * <ul>
 *   <li>No two documents that were accepted under {@link
 *       io.github.lucenesimhash.dedup.DuplicatePolicy#keepFirst} are near-duplicates, except that
 *       the later one may contain the earlier one.
 *   <li>Every document that was offered is in the index, or was skipped because of a near-duplicate
 *       that was in the index then.
 *   <li>A document that is skipped or refused changes nothing: an older version under its id stays.
 *   <li>Documents that have expired are not in the index.
 *   <li>All calls take effect in one order; with one thread it is the order of the calls.
 * </ul>
 *
 * <p>The guarantee holds under {@code keepNewest} and {@code keepBetter} too, except that documents
 * which were replaced are gone, and that the later one may also stand in the earlier one; {@code
 * mark} says what it promises.
 *
 * <p>Two documents are near-duplicates if the {@link io.github.lucenesimhash.verify.Comparison}
 * says so and, where there are tenants and windows, they are of one tenant and their dates are no
 * farther apart than the window, both ends included. A document without a fingerprint is near
 * nothing and always added.
 *
 * <p><b>An id</b> is one term of characters or bytes ({@code StringField}, {@code KeywordField})
 * that can be read back: it is stored or has a sorted doc value, in the same field or in another
 * field of the same name and value. Numbers are refused. A document whose id exists is an update:
 * it is compared with all others but its older version, and replaces that version if it is
 * accepted. A document that was deleted, replaced or updated is compared with no more. The index
 * must hold each id once. With tenants an id belongs to the tenant of its document: a document of
 * another tenant with this id is {@linkplain io.github.lucenesimhash.dedup.Outcome.Action#REFUSED
 * refused}.
 *
 * <p><b>The index writer</b> is the caller's, to configure, commit and close. It can have one
 * near-duplicate writer at a time. After a crash the index is what the last commit was; offering
 * the same documents again, each id once and in the same order, gives the same result. After an
 * error or an interrupt that the index writer survives, go on with the same writer. It is not known
 * whether the change was made, so make it again; no other call decides before that is known. If the
 * index writer fails for good (Lucene closes it when it cannot flush or merge, for example on a
 * full disk), every call here fails too: open a new index writer, and offer again what was not
 * committed. One whose configuration has a soft-deletes field is refused, because Lucene does not
 * soft-delete several documents and add another in one step. Changes that are made directly to the
 * index writer are seen after the next {@link
 * io.github.lucenesimhash.dedup.NearDuplicateWriter#refresh}.
 *
 * <p><b>To read the code</b>, begin with {@link io.github.lucenesimhash.dedup.NearDuplicateWriter},
 * {@link io.github.lucenesimhash.dedup.DuplicatePolicy} and {@link
 * io.github.lucenesimhash.dedup.Outcome}. {@code Admission} decides, and says why the guarantee
 * holds. {@code Lookup} finds the near-duplicates of one document, in the index and among the
 * {@code Recent} changes that no searcher shows yet; {@code Scope} is the window and the tenant.
 * {@code DocumentReader} reads documents.
 */
package io.github.lucenesimhash.dedup;
