"""The binary indexes of FAISS, one thread, on the codes and queries that `bench peers` wrote.

faiss_peers.py FILE DOCUMENTS BITS BATCH SECONDS DISTANCES: a line for each index and distance, as PeerRun has them.
Bytes are what the process grew by. An answer is of the first 20 queries, recall of 50.
"""

import math
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
try:
    import faiss
    import numpy
except ImportError:
    for distance in sys.argv[6].split(","):
        print(f"FAISS;{distance};not installed (`apt-get install python3-faiss`);;;;;")
    sys.exit()

CHECKED = 20
JUDGED = 50
MIN_QUERIES = 50
MOST_LISTS = 1024
TRAINING = 39  # codes for each list, as many as FAISS asks for
ENOUGH = 0.95
BLOCK = 16

file, documents, bits, batch = sys.argv[1], *(int(arg) for arg in sys.argv[2:5])
seconds, distances = float(sys.argv[5]), [int(arg) for arg in sys.argv[6].split(",")]
codes, queries = numpy.split(numpy.fromfile(file, numpy.uint8).reshape(-1, bits // 8), [documents])
queries = queries.reshape(-1, batch, bits // 8)


def resident():
    with open("/proc/self/statm") as pages:
        return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def built(index):
    """The index with all codes, bytes of each, seconds."""
    before, start = resident(), time.perf_counter()
    if not index.is_trained:
        index.train(codes[:: max(1, len(codes) // (index.nlist * TRAINING))])
    index.add(codes)
    return index, (resident() - before) / len(codes), time.perf_counter() - start


def found(index, distance):
    """Hits of the first queries, and the answer of the first 20; FAISS finds what is nearer than the radius."""
    ends, _, ids = index.range_search(queries[:JUDGED].reshape(-1, bits // 8), distance + 1)
    checked = ids[: ends[CHECKED * batch]]
    return len(ids), (len(checked) << 40) + int(checked.sum())


def row(name, made, distance):
    index, size, build = made
    times = []
    for phase, least in ((seconds / 2, 1), (seconds, MIN_QUERIES)):
        times.clear()
        start = time.perf_counter()
        while len(times) < len(queries) and (len(times) < least or time.perf_counter() - start < phase):
            query = queries[len(times)]
            begin = time.perf_counter()
            index.range_search(query, distance + 1)
            times.append((time.perf_counter() - begin) * 1000)
    times.sort()
    hits, answer = found(index, distance)
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    figures = f"{p50:.3f};{p99:.3f};{hits / max(1, truth[distance]):.4f};{size:.0f};{answer};{build:.1f}"
    print(f"FAISS {type(index).__name__}{name};{distance};{figures}", flush=True)


hashes = bits // BLOCK
lists = min(MOST_LISTS, math.isqrt(len(codes)))
flat = built(faiss.IndexBinaryFlat(bits))
multi = built(faiss.IndexBinaryMultiHash(bits, hashes, BLOCK))
coarse = faiss.IndexBinaryFlat(bits)
ivf = built(faiss.IndexBinaryIVF(coarse, bits, lists))
truth = {distance: found(flat[0], distance)[0] for distance in distances}
for distance in distances:
    row("", flat, distance)
    most = min(2, distance // hashes)  # so many flips in each hash find all, but 3 take seconds
    for flips in range(max(0, most - 1), most + 1):
        multi[0].nflip = flips
        row(f", {hashes} hashes of {BLOCK} bits, {flips} flips", multi, distance)
    ivf[0].nprobe = 1
    while ivf[0].nprobe < lists // 2 and found(ivf[0], distance)[0] < ENOUGH * truth[distance]:
        ivf[0].nprobe *= 2
    row(f", {ivf[0].nprobe} of {lists} lists", ivf, distance)
