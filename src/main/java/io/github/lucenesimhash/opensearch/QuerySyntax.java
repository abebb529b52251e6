package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.Target.Bits;
import io.github.lucenesimhash.opensearch.Target.Like;
import io.github.lucenesimhash.opensearch.Target.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.core.ParseField;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;

/** The query {@code simhash} as it is written in a request. Unknown names are refused. */
final class QuerySyntax {

  static final String FIELD = "field";
  static final String MAX_DISTANCE = "max_distance";
  static final String NEAREST = "nearest";
  static final String IGNORE_UNMAPPED = "ignore_unmapped";

  /** Bits, where neither a distance nor a number of neighbours is given. */
  static final int DEFAULT_MAX_DISTANCE = FingerprintScheme.DEFAULT_DISTANCE;

  private static final int MAX_NEAREST = 10_000;

  private static final ConstructingObjectParser<Like, Void> LIKE =
      new ConstructingObjectParser<>(
          "like", given -> new Like((String) given[0], (String) given[1], (String) given[2]));

  private static final ObjectParser<QuerySyntax, Void> PARSER =
      new ObjectParser<>(SimHashQueryBuilder.NAME, QuerySyntax::new);

  static {
    LIKE.declareString(ConstructingObjectParser.constructorArg(), new ParseField("_index"));
    LIKE.declareString(ConstructingObjectParser.constructorArg(), new ParseField("_id"));
    LIKE.declareString(
        ConstructingObjectParser.optionalConstructorArg(), new ParseField("routing"));
    PARSER.declareString((query, field) -> query.field = field, new ParseField(FIELD));
    PARSER.declareString(
        (query, text) -> query.targets.add(new Text(text)), new ParseField("text"));
    PARSER.declareField(
        (query, bits) -> query.targets.add(new Bits(bits)),
        QuerySyntax::fingerprint,
        new ParseField("fingerprint"),
        ValueType.LONG);
    PARSER.declareObject((query, like) -> query.targets.add(like), LIKE, new ParseField("like"));
    PARSER.declareInt((query, bits) -> query.maxDistance = bits, new ParseField(MAX_DISTANCE));
    PARSER.declareInt((query, n) -> query.nearest = n, new ParseField(NEAREST));
    PARSER.declareBoolean(
        (query, ignore) -> query.ignoreUnmapped = ignore, new ParseField(IGNORE_UNMAPPED));
    PARSER.declareFloat((query, boost) -> query.boost = boost, AbstractQueryBuilder.BOOST_FIELD);
    PARSER.declareString((query, name) -> query.name = name, AbstractQueryBuilder.NAME_FIELD);
  }

  private final List<Target> targets = new ArrayList<>();
  private String field;
  private Integer maxDistance;
  private Integer nearest;
  private boolean ignoreUnmapped;
  private float boost = AbstractQueryBuilder.DEFAULT_BOOST;
  private String name;

  private QuerySyntax() {}

  /**
   * @throws IllegalArgumentException if something is missing, unknown or out of range
   */
  static SimHashQueryBuilder parse(XContentParser parser) throws IOException {
    return PARSER.parse(parser, null).builder();
  }

  private static long fingerprint(XContentParser parser) throws IOException {
    return parser.currentToken() == XContentParser.Token.VALUE_STRING
        ? Fingerprint.parseHex(parser.text())
        : parser.longValue(false);
  }

  private SimHashQueryBuilder builder() {
    if (field == null) {
      throw bad("has no [field]");
    }
    if (targets.size() != 1) {
      throw bad(
          "has "
              + (targets.isEmpty() ? "none" : "several")
              + " of [text], [fingerprint] and [like], expected one");
    }
    if (maxDistance != null && nearest != null) {
      throw bad("has both [max_distance] and [nearest], expected one");
    }
    if (maxDistance != null && (maxDistance < 0 || maxDistance > Fingerprint.BITS)) {
      throw bad("has max_distance [" + maxDistance + "], expected 0 to " + Fingerprint.BITS);
    }
    if (nearest != null && (nearest < 1 || nearest > MAX_NEAREST)) {
      throw bad("has nearest [" + nearest + "], expected 1 to " + MAX_NEAREST);
    }
    return new SimHashQueryBuilder(
            field,
            targets.get(0),
            maxDistance == null ? DEFAULT_MAX_DISTANCE : maxDistance,
            nearest == null ? 0 : nearest,
            ignoreUnmapped,
            null)
        .boost(boost)
        .queryName(name);
  }

  private static IllegalArgumentException bad(String what) {
    return new IllegalArgumentException("[" + SimHashQueryBuilder.NAME + "] query " + what);
  }
}
