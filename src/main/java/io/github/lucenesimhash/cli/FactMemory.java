package io.github.lucenesimhash.cli;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.Guard;
import io.github.lucenesimhash.verify.Likeness;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.IOUtils;

/**
 * Remembers facts of a few words. A new fact is left out only if a known fact has all its words in
 * the same order, and no number, symbol or negation keeps the two apart. For use by one thread at a
 * time.
 *
 * <p>Each change is written to a file before its request is answered, because a commit for each
 * change would take long. If the process is killed, the next process repeats the changes in the
 * file.
 */
final class FactMemory implements Closeable {

  /** The name of the file of changes that are not committed. */
  static final String FILE = "changes.jsonl";

  private static final int MOST_CHANGES = 1000; // between two commits

  private static final int MOST = 100; // committed facts that a fact is compared with, the nearest

  private static final FingerprintScheme WORDS = FingerprintScheme.standard();
  private static final TextVerifier GUARDED = TextVerifier.standard().guarded(Guard.STANDARD);
  private static final String SCHEME = "titles";

  private static final Comparison ALIKE =
      Comparison.parse("20 verify=0.6 contained=0.9 guard=none");

  /**
   * A change of the memory.
   *
   * @param text the text of the fact, or null if the fact was forgotten
   */
  private record Change(String id, String text) {}

  /**
   * A change since the last commit. The text is null if the fact was forgotten, and the fingerprint
   * is null if the fact has none.
   */
  private record Recent(String text, Fingerprint fingerprint) {}

  private final IndexFolder folder;
  private final IndexPlan plan;
  private final IndexWriter writer;
  private final FileChannel file;
  private final Map<String, Recent> recent = new HashMap<>(); // since the last commit, by id
  private int changes; // since the last commit
  private DirectoryReader reader; // shows the last commit

  /** Opens a memory, and repeats the changes that were not committed. */
  FactMemory(Path path, IndexFolder folder, IndexPlan plan) throws IOException {
    this.folder = folder;
    this.plan = plan;
    writer = folder.writer();
    folder.complete(plan.settings());
    Path lines = path.resolve(FILE);
    file = FileChannel.open(lines, CREATE, WRITE);
    RawText.cutLine(lines); // a line without an end is a change that was not answered
    List<Change> left = new ArrayList<>();
    RawText.forEachLine(lines, line -> left.add(change(line)));
    for (Change change : left) {
      make(change);
    }
    commit();
  }

  private static Change change(String line) {
    try {
      Change change = Json.read(line, Change.class);
      if (change != null && change.id != null) {
        return change;
      }
    } catch (JsonProcessingException e) {
      // one message for all damaged lines
    }
    throw new IllegalArgumentException("damaged, expected an object with \"id\" and \"text\"");
  }

  /** The way in which a fact compares with the known facts. */
  enum Kind {
    /** A known fact has the same words. */
    SAME,
    /** A known fact has all words of the fact in the same order, and more. */
    CONTAINED,
    /** A known fact is alike, but differs in words, their order, numbers, symbols or negations. */
    CHANGED,
    /** No known fact is alike. */
    NEW;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A known fact that is alike.
   *
   * @param resemblance the resemblance of the two facts
   * @param spellings the differing parts, first of the known fact, then of the fact; null unless
   *     the kind is {@link Kind#CHANGED}
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Known(Kind kind, String id, String text, float resemblance, List<String> spellings) {}

  /**
   * The answer to a fact: how it compares with known facts, and whether it was stored.
   *
   * @param kind the kind of the first known fact, or {@link Kind#NEW} if none is alike
   * @param stored whether the fact was stored, or null if it was only looked up
   * @param replaced whether an older text with the same id was replaced, or null if the fact was
   *     only looked up
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Answer(Kind kind, String id, Boolean stored, Boolean replaced, List<Known> known) {}

  record Forgotten(String id, boolean forgotten) {}

  /**
   * Returns the plan for the index of a memory.
   *
   * @param index the index of the memory, or null if it does not exist yet
   */
  static IndexPlan plan(StoredIndex index, IndexFolder target) {
    FingerprintScheme scheme = FingerprintScheme.parse(SCHEME);
    IndexSettings settings =
        new IndexSettings(scheme.id(), SCHEME, null, true, false, Input.Markup.KEEP);
    if (index != null && !index.settings().equals(settings)) {
      throw new BadInput(
          target + " was not made with serve --mcp, expected one that was, or a new one");
    }
    return new IndexPlan(scheme, null, false, true, settings);
  }

  Answer find(String text) throws IOException {
    List<Known> known = known("", text);
    return new Answer(kind(known), null, null, null, known);
  }

  /**
   * Stores a fact, unless another fact is the same or contains it. An older text with the same id
   * is replaced.
   *
   * @param id the id of the fact, or null for a new id
   */
  Answer remember(String id, String text) throws IOException {
    String its = id == null ? UUID.randomUUID().toString() : id;
    List<Known> known = known(its, text);
    Kind kind = kind(known);
    if (kind == Kind.SAME || kind == Kind.CONTAINED) {
      return new Answer(kind, null, false, false, known);
    }
    boolean isReplaced = isThere(its);
    change(new Change(its, text));
    return new Answer(kind, its, true, isReplaced, known);
  }

  Forgotten forget(String id) throws IOException {
    boolean isThere = isThere(id);
    change(new Change(id, null));
    return new Forgotten(id, isThere);
  }

  private boolean isThere(String id) throws IOException {
    Recent change = recent.get(id);
    return change == null
        ? new IndexSearcher(reader).count(new TermQuery(term(id))) > 0
        : change.text != null;
  }

  private static Term term(String id) {
    return new Term(StoredIndex.ID, id);
  }

  private void change(Change change) throws IOException {
    make(change);
    ByteBuffer line = ByteBuffer.wrap(Json.line(change).getBytes(StandardCharsets.UTF_8));
    try {
      while (line.hasRemaining()) {
        file.write(line);
      }
    } catch (IOException e) {
      throw folder.failed(e);
    }
    if (++changes == MOST_CHANGES) {
      commit();
    }
  }

  private void make(Change change) throws IOException {
    if (change.text == null) {
      writer.deleteDocuments(term(change.id));
      recent.put(change.id, new Recent(null, null));
      return;
    }
    Document document = plan.fields(new TextDocument(change.id, change.text, TextDocument.NO_DATE));
    document.add(new StringField(StoredIndex.ID, change.id, Field.Store.YES));
    writer.updateDocument(term(change.id), document);
    recent.put(change.id, new Recent(change.text, fingerprint(change.text)));
  }

  private Fingerprint fingerprint(String text) {
    return plan.scheme().fingerprint(text).orElse(null);
  }

  private void commit() throws IOException {
    folder.complete(plan.settings());
    file.truncate(0);
    file.force(true);
    DirectoryReader before = reader;
    reader = DirectoryReader.open(writer);
    recent.clear();
    changes = 0;
    IOUtils.close(before);
  }

  @Override
  public void close() throws IOException {
    try (file) {
      commit();
    }
    reader.close();
  }

  private static Kind kind(List<Known> known) {
    return known.isEmpty() ? Kind.NEW : known.getFirst().kind;
  }

  /** Returns the known facts that are alike, except the one with the given id, sorted by kind. */
  private List<Known> known(String id, String text) throws IOException {
    Fingerprint fingerprint = fingerprint(text);
    if (fingerprint == null) {
      return List.of();
    }
    Map<String, String> near = new HashMap<>(); // text by id
    StoredFields stored = reader.storedFields();
    Query query = SimHashField.newDistanceQuery(StoredIndex.NEAR, fingerprint, ALIKE.maxDistance());
    for (ScoreDoc hit : new IndexSearcher(reader).search(query, MOST).scoreDocs) {
      Document other = stored.document(hit.doc);
      near.put(other.get(StoredIndex.ID), other.get(StoredIndex.TEXT));
    }
    near.keySet().removeAll(recent.keySet());
    recent.forEach(
        (other, change) -> {
          if (change.fingerprint != null
              && change.fingerprint.distance(fingerprint) <= ALIKE.maxDistance()) {
            near.put(other, change.text);
          }
        });
    near.remove(id);
    TextVerifier verifier = ALIKE.verifier(plan.scheme());
    FeatureSet features = verifier.features(text);
    List<Known> known = new ArrayList<>();
    near.forEach(
        (other, its) -> {
          Likeness likeness = ALIKE.likeness(features, verifier.features(its));
          if (likeness.isNear()) {
            known.add(known(other, its, text, (float) likeness.resemblance()));
          }
        });
    known.sort(Comparator.comparing(Known::kind).thenComparingDouble(it -> -it.resemblance));
    return known;
  }

  private static Known known(String id, String text, String fact, float resemblance) {
    Tokens there = WORDS.tokens(text, true);
    Tokens here = WORDS.tokens(fact, true);
    long[] a = there.codes();
    long[] b = here.codes();
    boolean isApart = GUARDED.features(text).isHeldBack(GUARDED.features(fact));
    if (!isApart && Arrays.equals(a, b)) {
      return new Known(Kind.SAME, id, text, resemblance, null);
    }
    if (!isApart && hasAll(a, b)) {
      return new Known(Kind.CONTAINED, id, text, resemblance, null);
    }
    int start = Arrays.mismatch(a, b);
    if (start < 0) { // only a sign differs
      return new Known(Kind.CHANGED, id, text, resemblance, List.of(text, fact));
    }
    int most = Math.min(a.length, b.length);
    int end = 0; // words
    while (end < most - start && a[a.length - 1 - end] == b[b.length - 1 - end]) {
      end++;
    }
    List<String> spellings =
        List.of(between(text, there, start, end), between(fact, here, start, end));
    return new Known(Kind.CHANGED, id, text, resemblance, spellings);
  }

  private static boolean hasAll(long[] many, long[] few) {
    int found = 0;
    for (int i = 0; i < many.length && found < few.length; i++) {
      found += many[i] == few[found] ? 1 : 0;
    }
    return found == few.length;
  }

  /** Returns the text without some first and last words, but with the signs around the rest. */
  private static String between(String text, Tokens words, int start, int end) {
    int from = start == 0 ? 0 : words.to(start - 1);
    int to = end == 0 ? text.length() : words.from(words.size() - end);
    return text.substring(from, Math.max(from, to)).strip();
  }
}
