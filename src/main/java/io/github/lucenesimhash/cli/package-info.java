/**
 * The command line. Start at {@link io.github.lucenesimhash.cli.Main}. The only room that may
 * import picocli and progressbar; nothing imports it. What reads corpora is next door, in {@code
 * corpus}.
 */
package io.github.lucenesimhash.cli;
