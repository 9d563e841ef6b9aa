/// How long `lectures --version` takes against a program that does nothing with the same libraries.
struct StartBenchmark: Benchmark {
  static let name = "start"

  func rows(on ground: Ground) async throws -> [Row] {
    let ours = Spawning(arguments: [ground.programs.lectures, "--version"], environment: [:])
    let peer = Spawning(arguments: [ground.programs.bare], environment: [:])
    let duel = try await Duel.run(rounds: 151, ours: ours.run, peer: peer.run)
    return [
      Row(
        "lectures --version", peer: "C, same libraries, exits", .time, duel, bound: 0.5,
        limit: "relocating 430 pages of the program, the Swift runtime")
    ]
  }
}
