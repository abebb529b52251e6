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
 * The ingest processor {@code simhash_dedup}: marks documents that have a near-duplicate, or fails
 * them.
 *
 * <p><b>Promise.</b> A document is compared with those before it in its request, with those that
 * came through the same node lately ({@link Lately}), and with all that searches show. Through two
 * nodes at the same moment two near documents can both pass; a sweep finds them. A document that
 * could not be compared is marked as unchecked, or fails.
 *
 * <p>A request is one batch ({@link DedupBatch}), which does not block the thread that calls. Each
 * callback is called once: a batch has a time limit, and what goes wrong in it concerns its
 * documents alone.
 */
public final class DedupProcessor extends AbstractProcessor {

  public static final String NAME = "simhash_dedup";

  /** Batches at work on a node. With an "if" in the pipeline each document is one. */
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

  /** Makes the processors of a node's pipelines. */
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
   * Holds the options of the processor in a pipeline.
   *
   * @param field of fingerprints
   * @param verifyField the field of the texts to compare; null for those of the fingerprints
   * @param tenantField null if tenants do not matter
   * @param refreshes whether each batch first refreshes the index
   * @param fails whether near-duplicates fail; else they are marked
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

    /** Refuses wrong values with the status 400, which a factory's other exceptions do not have. */
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
          } catch (RuntimeException e) { // of what comes behind: nobody was answered
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
          for (int i = 0; i < failures.length; i++) { // in their order: the core answers by it
            if (failures[i] != null) {
              wrappers.get(i).update(wrappers.get(i).getIngestDocument(), failures[i]);
            }
          }
          handler.accept(wrappers);
        });
  }

  /** Calls back with the failure of each document, null for none. */
  private void compare(List<IngestDocument> documents, Consumer<Exception[]> done) {
    DedupBatch batch = new DedupBatch(node, options, documents);
    Runnable work = () -> done.accept(batch.run());
    Thread.ofVirtual().start(node.context.preserveContext(work));
  }
}
