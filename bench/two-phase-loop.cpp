// The same search as two-phase-loop.mjs by hand in C++, with prefetch: a limit to measure against.
// g++ -O2 -o two-phase-loop two-phase-loop.cpp && ./two-phase-loop RM
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static constexpr uint32_t VALID = 1u << 31;
static constexpr int BATCH = 256;
static constexpr size_t SEGMENT = 1u << 21;  // states in a segment of the queue

struct State {
  uint32_t a, b;
};

static int rms;
static uint32_t all, PREPARED, SENT, COMMIT, ABORT;
static size_t capacity = 1 << 16;
static State* table = nullptr;
static std::vector<State*> segments;
static uint64_t distinct = 0, generated = 0, violations = 0, deadlocks = 0;
static State buffer[BATCH];
static uint32_t bufferHash[BATCH];
static int buffered = 0;

static inline uint32_t hash(uint32_t a, uint32_t b) {
  uint32_t h = a * 0x9e3779b1u;
  h ^= h >> 15;
  h = (h ^ b) * 0x85ebca77u;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  return h ^ (h >> 16);
}

static inline bool consistent(uint32_t a) {
  uint32_t low = a & 0x55555555u, high = (a >> 1) & 0x55555555u;
  return (high & ~low) == 0 || (high & low) == 0;
}

static State* allocate(size_t n) {
  State* p = static_cast<State*>(calloc(n, sizeof(State)));
  if (p == nullptr) {
    fprintf(stderr, "out of memory\n");
    exit(2);
  }
  return p;
}

static inline void push(State s) {
  if (distinct / SEGMENT == segments.size()) segments.push_back(allocate(SEGMENT));
  segments[distinct / SEGMENT][distinct % SEGMENT] = s;
  distinct++;
  if (!consistent(s.a)) violations++;
}

static void grow() {
  State* old = table;
  size_t oldCapacity = capacity;
  capacity *= 2;
  table = allocate(capacity);
  for (size_t i = 0; i < oldCapacity; i++) {
    if (old[i].a == 0) continue;
    size_t slot = hash(old[i].a & ~VALID, old[i].b) & (capacity - 1);
    while (table[slot].a != 0) slot = (slot + 1) & (capacity - 1);
    table[slot] = old[i];
  }
  free(old);
}

static void flush() {
  size_t mask = capacity - 1;
  for (int i = 0; i < buffered; i++) __builtin_prefetch(&table[bufferHash[i] & mask], 1);
  for (int i = 0; i < buffered; i++) {
    uint32_t key = buffer[i].a | VALID, b = buffer[i].b;
    size_t slot = bufferHash[i] & mask;
    for (;;) {
      if (table[slot].a == 0) {
        table[slot] = {key, b};
        push(buffer[i]);
        break;
      }
      if (table[slot].a == key && table[slot].b == b) break;
      slot = (slot + 1) & mask;
    }
  }
  buffered = 0;
  if (2 * (distinct + BATCH) > capacity) grow();
}

static inline void emit(uint32_t a, uint32_t b) {
  generated++;
  buffer[buffered] = {a, b};
  bufferHash[buffered] = hash(a, b);
  if (++buffered == BATCH) flush();
}

static void expand(uint32_t a, uint32_t b) {
  uint64_t before = generated;
  if ((b & 3) == 0) {
    for (int rm = 0; rm < rms; rm++)
      if ((b >> (SENT + rm)) & 1) emit(a, b | (1u << (PREPARED + rm)));
    if (((b >> PREPARED) & all) == all) emit(a, b | 1 | COMMIT);
    emit(a, b | 2 | ABORT);
  }
  for (int rm = 0; rm < rms; rm++) {
    if (((a >> (2 * rm)) & 3) == 0) {
      emit(a | (1u << (2 * rm)), b | (1u << (SENT + rm)));
      emit(a | (3u << (2 * rm)), b);
    }
  }
  if (b & COMMIT)
    for (int rm = 0; rm < rms; rm++) emit((a & ~(3u << (2 * rm))) | (2u << (2 * rm)), b);
  if (b & ABORT)
    for (int rm = 0; rm < rms; rm++) emit(a | (3u << (2 * rm)), b);
  if (generated == before) deadlocks++;
}

int main(int argc, char** argv) {
  rms = argc > 1 ? atoi(argv[1]) : 7;
  all = (1u << rms) - 1;
  PREPARED = 2;
  SENT = 2 + rms;
  COMMIT = 1u << (2 + 2 * rms);
  ABORT = 1u << (3 + 2 * rms);
  table = allocate(capacity);
  auto start = std::chrono::steady_clock::now();
  emit(0, 0);
  flush();
  int depth = 0;
  for (uint64_t from = 0; from < distinct;) {
    uint64_t to = distinct;
    depth++;
    for (uint64_t id = from; id < to; id++) {
      State s = segments[id / SEGMENT][id % SEGMENT];
      expand(s.a, s.b);
    }
    flush();
    from = to;
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf(
      "{\"distinct\":%llu,\"generated\":%llu,\"depth\":%d,\"violations\":%llu,\"deadlocks\":%llu,"
      "\"seconds\":%.4f,\"peakMemoryBytes\":%llu}\n",
      (unsigned long long)distinct, (unsigned long long)generated, depth,
      (unsigned long long)violations, (unsigned long long)deadlocks, seconds,
      (unsigned long long)usage.ru_maxrss * 1024);
}
