package io.github.lucenesimhash.opensearch.cluster;

import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportService;

/** {@code _sweep}: deletes all near-duplicates of an index but those that are kept. */
public final class TransportSweepAction
    extends HandledTransportAction<GroupsRequest, NearDuplicateResponse> {

  static final ActionType<NearDuplicateResponse> TYPE =
      new ActionType<>("indices:data/write/simhash/sweep", NearDuplicateResponse::new);

  private final NearDuplicateSearch search;

  /** For the node. */
  @Inject
  public TransportSweepAction(
      TransportService transport, ActionFilters filters, NearDuplicateSearch search) {
    super(TYPE.name(), transport, filters, GroupsRequest::new);
    this.search = search;
  }

  @Override
  protected void doExecute(
      Task task, GroupsRequest request, ActionListener<NearDuplicateResponse> listener) {
    search.run(
        task,
        request,
        listener,
        (client, index, found, answer) -> {
          answer.put("dry_run", request.isDryRun());
          if (!request.isDryRun()) {
            answer.putAll(new Sweep(client, (GroupsTask) task, index, found).run());
          }
        });
  }
}
