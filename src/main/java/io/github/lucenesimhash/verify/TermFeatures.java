package io.github.lucenesimhash.verify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/** The distinct terms of a field, from a text by its analyzer or from term vectors. */
record TermFeatures(String field) implements DocumentFeatures {

  @Override
  public FeatureSet features(LeafReaderContext leaf, int leafDoc) throws IOException {
    Terms terms = leaf.reader().termVectors().get(leafDoc, field);
    if (terms == null) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
      if (info != null && !info.hasTermVectors()) {
        throw new IllegalArgumentException(
            "field '" + field + "' has no term vectors, expected a field that stores them");
      }
      return FeatureSet.of();
    }
    Gatherer gatherer = new Gatherer();
    TermsEnum each = terms.iterator();
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      gatherer.add(term);
    }
    return FeatureSet.of(gatherer.hashes());
  }

  /** The hashes of the terms that an analyzer makes of a text, ascending and distinct. */
  static Function<CharSequence, long[]> of(Analyzer analyzer, String field) {
    return text -> {
      try (TokenStream tokens = analyzer.tokenStream(field, text.toString())) {
        TermToBytesRefAttribute term = tokens.addAttribute(TermToBytesRefAttribute.class);
        Gatherer gatherer = new Gatherer();
        tokens.reset();
        while (tokens.incrementToken()) {
          gatherer.add(term.getBytesRef());
        }
        tokens.end();
        return FeatureSet.ascending(gatherer.hashes(), gatherer.size);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static final class Gatherer {
    private long[] hashes = new long[64];
    private int size;

    void add(BytesRef term) {
      hashes = ArrayUtil.grow(hashes, size + 1);
      hashes[size++] = StringHelper.murmurhash3_x64_128(term.bytes, term.offset, term.length, 0)[0];
    }

    long[] hashes() {
      return ArrayUtil.copyOfSubArray(hashes, 0, size);
    }
  }
}
