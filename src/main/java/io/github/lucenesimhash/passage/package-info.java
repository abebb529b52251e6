/**
 * Finds passages of a text in other texts, word for word.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.passage.PassageField} puts a text into a document: a term
 *       for some of the hashes of its shingles, by {@link
 *       io.github.lucenesimhash.fingerprint.Winnowing}.
 *   <li>{@link io.github.lucenesimhash.passage.PassageQuery} finds the documents that share a
 *       passage with a text: HashPlan says which hashes are looked up, HashTerms looks them up,
 *       PassageWeight reads the documents and tells where the passages are.
 *   <li>CopiedRuns compares the words of two texts. {@link
 *       io.github.lucenesimhash.passage.CopiedItems} looks for many texts at once, the words of
 *       which ItemWords puts one after another.
 * </ol>
 *
 * <p>May import Lucene, {@code analysis} and {@code fingerprint}.
 */
package io.github.lucenesimhash.passage;
