package io.github.lucenesimhash.opensearch.cluster;

import java.io.IOException;
import java.util.Map;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** An answer of names and values, as it is shown. */
final class NearDuplicateResponse extends ActionResponse implements ToXContentObject {

  private final Map<String, Object> body;

  NearDuplicateResponse(Map<String, Object> body) {
    this.body = body;
  }

  NearDuplicateResponse(StreamInput in) throws IOException {
    super(in);
    body = in.readMap();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeMap(body);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.map(body);
  }
}
