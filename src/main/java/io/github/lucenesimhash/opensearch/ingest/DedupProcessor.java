package io.github.lucenesimhash.opensearch.ingest;

import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.NearOptions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.indices.IndicesService;
import org.opensearch.ingest.AbstractProcessor;
import org.opensearch.ingest.ConfigurationUtils;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;
import org.opensearch.ingest.Processor;
import org.opensearch.transport.client.Client;

/**
 * The ingest processor {@code simhash_dedup}, which marks or rejects documents that have a
 * near-duplicate.
 *
 * <p><b>Promise.</b> A document is compared with earlier documents of its request, with recent
 * documents of the same node ({@link Lately}), and with all documents that searches show. Texts are
 * compared with at most the 100 nearest recent documents and the 100 nearest hits, or fewer hits if
 * texts are long. If two near documents pass through two nodes at the same moment, both can pass; a
 * sweep finds them. A document that could not be compared is marked as unchecked, or fails.
 * Documents of the request that creates an index are not compared, and pass even if near-duplicates
 * fail.
 *
 * <p>A request, or each document if the processor has an "if", is one batch ({@link DedupBatch}),
 * which does not block the calling thread. Every callback is called, because a batch has a time
 * limit and an error in a batch affects only the documents of the batch.
 */
public final class DedupProcessor extends AbstractProcessor {

  public static final String NAME = "simhash_dedup";

  /** The maximum number of batches that run on a node. With "if", each document is a batch. */
  private static final int MAX_BATCHES = 32;

  /** The services and recent documents that all processors of a node share. */
  record Node(
      Lately lately,
      Semaphore permits,
      ClusterService cluster,
      IndexNameExpressionResolver names,
      Client client,
      IndicesService indices,
      ThreadContext context) {}

  /** Creates the factory of the processors in the pipelines of a node. */
  public static Processor.Factory factory(Processor.Parameters parameters) {
    Node node =
        new Node(
            new Lately(),
            new Semaphore(MAX_BATCHES),
            parameters.ingestService.getClusterService(),
            new IndexNameExpressionResolver(parameters.threadContext),
            parameters.client,
            parameters.indicesService,
            parameters.threadContext);
    return (others, tag, description, config) ->
        new DedupProcessor(tag, description, node, Options.of(tag, config));
  }

  /**
   * The options of the processor in a pipeline.
   *
   * @param field the field of fingerprints
   * @param near the options that define near-duplicates
   * @param verifyField the field of the texts to compare, or null for the texts of the fingerprints
   * @param tenantField the field of tenants, or null if tenants do not matter
   * @param refreshes whether each batch first refreshes the index
   * @param fails whether near-duplicates fail; otherwise they are marked
   */
  record Options(
      String field,
      NearOptions near,
      String verifyField,
      String tenantField,
      boolean refreshes,
      boolean fails) {

    private Options(String tag, Map<String, Object> config) {
      this(
          ConfigurationUtils.readStringProperty(NAME, tag, config, "field"),
          NearOptions.of(NearOptions.ALL, config::remove),
          ConfigurationUtils.readOptionalStringProperty(NAME, tag, config, "verify_field"),
          ConfigurationUtils.readOptionalStringProperty(NAME, tag, config, "tenant_field"),
          ConfigurationUtils.readBooleanProperty(NAME, tag, config, "refresh", false),
          fails(ConfigurationUtils.readStringProperty(NAME, tag, config, "on_duplicate", "mark")));
    }

    Options {
      near.check(verifyField);
    }

    private static boolean fails(String onDuplicate) {
      return switch (onDuplicate) {
        case "mark" -> false;
        case "fail" -> true;
        default ->
            throw BadRequest.of("on_duplicate is [{}], expected [mark] or [fail]", onDuplicate);
      };
    }

    /** Reads the options. Wrong values get the status 400, which other exceptions do not get. */
    static Options of(String tag, Map<String, Object> config) {
      try {
        return new Options(tag, config);
      } catch (IllegalArgumentException e) {
        throw ConfigurationUtils.newConfigurationException(NAME, tag, null, e.getMessage());
      }
    }
  }

  private final Node node;
  private final Options options;

  private DedupProcessor(String tag, String description, Node node, Options options) {
    super(tag, description);
    this.node = node;
    this.options = options;
  }

  @Override
  public String getType() {
    return NAME;
  }

  @Override
  public IngestDocument execute(IngestDocument document) {
    throw new UnsupportedOperationException(NAME);
  }

  @Override
  public void execute(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
    compare(
        List.of(document),
        failures -> {
          try {
            handler.accept(failures[0] == null ? document : null, failures[0]);
          } catch (RuntimeException e) { // thrown by a later processor, which gave no answer
            handler.accept(null, e);
          }
        });
  }

  @Override
  public void batchExecute(
      List<IngestDocumentWrapper> wrappers, Consumer<List<IngestDocumentWrapper>> handler) {
    compare(
        wrappers.stream().map(IngestDocumentWrapper::getIngestDocument).toList(),
        failures -> {
          for (int i = 0; i < failures.length; i++) { // the core answers in this order
            if (failures[i] != null) {
              wrappers.get(i).update(wrappers.get(i).getIngestDocument(), failures[i]);
            }
          }
          handler.accept(wrappers);
        });
  }

  /** Compares documents, then calls back with the failure of each, or null if it did not fail. */
  private void compare(List<IngestDocument> documents, Consumer<Exception[]> done) {
    DedupBatch batch = new DedupBatch(node, options, documents);
    Runnable work = () -> done.accept(batch.run());
    Thread.ofVirtual().start(node.context.preserveContext(work));
  }
}
