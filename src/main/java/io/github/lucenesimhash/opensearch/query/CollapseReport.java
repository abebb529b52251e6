package io.github.lucenesimhash.opensearch.query;

import io.github.lucenesimhash.opensearch.field.WireVersion;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.SearchExtBuilder;

/** The report on how {@link SearchCollapse} folded hits, in the {@code ext} of a response. */
final class CollapseReport extends SearchExtBuilder {

  private final Map<String, Object> values;

  CollapseReport(Map<String, Object> values) {
    this.values = values;
  }

  CollapseReport(StreamInput in) throws IOException {
    WireVersion.read(in, "an answer's report");
    values = in.readMap();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out);
    out.writeMap(values);
  }

  @Override
  public String getWriteableName() {
    return SearchCollapse.NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.field(SearchCollapse.NAME, values);
  }

  @Override
  public String toString() {
    return Strings.toString(MediaTypeRegistry.JSON, this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollapseReport that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(SearchCollapse.NAME, values);
  }
}
