package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.TermQuery;
import org.opensearch.OpenSearchSecurityException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.CompositeIndicesRequest;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchScrollRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.OptionallyResolvedIndices;
import org.opensearch.cluster.metadata.ResolvedIndices;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.regex.Regex;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.index.IndexModule;
import org.opensearch.index.query.ParsedQuery;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.ingest.AbstractProcessor;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.Processor;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.IngestPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.repositories.RepositoriesService;
import org.opensearch.rest.RestHeaderDefinition;
import org.opensearch.script.ScriptService;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.watcher.ResourceWatcherService;

/**
 * Does in the tests' nodes what a security plugin does, by the same means: an action filter, a
 * reader wrapper and a listener of searches. A request without the header {@code guard} may do
 * everything. Otherwise the header describes the user:
 *
 * <pre>
 * actions=A,B    the actions that the user may run, as patterns; all if absent
 * indices=X,Y    the indices that the user may touch, as patterns; all if absent
 * leaves=X,Y     the index names that a request keeps; its other names are removed, instead of a refusal
 * docs=F:V       the user sees only documents with the value V of the keyword F
 * by=query       searches hide other documents by a filter around the query, else by the reader's live documents
 * hide=F         the user does not see the field F
 * fails=T        a search fails if its JSON contains T
 * </pre>
 */
public final class GuardPlugin extends Plugin implements ActionPlugin, IngestPlugin {

  static final String HEADER = "guard";

  /** The header, set inside a node, of requests that are not searches. */
  private static final String NO_SEARCH = "guard-no-search";

  private ThreadPool threads;
  private ClusterService cluster;
  private IndexNameExpressionResolver names;

  @Override
  public Collection<Object> createComponents(
      Client client,
      ClusterService cluster,
      ThreadPool threads,
      ResourceWatcherService watcher,
      ScriptService scripts,
      NamedXContentRegistry xContents,
      Environment environment,
      NodeEnvironment nodeEnvironment,
      NamedWriteableRegistry writeables,
      IndexNameExpressionResolver names,
      Supplier<RepositoriesService> repositories) {
    this.threads = threads;
    this.cluster = cluster;
    this.names = names;
    return List.of();
  }

  @Override
  public Collection<RestHeaderDefinition> getRestHeaders() {
    return List.of(new RestHeaderDefinition(HEADER, false));
  }

  /** Returns the parts of the header by name, or null if the header is absent. */
  private Map<String, String> user() {
    ThreadContext context = threads.getThreadContext();
    String header = context.getHeader(HEADER);
    if (header == null) {
      return null;
    }
    Map<String, String> user = new TreeMap<>();
    for (String part : header.split(";", -1)) {
      String[] nameAndValue = part.trim().split("=", 2);
      user.put(nameAndValue[0], nameAndValue[1]);
    }
    return user;
  }

  private static boolean isAllowed(Map<String, String> user, String what, String name) {
    return user == null
        || !user.containsKey(what)
        || Regex.simpleMatch(user.get(what).split(",", -1), name);
  }

  /**
   * Returns two processors. {@code guard_set} sets a field of a document, as a script may do.
   * {@code guard_each} passes documents to {@code simhash_dedup} one by one, as a nested pipeline
   * does.
   */
  @Override
  public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
    return Map.of(
        "guard_each",
        (others, tag, description, config) -> {
          Map<String, Object> options = new TreeMap<>(config);
          config.clear();
          Processor each = others.get("simhash_dedup").create(others, tag, description, options);
          return new AbstractProcessor(tag, description) {
            @Override
            public void execute(
                IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
              each.execute(document, handler);
            }

            @Override
            public IngestDocument execute(IngestDocument document) {
              throw new UnsupportedOperationException();
            }

            @Override
            public String getType() {
              return "guard_each";
            }
          };
        },
        "guard_set",
        (others, tag, description, config) -> {
          String field = config.remove("field").toString();
          Object value = config.remove("value");
          return new AbstractProcessor(tag, description) {
            @Override
            public IngestDocument execute(IngestDocument document) {
              document.getSourceAndMetadata().put(field, value);
              return document;
            }

            @Override
            public String getType() {
              return "guard_set";
            }
          };
        });
  }

  @Override
  public List<ActionFilter> getActionFilters() {
    return List.of(
        new ActionFilter() {
          @Override
          public int order() {
            return Integer.MIN_VALUE;
          }

          @Override
          public <Request extends ActionRequest, Response extends ActionResponse> void apply(
              Task task,
              String action,
              Request request,
              ActionRequestMetadata<Request, Response> metadata,
              ActionListener<Response> listener,
              ActionFilterChain<Request, Response> chain) {
            leaveNames(request);
            String refused = refused(action, request, metadata);
            if (refused == null) {
              ThreadContext context = threads.getThreadContext();
              ThreadContext.StoredContext caller = context.newStoredContext(true);
              try {
                if (!action.startsWith("indices:data/read/search")
                    && context.getHeader(NO_SEARCH) == null) {
                  context.putHeader(NO_SEARCH, "");
                }
                chain.proceed(task, action, request, listener);
              } finally {
                caller.restore();
              }
            } else {
              listener.onFailure(
                  new OpenSearchSecurityException(
                      "no permissions for [" + refused + "]", RestStatus.FORBIDDEN));
            }
          }
        });
  }

  private void leaveNames(ActionRequest request) {
    Map<String, String> user = user();
    if (user != null
        && user.containsKey("leaves")
        && request instanceof IndicesRequest.Replaceable named) {
      named.indices(
          Stream.of(named.indices())
              .filter(name -> isAllowed(user, "leaves", name))
              .toArray(String[]::new));
    }
  }

  /** Returns the action that the user may not run, with the index if it is the reason, or null. */
  private <Request extends ActionRequest> String refused(
      String action, Request request, ActionRequestMetadata<Request, ?> metadata) {
    Map<String, String> user = user();
    if (!isAllowed(user, "actions", action)) {
      return action;
    }
    if (user != null
        && user.containsKey("fails")
        && request instanceof SearchRequest search
        && search.source().toString().contains(user.get("fails"))) {
      return action;
    }
    if (user == null
        || !user.containsKey("indices")
        || !action.startsWith("indices:")
        || request instanceof CompositeIndicesRequest // its parts are checked
        || request instanceof SearchScrollRequest) {
      return null;
    }
    OptionallyResolvedIndices known = metadata.resolvedIndices();
    Collection<String> indices =
        known instanceof ResolvedIndices resolved
            ? resolved.local().namesOfIndices(cluster.state())
            : request instanceof IndicesRequest named && !action.contains("simhash")
                ? Arrays.asList(names.concreteIndexNames(cluster.state(), named))
                : Set.of("unknown indices");
    for (String index : indices) {
      if (!isAllowed(user, "indices", index)) {
        return action + "] on [" + index;
      }
    }
    return null;
  }

  @Override
  public void onIndexModule(IndexModule module) {
    module.setReaderWrapper(service -> this::wrap);
    module.addSearchOperationListener(
        new SearchOperationListener() {
          @Override
          public void onPreQueryPhase(SearchContext context) {
            Map<String, String> user = user();
            if (user != null && user.containsKey("docs") && user.containsKey("by")) {
              BooleanQuery.Builder query =
                  new BooleanQuery.Builder()
                      .add(new ConstantScoreQuery(new TermQuery(documents(user))), Occur.SHOULD)
                      .setMinimumNumberShouldMatch(1)
                      .add(context.parsedQuery().query(), Occur.MUST);
              context.parsedQuery(new ParsedQuery(query.build()));
              context.preProcess(true);
            }
          }
        });
  }

  private static Term documents(Map<String, String> user) {
    String[] fieldAndValue = user.get("docs").split(":", 2);
    return new Term(fieldAndValue[0], fieldAndValue[1]);
  }

  private DirectoryReader wrap(DirectoryReader reader) throws IOException {
    Map<String, String> user = user();
    if (user == null) {
      return reader;
    }
    boolean byReader =
        !user.containsKey("by") || threads.getThreadContext().getHeader(NO_SEARCH) != null;
    Term seen = user.containsKey("docs") && byReader ? documents(user) : null;
    return seen == null && !user.containsKey("hide")
        ? reader
        : new GuardedDirectory(reader, seen, user.get("hide"));
  }
}
