package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import picocli.CommandLine.Model.CommandSpec;

/** Creates the fields of documents whose fingerprints exist already, for a new index. */
final class ReadyFingerprints {

  private static final String[] USED = {
    "INDEX", "INPUT", "--format", "--scheme", "--ext", "--encoding", "--strict"
  };

  /** The plan of the index, which names the scheme of the fingerprints if it is known. */
  final IndexPlan plan;

  private final String stamp; // the scheme's id, or null if unknown
  private final AtomicInteger bits; // 0 until the width is known

  /** Creates the plan. Refuses options that apply to texts, and an index that exists. */
  ReadyFingerprints(IndexFolder target, SchemeOptions schemeOptions, CommandSpec command) {
    Main.checkAlone(command, "--format fingerprints", USED);
    if (target.holdsIndex()) {
      throw new BadInput(target + " exists, expected a new one for --format fingerprints");
    }
    FingerprintScheme scheme = schemeOptions.text() == null ? null : schemeOptions.scheme();
    stamp = scheme == null ? null : scheme.id();
    bits = new AtomicInteger(scheme == null ? 0 : scheme.bits());
    IndexSettings settings =
        new IndexSettings(
            scheme == null ? "unknown" : stamp,
            schemeOptions.text(),
            null,
            false,
            false,
            Input.Markup.KEEP);
    plan = new IndexPlan(scheme, null, false, false, settings);
  }

  /** Creates all fields of a document except its id. */
  Document fields(TextDocument document) {
    Document fields = new Document();
    if (!document.text().isEmpty()) {
      Fingerprint fingerprint = Fingerprint.parse(document.text());
      bits.compareAndSet(0, fingerprint.bits());
      if (fingerprint.bits() != bits.get()) {
        throw new BadInput(
            "fingerprint '%s' has %d bits, expected %d as others",
            document.text(), fingerprint.bits(), bits.get());
      }
      fields.add(
          new SimHashField(
              StoredIndex.NEAR, fingerprint, SimHashField.fieldType(stamp, bits.get())));
    }
    return fields;
  }
}
