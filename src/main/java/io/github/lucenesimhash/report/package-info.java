/**
 * Near-duplicate groups as one HTML page that needs no network: figures, distributions, and pairs
 * of texts side by side with their differences marked. Start at {@link
 * io.github.lucenesimhash.report.HtmlReport}. The page's skeleton, style and script are resources
 * beside the classes. May import java.base and Lucene's array utilities only.
 */
package io.github.lucenesimhash.report;
