import Foundation

/// Runs the benchmarks and prints one table. Being slow is no failure: the status is 0 unless something cannot run.
@main
struct Main {
  static func main() async {
    var failures = 0
    do {
      if let job = CommandLine.arguments.dropFirst().first.flatMap(CrashJob.init) {
        try await job.run()
        exit(0)
      }
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let ground = try Ground(programs: options.programs)
      var rows: [Row] = []
      for benchmark in allBenchmarks where options.only.isEmpty || options.only.contains(benchmark.name) {
        say("bench: \(benchmark.name) …")
        do {
          rows += try await benchmark.init().rows(on: ground)
        } catch {
          say("bench: \(benchmark.name) could not be run: \(error)")
          failures += 1
        }
      }
      print(options.json ? try json(rows) : text(rows))
    } catch {
      say("bench: \(error)")
      failures += 1
    }
    exit(failures == 0 ? 0 : 1)
  }

  private static func text(_ rows: [Row]) -> String {
    let bounded = rows.compactMap(\.passes)
    return """
      \(ResultTable.text(rows))

      ratio: how many times as fast as the peer, the median of pairs measured in turns. \
      \(bounded.count { $0 }) of \(bounded.count) bounds kept.
      """
  }

  private static func json(_ rows: [Row]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(["benchmarks": rows]), as: UTF8.self)
  }

  private static func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
