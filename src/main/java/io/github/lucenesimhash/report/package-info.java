/**
 * Writes groups of near-duplicates as one HTML page that needs no network. The page has figures,
 * and all pairs of texts side by side with their differences marked. Not in the jar of the library.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.report.HtmlReport}: the page. Its skeleton, style and script
 *       are resources beside the classes.
 *   <li>{@link io.github.lucenesimhash.report.ReportGroup}: a group of the page.
 *   <li>{@code Excerpt}: the parts of two texts that the page shows, according to the {@link
 *       io.github.lucenesimhash.report.TextDiff} of their words.
 *   <li>{@code Markup}: escapes text for HTML and JSON.
 * </ol>
 *
 * <p>The library java-diff-utils is not used, because it has no bound for texts that differ in
 * everything. The script renders only the groups; the figures are visible without the script.
 *
 * <p>May import java.base and {@code analysis} only.
 */
package io.github.lucenesimhash.report;
