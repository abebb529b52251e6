package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.DocumentFeatures;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.ResemblanceRescorer;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOUtils;

/** An index on disk, as {@link IndexCommand} makes it, open for reading. */
final class StoredIndex implements Closeable {

  /** The field of a document's id, indexed as one term and stored. */
  static final String ID = "id";

  /** The field of a document's fingerprint. */
  static final String NEAR = "near";

  /** The stored field of a document's text, where the index was asked to keep texts. */
  static final String TEXT = "text";

  /** In a commit's user data where every document was stored with its text. */
  static final String ALL_TEXTS = "lucene-simhash.all-texts";

  /**
   * @param distance in bits
   * @param resemblance of the texts, null if it was not asked for
   */
  record Hit(
      String id, int distance, @JsonInclude(JsonInclude.Include.NON_NULL) Float resemblance) {}

  /**
   * @param total how many documents are within the distance, and resemble the text if asked for
   * @param candidates how many texts were compared, where it was asked for
   * @param nearest of the total, at most as many as were asked for
   */
  record Hits(long total, int candidates, List<Hit> nearest) {}

  /** How the message on an unknown codec goes on after its first sentence. */
  private static final Pattern ADVICE = Pattern.compile("( does not exist)\\. .*", Pattern.DOTALL);

  private final DirectoryReader reader;
  private final IndexScheme scheme;
  private final DedupPolicy policy;
  private final boolean hasAllTexts;
  private final IndexSearcher searcher;

  private StoredIndex(DirectoryReader reader) throws IOException {
    this.reader = reader;
    Map<String, String> userData = reader.getIndexCommit().getUserData();
    scheme = IndexScheme.ofCommitData(userData);
    policy = DedupPolicy.ofCommitData(userData);
    hasAllTexts = userData.containsKey(ALL_TEXTS) || reader.numDocs() == 0;
    searcher = new IndexSearcher(reader);
  }

  /**
   * @throws BadInput if there is no index, or none of this program's
   */
  static StoredIndex open(Path folder) throws IOException {
    DirectoryReader reader = openAny(folder);
    StoredIndex index = null;
    try {
      index = new StoredIndex(reader);
      return index;
    } finally {
      if (index == null) {
        IOUtils.closeWhileHandlingException(reader);
      }
    }
  }

  /**
   * Any index, whoever made it. Closing the reader closes its directory.
   *
   * @throws BadInput if there is no index, or it cannot be read
   */
  static DirectoryReader openAny(Path folder) throws IOException {
    String option = "--index '" + folder + "'";
    if (!Files.isDirectory(folder)) {
      throw new BadInput(option + " does not exist, expected the folder of an index");
    }
    Directory directory = null;
    DirectoryReader reader = null;
    try {
      Directory files = new IndexFiles(folder);
      directory = files;
      reader = DirectoryReader.open(directory);
      reader
          .getReaderCacheHelper()
          .addClosedListener(key -> IOUtils.closeWhileHandlingException(files));
      return reader;
    } catch (IndexNotFoundException e) {
      throw new BadInput(option + " holds no index");
    } catch (CorruptIndexException | IndexFormatTooOldException | IndexFormatTooNewException e) {
      throw new BadInput(option + " cannot be read: " + e.getMessage());
    } catch (FileSystemException | EOFException e) {
      throw BadInput.unreadable(option, e);
    } catch (IllegalArgumentException e) { // a codec that is not on the class path
      String reason = Objects.requireNonNullElse(e.getMessage(), "no message");
      throw new BadInput(option + " cannot be read: " + ADVICE.matcher(reason).replaceFirst("$1"));
    } finally {
      if (reader == null) {
        IOUtils.closeWhileHandlingException(directory);
      }
    }
  }

  DirectoryReader reader() {
    return reader;
  }

  IndexScheme scheme() {
    return scheme;
  }

  /** How it is kept free of near-duplicates, or null. */
  DedupPolicy policy() {
    return policy;
  }

  /** True if every document of the index was stored with its text. */
  boolean hasAllTexts() {
    return hasAllTexts;
  }

  /** True if a document of the index was stored with its text. */
  boolean hasTexts() {
    return FieldInfos.getMergedFieldInfos(reader).fieldInfo(TEXT) != null;
  }

  /**
   * The fingerprint of a document, or empty if it has none.
   *
   * @throws BadInput if there is no such document
   */
  OptionalLong fingerprint(String id) throws IOException {
    return fingerprint(document(id));
  }

  private OptionalLong fingerprint(int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    NumericDocValues fingerprints = leaf.reader().getNumericDocValues(NEAR);
    return fingerprints != null && fingerprints.advanceExact(doc - leaf.docBase)
        ? OptionalLong.of(fingerprints.longValue())
        : OptionalLong.empty();
  }

  /**
   * The stored text of a document.
   *
   * @throws BadInput if there is no such document, or it was stored without
   */
  String text(String id) throws IOException {
    return text(document(id));
  }

  private String text(int doc) throws IOException {
    Document document = reader.storedFields().document(doc, Set.of(ID, TEXT));
    String text = document.get(TEXT);
    if (text == null) {
      throw new BadInput(
          "document '"
              + document.get(ID)
              + "' has no text in the index, expected one made with index --store-text");
    }
    return text;
  }

  private int document(String id) throws IOException {
    TopDocs found = searcher.search(new TermQuery(new Term(ID, id)), 1);
    if (found.scoreDocs.length == 0) {
      throw new BadInput("--id '" + id + "' is not in the index");
    }
    return found.scoreDocs[0].doc;
  }

  /**
   * The documents nearest to a fingerprint, ties in document order.
   *
   * @param except id of a document to leave out, or null
   */
  Hits search(long fingerprint, int maxDistance, int top, String except) throws IOException {
    TopDocs found = near(fingerprint, maxDistance, top, except);
    List<Hit> nearest = new ArrayList<>();
    for (ScoreDoc hit : found.scoreDocs) {
      nearest.add(hit(hit.doc, fingerprint, null));
    }
    return new Hits(found.totalHits.value(), nearest.size(), nearest);
  }

  /**
   * The documents within the distance whose texts resemble a text enough, most alike first, then
   * nearest, then in document order.
   *
   * @param minResemblance 0 to 1
   * @throws BadInput if one within the distance was stored without its text
   */
  Hits search(
      long fingerprint,
      int maxDistance,
      int top,
      String except,
      FeatureSet text,
      double minResemblance)
      throws IOException {
    TopDocs found = near(fingerprint, maxDistance, Integer.MAX_VALUE, except);
    TopDocs alike =
        ResemblanceRescorer.jaccard(
                text,
                DocumentFeatures.texts(
                    TextVerifier.standard(), (leaf, doc) -> text(leaf.docBase + doc)),
                minResemblance)
            .rescore(searcher, found, Integer.MAX_VALUE);
    List<Hit> hits = new ArrayList<>();
    for (ScoreDoc hit : alike.scoreDocs) {
      hits.add(hit(hit.doc, fingerprint, hit.score));
    }
    hits.sort(
        Comparator.<Hit>comparingDouble(hit -> -hit.resemblance).thenComparingInt(Hit::distance));
    return new Hits(
        hits.size(), found.scoreDocs.length, hits.subList(0, Math.min(top, hits.size())));
  }

  private Hit hit(int doc, long fingerprint, Float resemblance) throws IOException {
    return new Hit(
        reader.storedFields().document(doc, Set.of(ID)).get(ID),
        Fingerprint.distance(fingerprint, fingerprint(doc).getAsLong()),
        resemblance);
  }

  private TopDocs near(long fingerprint, int maxDistance, int top, String except)
      throws IOException {
    SimHashField.requireScheme(reader, NEAR, scheme.id());
    Query query = SimHashField.newDistanceQuery(NEAR, fingerprint, maxDistance);
    if (except != null) {
      query =
          new BooleanQuery.Builder()
              .add(query, Occur.FILTER)
              .add(new TermQuery(new Term(ID, except)), Occur.MUST_NOT)
              .build();
    }
    return searcher.search(
        query,
        new TopFieldCollectorManager(
            new Sort(SimHashField.newDistanceSort(NEAR, fingerprint)),
            Math.min(top, Math.max(1, reader.maxDoc())),
            null,
            Integer.MAX_VALUE));
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
