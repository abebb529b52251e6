/**
 * Reads corpora: folders, files and standard input, JSON lines, id-tab-text lines, ready
 * fingerprints and the texts of an index; remembers where each document lies, what was skipped and
 * how far a run got; writes the input less its duplicates. May import Jackson and all rooms of the
 * library, but not the command line.
 */
package io.github.lucenesimhash.corpus;
