/**
 * Reads corpora: folders, files and standard input, which contain texts, pages, JSON lines, CSV,
 * Parquet or id-tab-text lines, packed or not; ready fingerprints; and the texts of an index. In
 * reading order:
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.corpus.Input} names the texts to read. {@link
 *       io.github.lucenesimhash.corpus.Corpus} reads the input on all cores and gives each document
 *       a unique id ({@code UniqueIds}). A {@code SkipReport} counts the lines and files that
 *       cannot be read; a {@code BadInput} is an error that the user has to fix.
 *   <li>{@code FileSearch} finds the files. {@code Sources} opens each one, a {@code Source} of a
 *       {@link io.github.lucenesimhash.corpus.Format}: its {@link
 *       io.github.lucenesimhash.corpus.Packing} is removed, and its {@link
 *       io.github.lucenesimhash.corpus.Encoding} becomes UTF-8. {@code Lines} and {@code Columns}
 *       cut its records. A {@code RawText} is a record or a file before decoding, a {@code
 *       TextDocument} its content. {@code ParquetRows} makes records of a Parquet file.
 *   <li>{@code Documents} are fingerprints, lengths and dates by number, in columns and {@code
 *       TemporaryBytes}; ids and texts are read again. {@code InputDocuments} come from a corpus,
 *       {@code IndexDocuments} from an index. Old documents for comparison may follow. A {@code
 *       CleanCorpus} is the input without its duplicates, and each of its files a {@code
 *       CleanFile}. A {@link io.github.lucenesimhash.corpus.Draft} is an output until it is
 *       complete.
 *   <li>{@code MovedFiles} moves duplicate files into a folder, and back.
 *   <li>{@code Terminal} is the connection to the program: standard input, and a place for messages
 *       and progress.
 * </ol>
 *
 * <p>Libraries that are not used because they are large or work worse here: juniversalchardet and
 * ICU4J do not detect Chinese UTF-16 without a mark, and take some Chinese for other languages.
 * commons-compress is as fast as {@code Packing}, but needs four jars. The CSV reader of Jackson
 * reports no offsets in bytes, which {@code Lines} needs; therefore it reads single records. {@code
 * org.xerial.snappy.Snappy} is our own class, because Hardwood looks it up by that name and its jar
 * does not contain it. The native library with that class trusts lengths in damaged files.
 *
 * <p>May import Jackson, jsoup, zstd-jni, Hardwood and the rooms of the library. Only the command
 * line imports this room.
 */
package io.github.lucenesimhash.corpus;
