package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.opensearch.query.SimHashQueryBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;

/**
 * Tests that the bytes of each message between nodes stay the same, so that every later plugin
 * reads them. A new version of a message gets lines of its own here. An unknown version is refused.
 */
class WireVersionTest {

  /**
   * A message as it was once sent.
   *
   * @param kind the category and name by which the plugin registers the message
   * @param before the bytes that OpenSearch itself writes before the message, in hex digits
   * @param shown the text form of the message after it was read
   */
  private record Message(String kind, String before, String bytes, String shown) {

    byte[] all() {
      return HexFormat.of().parseHex(before + bytes);
    }

    StreamInput withVersion(int version) throws IOException {
      byte[] all = all();
      all[before.length() / 2] = (byte) version;
      return new BytesArray(all).streamInput();
    }
  }

  private static final List<Message> MESSAGES =
      List.of(
          new Message(
              "query simhash",
              "3f80000000",
              "01046e6561720107e6b8a1e8bdae206c617465000000000a010c6d61785f64697374616e6365010000000800",
              "{\"simhash\":{\"field\":\"near\",\"text\":\"渡轮 late\",\"max_distance\":8,\"ignore_unmapped\":false,\"boost\":1.0}}"),
          new Message(
              "query simhash",
              "4000000001016e",
              "01046e656172000110303066663030666630306666303066650001ac02000a0001",
              "{\"simhash\":{\"field\":\"near\",\"fingerprint\":\"0x00ff00ff00ff00fe\",\"nearest\":300,\"ignore_unmapped\":true,\"boost\":2.0,\"_name\":\"n\"}}"),
          new Message(
              "query simhash",
              "3f80000000",
              "01046e6561720000010169013101017201087374616e646172640a10303066663030666630306666303066650000"
                  + "0a010c6d61785f64697374616e6365010000000a00",
              "{\"simhash\":{\"field\":\"near\",\"like\":{\"_index\":\"i\",\"_id\":\"1\",\"routing\":\"r\"},\"max_distance\":10,\"ignore_unmapped\":false,\"boost\":1.0}}"),
          new Message(
              "query simhash",
              "3f80000000",
              "01046e6561720000010169013100010000000000"
                  + "0a01067072657365740009636f6e7461696e656400",
              "{\"simhash\":{\"field\":\"near\",\"like\":{\"_index\":\"i\",\"_id\":\"1\"},\"preset\":\"contained\",\"ignore_unmapped\":false,\"boost\":1.0}}"),
          new Message(
              "query copied_passages",
              "3f80000000",
              "0106636f7069656407e6b8a1e8bdae206c617465190000",
              "{\"copied_passages\":{\"field\":\"copied\",\"text\":\"渡轮 late\",\"at_least\":25,\"ignore_unmapped\":false,\"boost\":1.0}}"),
          new Message(
              "query copied_passages",
              "4000000001016e",
              "0106636f706965640161ac0201e80701",
              "{\"copied_passages\":{\"field\":\"copied\",\"text\":\"a\",\"at_least\":300,\"at_most_in\":1000,\"ignore_unmapped\":true,\"boost\":2.0,\"_name\":\"n\"}}"),
          new Message("DocValueFormat simhash", "", "01010a", "HexFormat[maxDistance=10]"),
          new Message(
              "SearchExtBuilder simhash_collapse",
              "",
              "010908056669656c6400046e6561720c6d61785f64697374616e6365010000000a047365656e0100000064046b657074010000005006666f6c64656401000000140e666f6c6465645f6f6e5f70616765010000000313776974686f75745f66696e6765727072696e7401000000011077696e646f775f6578686175737465640501",
              "{\"simhash_collapse\":{\"field\":\"near\",\"max_distance\":10,\"seen\":100,\"kept\":80,\"folded\":20,\"folded_on_page\":3,\"without_fingerprint\":1,\"window_exhausted\":true}}"));

  /** The parts of messages, which have no version of their own. */
  private static final Set<String> PARTS =
      Set.of("LikeDocument", "ShownFingerprint", "NearOptions");

  /** Returns the reader of each kind of message that the plugin registers. */
  private static Map<String, Writeable.Reader<?>> readers() {
    SimHashPlugin plugin = new SimHashPlugin();
    Map<String, Writeable.Reader<?>> readers = new TreeMap<>();
    plugin.getQueries().forEach(spec -> readers.put("query " + spec.getName(), spec.getReader()));
    plugin
        .getNamedWriteables()
        .forEach(
            entry ->
                readers.put(entry.categoryClass.getSimpleName() + " " + entry.name, entry.reader));
    return readers;
  }

  @Test
  void eachMessageIsHere() {
    TreeSet<String> kinds = new TreeSet<>();
    MESSAGES.forEach(message -> kinds.add(message.kind));
    assertEquals(readers().keySet(), kinds);
  }

  /** Every class that is read from a stream is a message with bytes above, or a part of one. */
  @Test
  void allThatIsReadIsKnown() throws Exception {
    TreeSet<String> read = new TreeSet<>();
    Path room =
        Path.of(SimHashPlugin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(room)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        String name = room.relativize(file).toString().replace(File.separatorChar, '.');
        if (name.contains(".opensearch.") && !name.endsWith("package-info.class")) {
          Class<?> type = Class.forName(name.replaceFirst("\\.class$", ""));
          Stream.of(type.getDeclaredConstructors(), type.getDeclaredMethods())
              .flatMap(Stream::of)
              .filter(made -> List.of(made.getParameterTypes()).equals(List.of(StreamInput.class)))
              .filter(made -> !made.isSynthetic())
              .forEach(made -> read.add(type.getSimpleName()));
        }
      }
    }
    assertEquals(
        Set.of("SimHashQueryBuilder", "CopiedPassagesQueryBuilder", "HexFormat", "CollapseReport"),
        Set.copyOf(read.stream().filter(name -> !PARTS.contains(name)).toList()));
  }

  @Test
  void bytesStay() throws IOException {
    for (Message message : MESSAGES) {
      StreamInput in = new BytesArray(message.all()).streamInput();
      Writeable read = (Writeable) readers().get(message.kind).read(in);
      assertEquals(message.shown, shown(read));
      assertEquals(-1, in.read(), message.kind);
      BytesStreamOutput out = new BytesStreamOutput();
      read.writeTo(out);
      assertEquals(
          message.before + message.bytes,
          HexFormat.of().formatHex(BytesReference.toBytes(out.bytes())));
    }
  }

  private static String shown(Writeable message) throws IOException {
    String shown = message.toString();
    return shown.startsWith("{") ? Rest.json(shown).toString() : shown;
  }

  /** A query that is sent, or shown and parsed again, equals itself and no other query. */
  @Test
  void aQueryStays() throws IOException {
    List<SimHashQueryBuilder> queries = new ArrayList<>();
    for (String target :
        List.of(
            "'text': 'late'",
            "'like': {'_index': 'i', '_id': '1'}",
            "'like': {'_index': 'i', '_id': '1', 'routing': 'r'}",
            "'fingerprint': 0",
            "'fingerprint': '00ff00ff00ff00ff'")) {
      for (String named :
          List.of("", ", 'max_distance': 10", ", 'max_distance': 9", ", 'nearest': 10")) {
        queries.add(query(target + named));
        if (!target.contains("fingerprint") && !named.contains("nearest")) {
          queries.add(query(target + named + ", 'preset': 'contained'"));
        }
      }
    }
    for (SimHashQueryBuilder query : queries) {
      BytesStreamOutput out = new BytesStreamOutput();
      query.writeTo(out);
      assertEquals(query, SimHashQueryBuilder.SPEC.getReader().read(out.bytes().streamInput()));
      assertEquals(query, query(shown(query).replaceAll("^.*\"near\",|}}$", "")));
    }
    assertEquals(queries.size(), new HashSet<>(queries).size());
  }

  private static SimHashQueryBuilder query(String inner) throws IOException {
    String json = "{'field': 'near', " + inner + "}";
    try (XContentParser parser =
        JsonXContent.jsonXContent.createParser(
            NamedXContentRegistry.EMPTY,
            DeprecationHandler.THROW_UNSUPPORTED_OPERATION,
            json.replace('\'', '"'))) {
      return SimHashQueryBuilder.SPEC.getParser().fromXContent(parser);
    }
  }

  @Test
  void anotherVersionIsRefused() {
    for (Message message : MESSAGES) {
      int newest = 1;
      for (int version : new int[] {0, newest + 1}) {
        IOException refused =
            assertThrows(
                IOException.class,
                () -> readers().get(message.kind).read(message.withVersion(version)));
        String expected =
            "has version "
                + version
                + ", this node knows "
                + newest
                + ": both need the same plugin";
        assertTrue(refused.getMessage().contains(expected), refused.getMessage());
      }
    }
  }
}
