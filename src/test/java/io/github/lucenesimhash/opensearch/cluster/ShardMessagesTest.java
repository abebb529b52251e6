package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.cluster.Leadership.Irrelevant;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import io.github.lucenesimhash.opensearch.cluster.Scope.Origin;
import io.github.lucenesimhash.opensearch.cluster.Sequencer.Handover;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Answers;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Hit;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Page;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Place;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Question;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Terms;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.support.ActiveShardCount;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.internal.AliasFilter;

/** The bytes of what nodes say to each other for the looking bulk stay. */
class ShardMessagesTest {

  private static final Fingerprint WIDE = Fingerprint.of(1, 2);

  private static String hex(Writeable message) throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    message.writeTo(out);
    return HexFormat.of().formatHex(BytesReference.toBytes(out.bytes()));
  }

  private static void check(String bytes, Writeable message, Writeable.Reader<?> reader, int at)
      throws IOException {
    assertEquals(bytes, hex(message));
    byte[] sent = HexFormat.of().parseHex(bytes);
    assertEquals(bytes, hex((Writeable) reader.read(new BytesArray(sent).streamInput())));
    sent[at] = 9;
    IOException refused =
        assertThrows(IOException.class, () -> reader.read(new BytesArray(sent).streamInput()));
    assertTrue(refused.getMessage().contains("has version 9"), refused.getMessage());
  }

  private static Terms terms(Scope scope) {
    return new Terms(
        "near",
        10,
        3,
        new FetchSourceContext(true, new String[] {"body"}, null),
        AliasFilter.EMPTY,
        TimeValue.timeValueSeconds(60),
        scope);
  }

  @Test
  void bytesStay() throws IOException {
    ShardQuestions questions =
        new ShardQuestions(
            new ShardId("news", "uuid", 1),
            terms(Scope.ALL),
            new Irrelevant(2, new long[] {3, 300}),
            true,
            List.of(
                new Question(Fingerprint.of(-1), Place.START, "id", null),
                new Question(WIDE, new Place(.75f, 1_000), null, null)));
    check(
        "0001046e657773047575696401046e6561720a"
            + "03010104626f6479000000780300000001020203ac02010208ffffffffffffffff7f7fffff00000000000000000102696400"
            + "10000000000000000100000000000000023f40000000000000000003e80000",
        questions,
        ShardQuestions::new,
        1);
  }

  private static final String SCOPE = "011c0601097075626c697368656401087265706f72746572";

  @Test
  void scopesStay() throws IOException {
    Scope scope = new Scope(TimeValue.timeValueDays(14), "published", "reporter");
    ShardQuestions questions =
        new ShardQuestions(
            new ShardId("news", "uuid", 1),
            terms(scope),
            null,
            true,
            List.of(
                new Question(
                    Fingerprint.of(5), new Place(.75f, 1_000), null, new Origin(1_000, "a"))));
    check(
        "0001046e657773047575696401046e6561720a"
            + "03010104626f64790000007803"
            + SCOPE
            + "0001010800000000000000053f40000000000000000003e80001d00f010161",
        questions,
        ShardQuestions::new,
        1);
    String sent = "0001046e657773046e6561720a00007803" + SCOPE + "00" + hex(new BulkRequest());
    byte[] bytes = HexFormat.of().parseHex(sent);
    DedupBulkRequest read = new DedupBulkRequest(new BytesArray(bytes).streamInput());
    assertEquals(scope, read.scope);
    check(sent, read, DedupBulkRequest::new, 1);
  }

  @Test
  void answersStay() throws IOException {
    Hit hit = new Hit("id", new Place(.75f, 1_000), WIDE, new BytesArray("{}"));
    Answers answers = new Answers(-1, List.of(Page.NONE, new Page(List.of(hit), true)));
    check(
        "0101020000010269643f40000000000000000003e81000000000000000010000000000000002037b7d01",
        answers,
        Answers::new,
        0);
    Answer answer = new Answer().put("errors", false).put("verified", 0.8);
    answer.put("items", List.of(new Answer().put("_id", "1")));
    check(
        "01357b226572726f7273223a66616c73652c227665726966696564223a302e382c226974656d73223a5b7b225f6964223a2231227d5d7d",
        answer,
        Answer::new,
        0);
  }

  @Test
  void handoversStay() throws IOException {
    Handover handover =
        new Handover(new Index("news", "uuid"), 300, TimeValue.timeValueSeconds(60));
    check("0001046e6577730475756964ac027803", handover, Handover::new, 1);
  }

  private static final String BULK =
      "0001046e657773046e6561720a03056775617264"
          + "00046e6f6e650c6d61785f64697374616e6365010000000a0676657269667904"
          + "3fe999999999999a0104626f64797803000000010567726f7570";

  /** What a node passes on to the one that decides: before OpenSearch's own bulk, all of ours. */
  @Test
  void forwardedBulksStay() throws IOException {
    BulkRequest documents = new BulkRequest().timeout(TimeValue.timeValueSeconds(5));
    documents.add(new IndexRequest("news").id("1").source(Map.of("near", "00ff00ff00ff00ff")));
    String sent = BULK + hex(documents);
    byte[] bytes = HexFormat.of().parseHex(sent);
    DedupBulkRequest read = new DedupBulkRequest(new BytesArray(bytes).streamInput());
    assertEquals("news near {guard=none, max_distance=10, verify=0.8} body 1m group", shown(read));
    assertEquals("1", read.documents.requests().get(0).id());
    assertEquals(documents.estimatedSizeInBytes(), read.documents.estimatedSizeInBytes());
    check(sent, read, DedupBulkRequest::new, 1);
  }

  /** What one node has not decided, another is asked for. */
  @Test
  void someOfABulkAreAskedForAlike() throws IOException {
    BulkRequest documents =
        new BulkRequest()
            .waitForActiveShards(ActiveShardCount.from(2))
            .setRefreshPolicy(RefreshPolicy.WAIT_UNTIL);
    for (String id : List.of("1", "2", "3")) {
      documents.add(new IndexRequest("news").id(id).source(Map.of("near", "00ff00ff00ff00ff")));
    }
    byte[] bytes = HexFormat.of().parseHex(BULK + hex(documents));
    DedupBulkRequest all = new DedupBulkRequest(new BytesArray(bytes).streamInput());
    DedupBulkRequest some = new DedupBulkRequest(all, List.of(0, 2), TimeValue.timeValueSeconds(7));
    assertEquals("news near {guard=none, max_distance=10, verify=0.8} body 7s group", shown(some));
    assertEquals(all.scope, some.scope);
    assertEquals(ActiveShardCount.from(2), some.documents.waitForActiveShards());
    assertEquals(RefreshPolicy.WAIT_UNTIL, some.documents.getRefreshPolicy());
    assertEquals(
        List.of("1", "3"), some.documents.requests().stream().map(DocWriteRequest::id).toList());
  }

  private static String shown(DedupBulkRequest read) {
    return String.join(
        " ",
        read.index,
        read.field,
        read.near.given().toString(),
        read.verifyField,
        read.timeout.toString(),
        read.mark);
  }
}
