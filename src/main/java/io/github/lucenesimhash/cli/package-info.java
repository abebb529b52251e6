/**
 * The command line. Start at {@link io.github.lucenesimhash.cli.Main}. The only room that may
 * import picocli, progressbar and Jackson; nothing imports it.
 */
package io.github.lucenesimhash.cli;
