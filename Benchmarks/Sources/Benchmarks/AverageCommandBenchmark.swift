import Foundation
import Primitives

/// `lectures average 0` against the same in a script of web3.py.
struct AverageCommandBenchmark: Benchmark {
  static let name = "average-command"

  func rows(on ground: Ground) async throws -> [Row] {
    let home = FileManager.default.temporaryDirectory.appending(path: "bench-home-\(getpid())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let environment = [
      "HOME": home.path, "LECTURES_NETWORK": "local", "LECTURES_ENDPOINT": ground.url,
      "LECTURES_CONTRACT": ground.contract.checksummed,
    ]
    let ours = Spawning(arguments: [ground.programs.lectures, "average", "0"], environment: environment)
    let peer = Spawning(
      arguments: [ground.programs.python, "\(ground.programs.scripts)/average.py", "0"], environment: environment)
    for program in [ours, peer] {
      let text = try program.output()
      try require(text.contains("\(Ground.average(of: 0))"), "\(program.arguments[0]) printed: \(text)")
    }
    let duel = try await Duel.run(rounds: 5, ours: ours.run, peer: peer.run)
    return [
      Row(
        "lectures average 0", peer: "web3.py script", .time, duel, bound: 10,
        limit: "starting, and four questions to the node one after another")
    ]
  }
}
