package io.github.lucenesimhash.opensearch.cluster;

import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportService;

/** {@code _groups}: shows the near-duplicate groups of an index, or writes them into another. */
public final class TransportGroupsAction
    extends HandledTransportAction<GroupsRequest, NearDuplicateResponse> {

  static final ActionType<NearDuplicateResponse> TYPE =
      new ActionType<>("indices:data/read/simhash/groups", NearDuplicateResponse::new);

  private final NearDuplicateSearch search;

  /** For the node. */
  @Inject
  public TransportGroupsAction(
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
          if (request.into() != null) {
            new GroupsIndex(client, (GroupsTask) task, request.into()).write(found);
            answer.put("into", request.into());
          }
        });
  }
}
