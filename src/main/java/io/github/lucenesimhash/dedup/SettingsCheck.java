package io.github.lucenesimhash.dedup;

import static io.github.lucenesimhash.dedup.Settings.check;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;

/**
 * Whether settings fit each other and the index of a writer, as far as that is known without
 * reading all of it: of each segment the first document that has a fingerprint is looked at.
 */
record SettingsCheck(Settings settings, IndexReader reader) {

  /** A copy for a writer, with the schemes of the index. */
  static Settings checked(Settings settings, IndexWriter indexWriter) throws IOException {
    Settings built = settings.copy();
    built.softDeletesField = indexWriter.getConfig().getSoftDeletesField();
    checkTogether(built);
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      SettingsCheck index = new SettingsCheck(built, reader);
      built.schemeId = index.scheme();
    }
    if (built.textCheck != null) {
      built.textCheck = built.textCheck.guarded(built.comparison.guard());
    }
    return built;
  }

  private static void checkTogether(Settings settings) {
    String problem = "the comparison is '" + settings.comparison + "'";
    if (settings.comparison.comparesTexts()) {
      String expected = "texts to be called, which says where texts are";
      check(settings.textCheck != null, problem, expected);
    } else {
      check(settings.textCheck == null, problem, "one that verifies, since texts was called");
    }
    Stream.of(
            settings.idField,
            settings.field,
            settings.textCheck == null ? "" : settings.textCheck.field(),
            settings.scope.dateField(),
            settings.scope.tenantField(),
            settings.softDeletesField)
        .filter(settings.policy::adds)
        .findFirst()
        .ifPresent(
            used ->
                check(
                    false,
                    "the policy marks in field '" + used + "'",
                    "a field that nothing else is in"));
  }

  /** Checks the fingerprints of the index, and returns their scheme, or null if none is known. */
  private String scheme() throws IOException {
    String field = settings.field;
    String scheme = settings.schemeId;
    FieldInfos infos = FieldInfos.getMergedFieldInfos(reader);
    FieldInfo fingerprints = infos.fieldInfo(field);
    if (fingerprints == null) {
      List<String> others = new ArrayList<>();
      for (FieldInfo info : infos) {
        boolean isUsed = settings.policy.adds(info.name);
        if (!isUsed && !SimHashField.schemeIds(reader, info.name).isEmpty()) {
          others.add("'" + info.name + "'");
        }
      }
      String names = String.join(" and ", others);
      String problem = "the index has no field '" + field + "', but fingerprints in field " + names;
      check(others.isEmpty(), problem, "the name of such a field");
      return scheme;
    }
    DocValuesType type = fingerprints.getDocValuesType();
    Set<Integer> bits = SimHashField.bits(reader, field);
    check(
        bits.size() == 1,
        "field '" + field + "' of the index has doc values of type " + type,
        "those of a SimHashField, all of as many bits" + (bits.isEmpty() ? "" : ", not " + bits));
    settings.bits = bits.iterator().next();
    checkFirst(field);
    return onlyScheme(field, scheme);
  }

  /** Checks the first document of each segment that has a field. */
  private void checkFirst(String field) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      IndexSearcher segment = new IndexSearcher(leaf.reader());
      for (ScoreDoc first : segment.search(new FieldExistsQuery(field), 1).scoreDocs) {
        boolean hasId = IdField.id(leaf.reader(), settings.idField, first.doc) != null;
        String document = "document " + (leaf.docBase + first.doc) + " of the index";
        String problem =
            document + " has a fingerprint in field '" + field + "', but no id in field";
        String expected = "one that is a term, and stored or a sorted doc value";
        check(hasId, problem + " '" + settings.idField + "'", expected);
        settings.scope.check(leaf, first.doc);
      }
    }
  }

  private String onlyScheme(String field, String known) {
    Set<String> stamped = SimHashField.schemeIds(reader, field);
    boolean isOne = known == null && stamped.size() == 1;
    String schemes = String.join(" and ", stamped);
    check(
        isOne || stamped.stream().allMatch(stamp -> stamp.equals(known)),
        "field '" + field + "' of the index holds fingerprints of scheme " + schemes,
        known == null ? "one scheme" : "scheme " + known);
    return isOne ? stamped.iterator().next() : known;
  }
}
