package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.OptionalLong;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/** What a query looks for the near-duplicates of. */
sealed interface Target extends Writeable, ToXContentFragment {

  /** The fingerprint under a field's scheme, or empty if there is none. */
  OptionalLong fingerprint(SimHashFieldType field);

  static Target read(StreamInput in) throws IOException {
    byte kind = in.readByte();
    return switch (kind) {
      case Text.KIND -> new Text(in.readString());
      case Bits.KIND -> new Bits(in.readLong());
      case Like.KIND -> new Like(in.readString(), in.readString(), in.readOptionalString());
      case Known.KIND ->
          new Known(
              new Like(in.readString(), in.readString(), in.readOptionalString()),
              in.readOptionalLong(),
              in.readString());
      default -> throw new IOException("unknown kind " + kind + " of a simhash query");
    };
  }

  /** A text, fingerprinted where the field's scheme is known. */
  record Text(String text) implements Target {

    private static final byte KIND = 0;

    @Override
    public OptionalLong fingerprint(SimHashFieldType field) {
      return field.fingerprint(text);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      out.writeString(text);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder.field("text", text);
    }
  }

  /** A ready fingerprint, taken to be of the field's scheme. */
  record Bits(long bits) implements Target {

    private static final byte KIND = 1;

    @Override
    public OptionalLong fingerprint(SimHashFieldType field) {
      return OptionalLong.of(bits);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      out.writeLong(bits);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder.field("fingerprint", Fingerprint.toHex(bits));
    }
  }

  /**
   * A document of the cluster, to be looked up before the shards are asked.
   *
   * @param routing or null
   */
  record Like(String index, String id, String routing) implements Target {

    private static final byte KIND = 2;

    @Override
    public OptionalLong fingerprint(SimHashFieldType field) {
      throw new IllegalArgumentException(
          "[like] " + this + " has not been looked up: this request does not support it");
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      writeFields(out);
    }

    private void writeFields(StreamOutput out) throws IOException {
      out.writeString(index);
      out.writeString(id);
      out.writeOptionalString(routing);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      builder.startObject("like").field("_index", index).field("_id", id);
      if (routing != null) {
        builder.field("routing", routing);
      }
      return builder.endObject();
    }

    @Override
    public String toString() {
      return "[" + index + "/" + id + "]";
    }
  }

  /**
   * A document that was looked up; it is not its own near-duplicate.
   *
   * @param document its index without alias
   * @param bits its fingerprint, or null if it has none
   * @param schemeId the scheme that made it
   */
  record Known(Like document, Long bits, String schemeId) implements Target {

    private static final byte KIND = 3;

    @Override
    public OptionalLong fingerprint(SimHashFieldType field) {
      if (bits == null) {
        return OptionalLong.empty();
      }
      if (!schemeId.equals(field.scheme().id())) {
        throw new IllegalArgumentException(
            "[like] "
                + document
                + " has a fingerprint of scheme ["
                + schemeId
                + "], but field ["
                + field.name()
                + "] here has scheme ["
                + field.scheme().id()
                + "]");
      }
      return OptionalLong.of(bits);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      document.writeFields(out);
      out.writeOptionalLong(bits);
      out.writeString(schemeId);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return document.toXContent(builder, params);
    }
  }
}
