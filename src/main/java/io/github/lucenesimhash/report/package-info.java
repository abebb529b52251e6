/**
 * Writes groups of near-duplicates as one HTML page that needs no network, with figures and with
 * all pairs of texts side by side, differences marked. Not in the jar of the library.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.report.HtmlReport}: the page. Its skeleton, style and script
 *       are resources beside the classes.
 *   <li>{@link io.github.lucenesimhash.report.ReportGroup}: one group of it.
 *   <li>{@code Excerpt}: the parts of two texts that the page shows, by the {@link
 *       io.github.lucenesimhash.report.TextDiff} of their words.
 *   <li>{@code Markup}: escapes text for HTML and JSON.
 * </ol>
 *
 * <p>The library java-diff-utils is not used: it has no bound for texts that differ in everything.
 * The script draws only the groups: figures are seen without it.
 *
 * <p>May import java.base and {@code analysis} only.
 */
package io.github.lucenesimhash.report;
