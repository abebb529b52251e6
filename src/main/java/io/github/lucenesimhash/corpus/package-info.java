/**
 * Reads corpora: folders, files and standard input; texts, pages, JSON lines, CSV, Parquet and
 * id-tab-text lines, packed or not; ready fingerprints; the texts of an index. In reading order:
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.corpus.Input} says what to read, {@link
 *       io.github.lucenesimhash.corpus.Corpus} reads it on all cores and gives each document a
 *       unique id ({@code UniqueIds}). What cannot be read is counted in a {@code SkipReport}; what
 *       the user has to mend is a {@code BadInput}.
 *   <li>{@code FileSearch} finds the files, {@code Sources} opens them, each a {@code Source} of a
 *       {@link io.github.lucenesimhash.corpus.Format}: its {@link
 *       io.github.lucenesimhash.corpus.Packing} is removed, and its {@link
 *       io.github.lucenesimhash.corpus.Encoding} becomes UTF-8. {@code Lines} and {@code Columns}
 *       cut its records, {@code RawText} is a record or a file before it is decoded, {@code
 *       TextDocument} what it says. {@code ParquetRows} makes records of a table.
 *   <li>{@code Documents} are fingerprints, lengths and dates by number, in columns and {@code
 *       TemporaryBytes}, with ids and texts to be read again: {@code InputDocuments} from a corpus,
 *       {@code IndexDocuments} from an index. Old ones that they are compared with may follow.
 *       {@code CleanCorpus} is the input less its duplicates, each file of it a {@code CleanFile}.
 *       {@link io.github.lucenesimhash.corpus.Draft} is an output until it is complete.
 *   <li>{@code MovedFiles} moves files that are duplicates into a folder, and back.
 *   <li>{@code Terminal} is what all of them need of the program that runs them: standard input,
 *       and a place for messages and progress.
 * </ol>
 *
 * <p>Libraries not taken, since they are worse here or large: juniversalchardet and ICU4J do not
 * tell UTF-16 without a mark when it is Chinese, and take some Chinese for other languages;
 * commons-compress is as fast as {@code Packing} and four jars; the CSV reader of Jackson tells no
 * offsets in bytes, which {@code Lines} needs, so it reads single records. {@code
 * org.xerial.snappy.Snappy} is ours: Hardwood looks it up by that name, the native library of the
 * name trusts lengths in damaged files, and it is not in the library's jar.
 *
 * <p>May import Jackson, jsoup, zstd-jni, Hardwood and the rooms of the library; only the command
 * line imports it.
 */
package io.github.lucenesimhash.corpus;
