package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.lucene.index.DirectoryReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Finds the clusters of near-duplicates in an index that any program made. */
@Command(
    name = "scan",
    description = {
      "Finds near-duplicates in an existing Lucene index, whoever made it: fingerprints are computed"
          + " from a stored text field. The index is only read. Prints as dedup does."
    })
final class ScanCommand implements Callable<Integer> {

  private final Console console;

  @ParentCommand private Main main;
  @Mixin private GroupOptions grouping;
  @Mixin private ResultOptions results;

  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index.")
  private Path folder;

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
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Stages stages = new Stages();
    try (DirectoryReader reader = StoredIndex.openAny(folder);
        Results output = results.open(console)) {
      IndexDocuments documents = new IndexDocuments(reader, textField, idField);
      documents.read(grouping.schemeOptions.scheme(), console);
      stages.end("read", documents.table().documentCount(), "documents");
      DocumentGroups groups =
          DocumentGroups.of(documents, documents.table(), grouping, console, stages);
      output.write(groups, null, documents.without(), stages);
      stages.end("write", groups.groups().size(), "groups");
      output.complete();
    }
    if (main.isVerbose()) {
      stages.print(console);
    }
    return 0;
  }
}
