package io.github.lucenesimhash.opensearch.ingest;

import org.opensearch.action.ActionRequest;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.TransportBulkAction;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.core.action.ActionListener;

/**
 * Gives each upsert of a bulk request its id before the pipelines run. The core sets the id only
 * after the pipelines. Without the id, an upsert of an existing document would be a near-duplicate
 * of itself.
 */
public final class UpsertIds extends ActionFilter.Simple {

  @Override
  public int order() {
    return 0;
  }

  @Override
  protected boolean apply(String action, ActionRequest request, ActionListener<?> listener) {
    if (request instanceof BulkRequest bulk) {
      for (DocWriteRequest<?> each : bulk.requests()) {
        IndexRequest written = TransportBulkAction.getIndexWriteRequest(each);
        if (written != null) {
          written.id(each.id());
        }
      }
    }
    return true;
  }
}
