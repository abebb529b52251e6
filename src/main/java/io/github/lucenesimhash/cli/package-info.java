/**
 * The command line. {@link io.github.lucenesimhash.cli.Main} runs one command and turns a failure
 * into a message of one line and an exit code. Each {@code ...Command} is one task: options, input,
 * work, output. In reading order:
 *
 * <ul>
 *   <li>Commands. {@code DedupCommand} finds groups ({@code DocumentGroups}, {@code ComparedTexts},
 *       {@code OldDocuments}); {@code IndexCommand} ({@code ReadyFingerprints}) and {@code
 *       ServeCommand} ({@code ServeRequest}, {@code McpServer}, {@code FactMemory}) write an index
 *       ({@code IndexPlan}, {@code IndexFolder}, {@code Commits}, {@code Interruption}); {@code
 *       SearchCommand} ({@code SearchQuestions}, {@code PassageOptions}) and {@code StatsCommand}
 *       read one ({@code StoredIndex}, {@code IndexSettings}); {@code DecontaminateCommand} looks
 *       for a test set in training data ({@code TestItems}); {@code EvaluateCommand} ({@code
 *       TruthPairs}) judges schemes; {@code FingerprintCommand} prints fingerprints, and {@code
 *       CompletionCommand} a shell script.
 *   <li>Options. {@code InputOptions} ({@code ReadOptions}), {@code NearOptions}, {@code
 *       SchemeOptions} and {@code DuplicateOptions} ({@code DedupPolicy}) are shared by several
 *       commands; {@code KeepOption} and {@code MoveOptions} belong to {@code dedup}. {@code Range}
 *       checks numbers, and {@code RunFiles} checks that no output is an input.
 *   <li>Outputs. {@code Results} writes each group as a {@code NamedGroup} in a {@code
 *       GroupFormat}; {@code Json} writes a record as an object with its components, whose names
 *       are thus part of the output format; {@code Output} moves a finished file into place; {@code
 *       Console} has the standard streams and shows progress.
 * </ul>
 *
 * <p>Functions of Java and picocli that are not used: {@code Duration.parse} expects PT36H instead
 * of 36h (see {@code Span}); picocli does not check ranges of numbers (see {@code Range}).
 *
 * <p>May import Lucene, picocli, Jackson and every package except {@code opensearch}; no package
 * imports {@code cli}. Package {@link io.github.lucenesimhash.corpus} reads texts, and writes them
 * without duplicates.
 */
package io.github.lucenesimhash.cli;
