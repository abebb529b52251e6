/**
 * The command line. {@link io.github.lucenesimhash.cli.Main} runs one command and turns a failure
 * into a message of one line and an exit code. Each {@code ...Command} is one task: options, input,
 * work, output. In reading order:
 *
 * <ul>
 *   <li>Commands. {@code DedupCommand} finds groups ({@code DocumentGroups}, {@code ComparedTexts},
 *       {@code OldDocuments}); {@code IndexCommand} ({@code ReadyFingerprints}) writes an index
 *       ({@code IndexFolder}, {@code Interruption}); {@code SearchCommand} ({@code PassageOptions})
 *       and {@code StatsCommand} read one ({@code StoredIndex}); {@code DecontaminateCommand} looks
 *       for a test set in training data ({@code TestItems}); {@code EvaluateCommand} judges
 *       schemes; {@code ServeCommand} answers lines ({@code McpServer}, {@code FactMemory}); {@code
 *       FingerprintCommand} prints fingerprints.
 *   <li>Options that several commands share. {@code InputOptions} ({@code ReadOptions}), {@code
 *       NearOptions}, {@code SchemeOptions}, {@code DuplicateOptions} ({@code DedupPolicy}), {@code
 *       KeepOption}, {@code MoveOptions}; {@code Range} checks numbers, and {@code RunFiles} checks
 *       that no output is an input.
 *   <li>Outputs. {@code Results} writes each group as a {@code NamedGroup} in a {@code
 *       GroupFormat}; {@code Json} writes records, so users parse the components of records; {@code
 *       Output} moves a finished file into place; {@code Console} has the standard streams and
 *       shows progress.
 * </ul>
 *
 * <p>Alternatives that do not fit: {@code Duration.parse} expects PT36H instead of 36h (see {@code
 * Span}); picocli does not check ranges of numbers (see {@code Range}).
 *
 * <p>May import picocli, Jackson and every package except {@code opensearch}; no package imports
 * {@code cli}. Package {@link io.github.lucenesimhash.corpus} reads texts.
 */
package io.github.lucenesimhash.cli;
