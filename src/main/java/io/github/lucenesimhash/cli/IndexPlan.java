package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.passage.PassageField;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StoredField;

/**
 * Makes the fields of documents in an index, according to options or to the settings of the index.
 *
 * @param policy the policy for near-duplicates, or null if they are not looked for
 * @param isRemembered whether the index had a policy before
 * @param settings the settings that the index will remember
 */
record IndexPlan(
    FingerprintScheme scheme,
    DedupPolicy policy,
    boolean isRemembered,
    boolean storesText,
    IndexSettings settings) {

  /**
   * Returns the plan for an index.
   *
   * @param index the existing index, or null for a new one
   * @param otherwise the kind of policy if neither the options nor the index name one, or null for
   *     no policy
   * @param passages whether copied passages are to be found
   * @param markup the treatment of markup in texts
   * @throws BadInput if the options do not fit the index
   */
  static IndexPlan of(
      IndexFolder target,
      StoredIndex index,
      SchemeOptions schemeOptions,
      DuplicateOptions duplicates,
      DedupPolicy.Kind otherwise,
      boolean storeText,
      boolean passages,
      Input.Markup markup)
      throws IOException {
    target.checkNoFacts();
    FingerprintScheme scheme =
        index == null ? schemeOptions.scheme() : index.settings().restore(schemeOptions);
    DedupPolicy remembered = index == null ? null : index.settings().policy();
    DedupPolicy policy = duplicates.policy(remembered, scheme, otherwise);
    boolean comparesTexts = policy != null && policy.near().comparesTexts();
    boolean hasAllTexts = index == null || index.hasAllTexts();
    if (comparesTexts && !hasAllTexts) {
      throw new BadInput(
          "%s holds documents without their texts, which --dedup compares: expected --verify 0"
              + " with it, or a new index",
          target);
    }
    String text = index == null ? schemeOptions.text() : index.settings().scheme();
    boolean hasPassages = index == null ? passages : index.settings().hasPassages();
    if (passages && !hasPassages) {
      throw new BadInput(
          "%s holds documents without passages: expected no --passages, or a new index", target);
    }
    boolean storesText =
        storeText || comparesTexts || hasPassages || (index != null && index.hasTexts());
    boolean storesAll = storesText && hasAllTexts;
    IndexSettings settings =
        new IndexSettings(scheme.id(), text, policy, storesAll, hasPassages, markup);
    return new IndexPlan(scheme, policy, remembered != null, storesText, settings);
  }

  /** Returns all fields of a document except the id. */
  Document fields(TextDocument document) {
    return fields(document, scheme.fingerprint(document.text()));
  }

  /** Returns all fields except the id of a document whose fingerprint exists already. */
  Document fields(TextDocument document, Optional<Fingerprint> fingerprint) {
    Document fields = new Document();
    FieldType near = SimHashField.fieldType(scheme.id(), scheme.bits());
    fingerprint.ifPresent(bits -> fields.add(new SimHashField(StoredIndex.NEAR, bits, near)));
    if (policy != null && policy.window() != null) {
      fields.add(new LongField(StoredIndex.DATE, document.date(), Field.Store.YES));
    }
    if (policy != null && policy.isPerTenant()) {
      fields.add(new KeywordField(StoredIndex.TENANT, document.tenant(), Field.Store.YES));
    }
    if (settings.hasPassages()) {
      fields.add(new PassageField(StoredIndex.PASSAGES, document.text(), Field.Store.NO));
    }
    if (storesText) {
      fields.add(new StoredField(StoredIndex.TEXT, document.text()));
    }
    return fields;
  }
}
