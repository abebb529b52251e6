/**
 * The command line. {@link io.github.lucenesimhash.cli.Main} runs one command and turns what goes
 * wrong into a line and an exit code; each {@code ...Command} is one task: options, input, work,
 * output. To read first:
 *
 * <ul>
 *   <li>Commands. {@code DedupCommand} finds groups ({@code DocumentGroups}, {@code ComparedTexts},
 *       {@code OldDocuments}); {@code IndexCommand} ({@code ReadyFingerprints}) writes an index
 *       ({@code IndexFolder}, {@code Interruption}); {@code SearchCommand} ({@code PassageOptions})
 *       and {@code StatsCommand} read one ({@code StoredIndex}); {@code DecontaminateCommand} looks
 *       for a test set in training data ({@code TestItems}); {@code EvaluateCommand} judges
 *       schemes; {@code ServeCommand} answers lines ({@code McpServer}, {@code FactMemory}); {@code
 *       FingerprintCommand} prints fingerprints.
 *   <li>Options that several commands have. {@code InputOptions} ({@code ReadOptions}), {@code
 *       NearOptions}, {@code SchemeOptions}, {@code DuplicateOptions} ({@code DedupPolicy}), {@code
 *       KeepOption}, {@code MoveOptions}; {@code Range} checks their numbers, and {@code RunFiles}
 *       that no output is an input.
 *   <li>Outputs. {@code Results} writes each group as a {@code NamedGroup} in a {@code
 *       GroupFormat}; {@code Json} writes records, so a record's components are what users parse;
 *       {@code Output} puts a finished file into its place; {@code Console} has the standard
 *       streams and shows progress.
 * </ul>
 *
 * <p>Means not taken: {@code Duration.parse} wants PT36H for 36h ({@code Span}); picocli has no
 * ranges of numbers ({@code Range}).
 *
 * <p>May import picocli and Jackson, and every room but {@code opensearch}; no room imports it.
 * Texts are read by {@link io.github.lucenesimhash.corpus}.
 */
package io.github.lucenesimhash.cli;
