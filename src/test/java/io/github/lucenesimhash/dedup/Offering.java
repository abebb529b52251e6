package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.NamedThreadFactory;

/**
 * Offers documents with several threads, each its own stream in order, while another thread commits
 * at random. Documents of different threads are never near-duplicates, so every run ends with the
 * same index. The program prints a dot for every hundred documents and never ends; the test kills
 * it.
 */
final class Offering {

  static final int THREADS = 4;

  private final List<OfferStream> streams = new ArrayList<>();
  private final int documents;

  /**
   * Makes the streams of documents.
   *
   * @param isScoped whether there are windows and tenants
   */
  Offering(int documents, long seed, boolean isScoped) {
    this.documents = documents;
    Random random = new Random(seed);
    do {
      streams.clear();
      for (int thread = 0; thread < THREADS; thread++) {
        streams.add(new OfferStream(documents / THREADS, random, isScoped));
      }
    } while (!areApart());
  }

  private boolean areApart() {
    for (OfferStream left : streams) {
      for (OfferStream right : streams.subList(0, streams.indexOf(left))) {
        int near = 0;
        for (long fingerprint : left.fingerprints) {
          for (long other : right.fingerprints) {
            near += Fingerprint.distance(fingerprint, other) <= OfferStream.MAX_DISTANCE ? 1 : 0;
          }
        }
        if (near > 0) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Offers the documents of all streams.
   *
   * @param hundred the action that runs after every hundred documents
   */
  void offerAll(Directory directory, DuplicatePolicy policy, Runnable hundred) throws Exception {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new SimHashCodec("near"));
    AtomicBoolean done = new AtomicBoolean();
    try (IndexWriter indexWriter = new IndexWriter(directory, config);
        NearDuplicateWriter writer =
            streams
                .getFirst()
                .in(NearDuplicateWriter.builder(indexWriter))
                .policy(policy)
                .maxReplaced(1000)
                .maxPendingBytes(100_000)
                .build();
        ExecutorService threads =
            Executors.newCachedThreadPool(new NamedThreadFactory("offering"))) {
      Future<?> commits = threads.submit(() -> commit(indexWriter, done));
      List<Future<?>> runs = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int number = thread;
        runs.add(threads.submit(() -> offer(writer, number, hundred)));
      }
      try {
        for (Future<?> run : runs) {
          run.get();
        }
      } finally {
        done.set(true);
      }
      commits.get();
    }
  }

  private static Void commit(IndexWriter indexWriter, AtomicBoolean done) throws Exception {
    Random random = new Random();
    while (!done.get()) {
      Thread.sleep(random.nextInt(30));
      indexWriter.commit();
    }
    return null;
  }

  private Void offer(NearDuplicateWriter writer, int thread, Runnable hundred) throws IOException {
    OfferStream stream = streams.get(thread);
    for (int i = 0; i < documents / THREADS; i++) {
      writer.add(stream.documentAs(thread + "/" + i, i));
      if (i % 100 == 99) {
        hundred.run();
      }
    }
    return null;
  }

  static DuplicatePolicy policy(String name) {
    return name.equals("first") ? DuplicatePolicy.keepFirst() : DuplicatePolicy.keepNewest();
  }

  /** Offers documents. Arguments: folder of the index, documents, seed, policy, scoped. */
  public static void main(String[] args) throws Exception {
    boolean isScoped = Boolean.parseBoolean(args[4]);
    Offering offering = new Offering(Integer.parseInt(args[1]), Long.parseLong(args[2]), isScoped);
    AtomicInteger dots = new AtomicInteger();
    try (Directory directory = FSDirectory.open(Path.of(args[0]))) {
      offering.offerAll(
          directory,
          policy(args[3]),
          () -> {
            System.out.print('.');
            System.out.flush();
            if (dots.incrementAndGet() == offering.documents / 100) {
              new Semaphore(0).acquireUninterruptibly();
            }
          });
    }
  }
}
