/// One thing that is measured against its peer; one or several rows of the table.
protocol Benchmark: Sendable {
  /// The name that `--only` takes.
  static var name: String { get }
  init()
  /// - Throws: When it cannot run, or ours and the peer do not come to the same result; never for being slow.
  func rows(on ground: Ground) async throws -> [Row]
}

/// All of them, in the order of the table.
let allBenchmarks: [any Benchmark.Type] = [
  KeccakBenchmark.self, SigningBenchmark.self, KeystoreBenchmark.self, EncodingBenchmark.self, CallsBenchmark.self,
  AveragesBenchmark.self, StartBenchmark.self, AverageCommandBenchmark.self, WalletListBenchmark.self,
  OutboxBenchmark.self, EVMBenchmark.self, DevnetBenchmark.self, GasBookBenchmark.self,
  GasPromisesBenchmark.self, NewsBenchmark.self, RatesCacheBenchmark.self, RatesHistoryBenchmark.self,
  PhotosBenchmark.self, RelayBenchmark.self, BookBenchmark.self, WebBenchmark.self,
  ScaleBenchmark.self, BackfillBenchmark.self, OutboxServerBenchmark.self, DeliveryBenchmark.self,
  SessionsBenchmark.self,
]

/// Why a benchmark could not be run.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Makes sure of something without which the measurement would mean nothing.
func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  guard condition else { throw BenchmarkFailure(what()) }
}
