import Foundation
import NodeRPC
import Primitives
import Relay

/// A relay in a process of its own, until its standard input ends.
enum RelayJob {
  /// Starts one and waits until it takes orders.
  static func start(_ market: RelayMarket, store: URL) async throws -> ServerProcess {
    let rules = store.deletingPathExtension().appendingPathExtension("json")
    try market.rules.write(to: rules, atomically: false, encoding: .utf8)
    let server = try ServerProcess([
      CommandLine.arguments[0], CrashJob.relay.rawValue, rules.path, market.url, store.path,
    ])
    try await HTTPLoad.untilTaken("/readyz", of: server.port)
    return server
  }

  /// Serves by the rules, the node and the store of the arguments.
  static func run(_ arguments: [String]) async throws {
    try require(arguments.count == 3, "a relay wants rules, a node and a store")
    let rules = try RelayRules(parsing: Bytes(Data(contentsOf: URL(fileURLWithPath: arguments[0]))))
    var options = RelayServer.Options(clock: { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) })
    options.port = 0
    let server = try await RelayServer.start(
      rules: rules, node: try NodeClient(arguments[1]), store: arguments[2], options)
    let place = #"{"port": \#(server.port), "processes": [\#(getpid())]}"# + "\n"
    FileHandle.standardOutput.write(Data(place.utf8))
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        while !FileHandle.standardInput.availableData.isEmpty {}
        continuation.resume()
      }
    }
    await server.stop()
  }
}
