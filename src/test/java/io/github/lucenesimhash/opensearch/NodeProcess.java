package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.node.NodeValidationException;
import org.opensearch.plugins.PluginInfo;

/**
 * A node in a process of its own, with {@code key=value} settings as arguments. It ends with its
 * standard input, so that no node outlives the test that started it. On SIGTERM it closes in good
 * order.
 */
final class NodeProcess extends Node {

  private NodeProcess(Environment environment) {
    super(environment, plugins(), true);
  }

  /** Returns the modules of a server and the {@link GuardPlugin}. */
  private static List<PluginInfo> plugins() {
    return Stream.of(
            "org.opensearch.transport.Netty4ModulePlugin",
            "org.opensearch.index.reindex.ReindexModulePlugin",
            GuardPlugin.class.getName())
        .filter(name -> NodeProcess.class.getClassLoader().getResource(file(name)) != null)
        .map(
            name ->
                new PluginInfo(name, name, "", Version.CURRENT, "21", name, null, List.of(), false))
        .toList();
  }

  private static String file(String className) {
    return className.replace('.', '/') + ".class";
  }

  private void end() {
    try {
      close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static void main(String[] args) throws IOException, NodeValidationException {
    Map<String, String> settings = new HashMap<>();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      settings.put(arg.substring(0, equals), arg.substring(equals + 1));
    }
    Path config = Path.of(settings.get("path.home"), "config");
    NodeProcess node =
        new NodeProcess(
            InternalSettingsPreparer.prepareEnvironment(
                Settings.EMPTY, settings, config, () -> "node"));
    Runtime.getRuntime().addShutdownHook(new Thread(node::end));
    node.start();
    while (System.in.read() >= 0) {
      Thread.onSpinWait();
    }
    Runtime.getRuntime().halt(0);
  }
}
