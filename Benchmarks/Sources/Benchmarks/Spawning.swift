import Foundation
import Peers

/// A program that is run again and again.
struct Spawning: Sendable {
  let arguments: [String]
  /// Its environment; no other variable than these.
  let environment: [String: String]

  /// Runs it once with its output thrown away.
  ///
  /// - Returns: The seconds from the spawn to the end.
  func run() throws -> Double { try run(output: nil) }

  /// Runs it once and gives what it prints.
  func output() throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "bench-output-\(getpid())")
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try run(output: file.path)
    return try String(contentsOf: file, encoding: .utf8)
  }

  private func run(output: String?) throws -> Double {
    var argumentPointers = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argumentPointers + variables { free(pointer) } }
    let seconds = peer_spawn(&argumentPointers, &variables, output)
    try require(seconds >= 0, "\(arguments.joined(separator: " ")) failed")
    return seconds
  }
}
