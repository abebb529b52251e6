package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** The ports of a cluster's nodes, for HTTP and for the transport between nodes. */
record NodePorts(List<Integer> http, List<Integer> transport) {

  static NodePorts of(int nodes) throws IOException {
    NodePorts ports = new NodePorts(new ArrayList<>(), new ArrayList<>());
    List<ServerSocket> reserved = new ArrayList<>();
    for (int i = 0; i < 2 * nodes; i++) {
      ServerSocket socket = reserve();
      reserved.add(socket);
      (i < nodes ? ports.http : ports.transport).add(socket.getLocalPort());
    }
    for (ServerSocket socket : reserved) {
      socket.close();
    }
    return ports;
  }

  /** Reserves a port that no outgoing connection gets while the node that owns the port is away. */
  private static ServerSocket reserve() throws IOException {
    for (int attempt = 0; ; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 32_000);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException e) {
        if (attempt == 100) {
          throw e;
        }
      }
    }
  }

  /** Returns the addresses at which the nodes find each other. */
  String seeds() {
    List<String> seeds = new ArrayList<>();
    transport.forEach(port -> seeds.add("127.0.0.1:" + port));
    return String.join(",", seeds);
  }
}
