import Foundation

/// The order to a process of its own: its only argument, as JSON.
///
/// A program and no exit test of Swift Testing's: of these the tests' own process reads the output on one of the few
/// threads that all its tests share, and the chain that our processes spend on answers on the very same.
package protocol WorkerOrder: Codable, Sendable {
  func follow() async throws
}

extension WorkerOrder {
  /// Lets go of what the tests' process had open when it began this one, which nobody else is to hold: right at the
  /// beginning, before anything else is opened.
  package static func letGo() { for descriptor in 3..<Int32(1_024) { close(descriptor) } }

  /// Does what this process's argument says, and ends it with 0; with 1 and the error, if that fails.
  package static func followArgument() async -> Never {
    do {
      try await JSONDecoder().decode(Self.self, from: Data((CommandLine.arguments.last ?? "").utf8)).follow()
      exit(0)
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
      exit(1)
    }
  }
}
