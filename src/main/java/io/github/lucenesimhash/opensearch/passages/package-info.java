/**
 * Finds copied passages. {@link CopiedPassagesFieldMapper} and {@link CopiedPassagesFieldType} are
 * the field type {@code copied_passages}. The query {@link CopiedPassagesQueryBuilder} and the
 * highlighter {@link CopiedPassagesHighlighter} read texts through {@link SourcePassages}.
 */
package io.github.lucenesimhash.opensearch.passages;
