/**
 * Writes near-duplicate groups as one HTML page that needs no network: figures, and all pairs of
 * texts side by side with their differences marked. Not in the library's jar.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.report.HtmlReport}: the page. Its skeleton, style and script
 *       are resources beside the classes.
 *   <li>{@link io.github.lucenesimhash.report.ReportGroup}: one group of it.
 *   <li>{@code Excerpt}: what the page has of a pair's texts, by the {@link
 *       io.github.lucenesimhash.report.TextDiff} of their words.
 *   <li>{@code Markup}: text as HTML and JSON, whatever it holds.
 * </ol>
 *
 * <p>The library java-diff-utils is not used: it has no bound for texts that differ in everything.
 * The script draws only the groups: figures are seen without it.
 *
 * <p>May import java.base and {@code analysis} only.
 */
package io.github.lucenesimhash.report;
