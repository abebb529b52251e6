/**
 * Copied passages: {@link CopiedPassagesFieldMapper} is the field type {@code copied_passages},
 * with its {@link CopiedPassagesFieldType}, the query {@link CopiedPassagesQueryBuilder} and the
 * highlighter {@link CopiedPassagesHighlighter}, which read texts by {@link SourcePassages}.
 */
package io.github.lucenesimhash.opensearch.passages;
