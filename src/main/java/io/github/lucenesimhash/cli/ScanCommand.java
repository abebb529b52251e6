package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.IndexDocuments;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the groups of near-duplicates in an index that any program made. */
@Command(name = "scan")
final class ScanCommand extends GroupingCommand {

  @Mixin private StoredIndex.FolderOption index;
  @Mixin private final Results results = new Results();

  @Option(names = "--text-field", required = true, paramLabel = "NAME")
  private String textField;

  @Option(names = "--id-field", paramLabel = "NAME")
  private String idField;

  @Option(names = "--date-field", paramLabel = "NAME")
  private String dateField;

  @Override
  List<String> inputs() {
    return List.of(index.folder.toString());
  }

  @Override
  int run() throws IOException {
    if (keep.goesByDate() != (dateField != null)) {
      throw new BadInput(
          "--keep newest or oldest and --date-field are for each other, expected both");
    }
    try (DirectoryReader reader = StoredIndex.openAny(index.folder);
        IndexDocuments documents = new IndexDocuments(reader, textField, idField, dateField);
        results) {
      results.open(main.console);
      FingerprintScheme scheme = schemeOptions.scheme();
      prepare(documents, scheme);
      documents.read(scheme, main.console);
      DocumentGroups groups = group(documents, scheme, null);
      results.write(this, groups, documents.without());
      stages.end("write", groups.groups.size(), "groups");
      results.complete();
    }
    return 0;
  }
}
