/**
 * Finds passages of a text in other texts, word for word.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.passage.PassageField} puts a text into a document, with a
 *       term for each hash of a shingle that {@link io.github.lucenesimhash.fingerprint.Winnowing}
 *       selects.
 *   <li>{@link io.github.lucenesimhash.passage.PassageQuery} finds the documents that share a
 *       passage with a text: HashPlan chooses the hashes to look up, HashTerms looks them up, and
 *       PassageWeight reads the documents and finds the places of the passages.
 *   <li>CopiedRuns compares the words of two texts. {@link
 *       io.github.lucenesimhash.passage.CopiedItems} looks for many texts at once. ItemWords holds
 *       the words of these texts one after another.
 * </ol>
 *
 * <p>May import Lucene, {@code analysis} and {@code fingerprint}.
 */
package io.github.lucenesimhash.passage;
