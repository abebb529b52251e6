package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.IndexDocuments;
import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the groups of near-duplicates in an index that any program made. */
@Command(
    name = "scan",
    description =
        "Finds near-duplicates in an existing Lucene index of any program: fingerprints are"
            + " computed from a stored text field. The index is only read. Prints as dedup does.")
final class ScanCommand extends GroupingCommand {

  @Mixin private StoredIndex.FolderOption index;
  @Mixin private final Results results = new Results();

  @Option(
      names = "--text-field",
      required = true,
      paramLabel = "NAME",
      description = "Stored field of the text.")
  private String textField;

  @Option(
      names = "--id-field",
      paramLabel = "NAME",
      description = "Stored field of the id; without it documents go by their number in the index.")
  private String idField;

  @Option(
      names = "--date-field",
      paramLabel = "NAME",
      description =
          "Stored field of the date for --keep newest: ISO 8601 (2026-11-21, 2026-11-21T14:50:00Z)"
              + " or a number. Documents without one are older than any other.")
  private String dateField;

  @Override
  int run(Stages stages) throws IOException {
    if (grouping.keepsNewest() != (dateField != null)) {
      throw new BadInput("--keep newest and --date-field are for each other, expected both");
    }
    try (DirectoryReader reader = StoredIndex.openAny(index.folder);
        results) {
      results.open(main.console);
      IndexDocuments documents = new IndexDocuments(reader, textField, idField, dateField);
      documents.read(grouping.schemeOptions.scheme(), main.console);
      DocumentGroups groups = group(documents, stages);
      results.write(groups, null, documents.without(), stages);
      stages.end("write", groups.groups().size(), "groups");
      results.complete();
    }
    return 0;
  }
}
