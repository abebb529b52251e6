package recipe;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * Finds groups of near-duplicates on a Spark cluster, in the lines that the command
 * {@code fingerprint} prints.
 *
 * <pre>
 * Bound  k + 1 blocks of bits that do not overlap.
 * Proof  Two fingerprints within k bits agree in all bits of at least one block. So both are in the part of that
 *        block's value, where SimilarityJoin finds the pair; only the first such block reports the pair.
 * Cost   Each fingerprint is sent k + 1 times. The first bits of a block are enough to route by.
 * </pre>
 *
 * @param maxDistance the maximum distance k, 0 to bits - 1
 * @param bits the number of bits of each fingerprint: 64, 128 or 256
 * @param routed the number of routed bits of each block, 0 to 16 and at most bits / (k + 1): a part
 *     has one fingerprint in 2^routed
 * @param tasks the number of tasks of each step: a task that routes holds k + 1 times its share
 */
record NearDuplicates(int maxDistance, int bits, int routed, int tasks) implements Serializable {

  /** Writes lines of the id of a kept document, the id of its duplicate and their distance. */
  void run(JavaSparkContext spark, String fingerprints, String groups) {
    JavaPairRDD<String, Tuple2<Long, String>> documents = // by fingerprint: number and id
        spark
            .textFile(fingerprints, tasks)
            .zipWithIndex()
            .mapToPair(
                line -> {
                  String[] fields = line._1.split("\t", -1);
                  return new Tuple2<>(fields[1], new Tuple2<>(line._2, fields[0]));
                })
            .filter(document -> !document._1.startsWith("-")) // a text without a fingerprint
            .cache();
    JavaPairRDD<String, Long> nodes = // each fingerprint once, by its first document
        documents.mapValues(Tuple2::_1).reduceByKey(Math::min, tasks).cache();
    Broadcast<Map<Long, long[]>> stars = spark.broadcast(stars(nodes));
    nodes
        .join(documents, tasks)
        .values()
        .mapToPair(
            node -> {
              long[] star = stars.value().getOrDefault(node._1, new long[] {node._1, 0});
              return new Tuple2<>(star[0], new Tuple2<>(star[1], node._2));
            })
        .filter(member -> !member._1.equals(member._2._2._1))
        .join(documents.mapToPair(document -> document._2), tasks)
        .values()
        .map(line -> line._2 + "\t" + line._1._2._2 + "\t" + line._1._1)
        .saveAsTextFile(groups);
  }

  /** Returns the arrays that a task sends to each part: numbers and words one after another. */
  private Iterator<Tuple2<Integer, long[]>> route(Iterator<Tuple2<String, Long>> nodes) {
    Map<Integer, LongStream.Builder> parts = new HashMap<>();
    while (nodes.hasNext()) {
      Tuple2<String, Long> node = nodes.next();
      long[] words = Fingerprint.parse(node._1).toArray();
      for (int block = 0; block <= maxDistance; block++) {
        int part = block << routed | value(words, block);
        LongStream.Builder sent = parts.computeIfAbsent(part, none -> LongStream.builder());
        LongStream.concat(LongStream.of(node._2), LongStream.of(words)).forEach(sent);
      }
    }
    return parts.entrySet().stream()
        .map(part -> new Tuple2<>(part.getKey(), part.getValue().build().toArray()))
        .iterator();
  }

  /** Returns the routed bits of a block. */
  private int value(long[] words, int block) {
    int value = 0;
    for (int i = 0; i < routed; i++) {
      int bit = bits * block / (maxDistance + 1) + i;
      value = value << 1 | (int) (words[bit / Long.SIZE] >>> bit) & 1;
    }
    return value;
  }

  /** Returns both numbers of each pair, the smaller one first, and the distance of the pair. */
  private Iterator<long[]> join(int block, Iterable<long[]> arrays) throws IOException {
    List<Long> numbers = new ArrayList<>();
    List<Optional<Fingerprint>> part = new ArrayList<>();
    for (long[] array : arrays) {
      for (int i = 0; i < array.length; i += 1 + bits / Long.SIZE) {
        long[] words = Arrays.copyOfRange(array, i + 1, i + 1 + bits / Long.SIZE);
        numbers.add(array[i]);
        part.add(Optional.of(Fingerprint.of(words)));
      }
    }
    DistinctFingerprints set = DistinctFingerprints.of(part);
    List<long[]> pairs = new ArrayList<>();
    SimilarityJoin.within(maxDistance)
        .threads(1)
        .edges(
            set,
            (a, b, distance) -> {
              long[] left = set.value(a).toArray();
              long[] right = set.value(b).toArray();
              if (IntStream.range(0, block).noneMatch(i -> value(left, i) == value(right, i))) {
                long x = numbers.get(set.document(a, 0));
                long y = numbers.get(set.document(b, 0));
                pairs.add(new long[] {Math.min(x, y), Math.max(x, y), distance});
              }
            });
    return pairs.iterator();
  }

  /**
   * Returns the kept document and the distance of each duplicate. The groups are those of {@code
   * Grouping.stars}: a document that is in no group yet is kept, and all documents near it that are
   * in no group join its group.
   */
  private Map<Long, long[]> stars(JavaPairRDD<String, Long> nodes) {
    Map<Long, long[]> stars = new HashMap<>();
    nodes
        .mapPartitionsToPair(this::route)
        .groupByKey(tasks)
        .flatMap(part -> join(part._1 >>> routed, part._2))
        .mapToPair(pair -> new Tuple2<>(pair[0], pair))
        .cache() // without a cache the sort would join twice
        .sortByKey()
        .values()
        .toLocalIterator()
        .forEachRemaining(
            pair -> {
              if (!stars.containsKey(pair[0])) {
                stars.putIfAbsent(pair[1], new long[] {pair[0], pair[2]});
              }
            });
    return stars;
  }
}
