package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesSkipper;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.opensearch.OpenSearchSecurityException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.CompositeIndicesRequest;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.search.SearchScrollRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.OptionallyResolvedIndices;
import org.opensearch.cluster.metadata.ResolvedIndices;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.lucene.index.SequentialStoredFieldsLeafReader;
import org.opensearch.common.regex.Regex;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.index.IndexModule;
import org.opensearch.index.query.ParsedQuery;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.plugins.ActionPlugin;
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
 * reader wrapper and a listener of searches. A request without the header {@code guard} may do all;
 * else the header says who asks:
 *
 * <pre>
 * actions=A,B    the actions that he may run, with patterns; all if not given
 * indices=X,Y    the indices that he may touch; all if not given
 * docs=F:V       he sees only documents whose keyword F is V
 * by=query       searches hide the others by a filter around the query, else by the reader's live documents
 * hide=F         he does not see the field F
 * </pre>
 */
public final class GuardPlugin extends Plugin implements ActionPlugin {

  static final String HEADER = "guard";

  /** A header of requests that are no searches. */
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

  /** What the header says, by name; null if there is none. */
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

  /** What the user may not do of this, or null. */
  private <Request extends ActionRequest> String refused(
      String action, Request request, ActionRequestMetadata<Request, ?> metadata) {
    Map<String, String> user = user();
    if (!isAllowed(user, "actions", action)) {
      return action;
    }
    if (user == null
        || !user.containsKey("indices")
        || !action.startsWith("indices:")
        || request instanceof CompositeIndicesRequest // its parts are looked at
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

  private static final class GuardedDirectory extends FilterDirectoryReader {

    private final Term seen;
    private final String hidden;

    GuardedDirectory(DirectoryReader in, Term seen, String hidden) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader reader) {
              try {
                return new GuardedLeaf(reader, seen, hidden);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          });
      this.seen = seen;
      this.hidden = hidden;
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
      return new GuardedDirectory(in, seen, hidden);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  /** A segment whose core is the one that others see too. */
  private static final class GuardedLeaf extends SequentialStoredFieldsLeafReader {

    private final String hidden;
    private final FieldInfos fields;
    private final FixedBitSet live; // null if no documents are hidden
    private final int count;

    GuardedLeaf(LeafReader in, Term seen, String hidden) throws IOException {
      super(in);
      this.hidden = hidden;
      fields =
          new FieldInfos(
              StreamSupport.stream(in.getFieldInfos().spliterator(), false)
                  .filter(field -> !field.name.equals(hidden))
                  .toArray(FieldInfo[]::new));
      live = seen == null ? null : new FixedBitSet(in.maxDoc());
      if (seen != null) {
        Bits before = in.getLiveDocs();
        PostingsEnum postings = in.postings(seen, PostingsEnum.NONE);
        for (int doc = postings == null ? DocIdSetIterator.NO_MORE_DOCS : postings.nextDoc();
            doc != DocIdSetIterator.NO_MORE_DOCS;
            doc = postings.nextDoc()) {
          if (before == null || before.get(doc)) {
            live.set(doc);
          }
        }
      }
      count = live == null ? in.numDocs() : live.cardinality();
    }

    @Override
    public Bits getLiveDocs() {
      return live == null ? in.getLiveDocs() : live;
    }

    @Override
    public int numDocs() {
      return count;
    }

    @Override
    public FieldInfos getFieldInfos() {
      return fields;
    }

    private boolean shows(String field) {
      return !field.equals(hidden);
    }

    @Override
    public Terms terms(String field) throws IOException {
      return shows(field) ? in.terms(field) : null;
    }

    @Override
    public NumericDocValues getNumericDocValues(String field) throws IOException {
      return shows(field) ? in.getNumericDocValues(field) : null;
    }

    @Override
    public SortedNumericDocValues getSortedNumericDocValues(String field) throws IOException {
      return shows(field) ? in.getSortedNumericDocValues(field) : null;
    }

    @Override
    public SortedDocValues getSortedDocValues(String field) throws IOException {
      return shows(field) ? in.getSortedDocValues(field) : null;
    }

    @Override
    public SortedSetDocValues getSortedSetDocValues(String field) throws IOException {
      return shows(field) ? in.getSortedSetDocValues(field) : null;
    }

    @Override
    public BinaryDocValues getBinaryDocValues(String field) throws IOException {
      return shows(field) ? in.getBinaryDocValues(field) : null;
    }

    @Override
    public DocValuesSkipper getDocValuesSkipper(String field) throws IOException {
      return shows(field) ? in.getDocValuesSkipper(field) : null;
    }

    @Override
    public PointValues getPointValues(String field) throws IOException {
      return shows(field) ? in.getPointValues(field) : null;
    }

    @Override
    public StoredFields storedFields() throws IOException {
      StoredFields stored = in.storedFields();
      return new StoredFields() {
        @Override
        public void document(int doc, StoredFieldVisitor visitor) throws IOException {
          stored.document(doc, new SourceFilter(visitor, hidden));
        }
      };
    }

    @Override
    protected StoredFieldsReader doGetSequentialStoredFieldsReader(StoredFieldsReader stored) {
      return new StoredFieldsReader() {
        @Override
        public void document(int doc, StoredFieldVisitor visitor) throws IOException {
          stored.document(doc, new SourceFilter(visitor, hidden));
        }

        @Override
        public StoredFieldsReader clone() {
          return doGetSequentialStoredFieldsReader(stored.clone());
        }

        @Override
        public void checkIntegrity() throws IOException {
          stored.checkIntegrity();
        }

        @Override
        public void close() throws IOException {
          stored.close();
        }
      };
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return live == null ? in.getReaderCacheHelper() : null;
    }
  }

  /** Leaves a field out of sources. */
  private static final class SourceFilter extends StoredFieldVisitor {

    private final StoredFieldVisitor in;
    private final String hidden;

    SourceFilter(StoredFieldVisitor in, String hidden) {
      this.in = in;
      this.hidden = hidden;
    }

    @Override
    public Status needsField(FieldInfo field) throws IOException {
      return in.needsField(field);
    }

    @Override
    public void binaryField(FieldInfo field, byte[] value) throws IOException {
      if (!field.name.equals("_source") || hidden == null) {
        in.binaryField(field, value);
        return;
      }
      Map<String, Object> source =
          XContentHelper.convertToMap(new BytesArray(value), true, MediaTypeRegistry.JSON).v2();
      source.remove(hidden);
      in.binaryField(
          field,
          BytesReference.toBytes(BytesReference.bytes(JsonXContent.contentBuilder().map(source))));
    }

    @Override
    public void stringField(FieldInfo field, String value) throws IOException {
      in.stringField(field, value);
    }

    @Override
    public void longField(FieldInfo field, long value) throws IOException {
      in.longField(field, value);
    }
  }
}
