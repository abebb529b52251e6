package io.github.lucenesimhash.cli;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the clusters of near-duplicates in an index that any program made. */
@Command(
    name = "scan",
    description = {
      "Finds near-duplicates in an existing Lucene index, whoever made it: fingerprints are computed"
          + " from a stored text field. The index is only read. Prints as dedup does."
    })
final class ScanCommand extends GroupingCommand {

  @Mixin private IndexOption index;
  @Mixin private ResultOptions results;

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

  ScanCommand(Console console) {
    super(console);
  }

  @Override
  void run(Stages stages) throws IOException {
    try (DirectoryReader reader = StoredIndex.openAny(index.folder);
        Results output = results.open(console)) {
      IndexDocuments documents = new IndexDocuments(reader, textField, idField);
      documents.read(grouping.schemeOptions.scheme(), console);
      DocumentGroups groups = group(documents, stages);
      output.write(groups, null, documents.without(), stages);
      stages.end("write", groups.groups().size(), "groups");
      output.complete();
    }
  }
}
