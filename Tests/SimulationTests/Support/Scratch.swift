import Foundation
import Primitives

@testable import Simulation

/// A directory that is there for one test.
final class Scratch: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "/simulation-" + UUID().uuidString
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var cache: StateCache { StateCache(directory: path) }

  /// The files of the cache.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted().map { "\(path)/\($0)" }
  }

  func bytes(_ file: String) throws -> Bytes { Bytes(try Data(contentsOf: URL(fileURLWithPath: file))) }

  func write(_ bytes: Bytes, to file: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: file)) }
}

extension Address {
  /// An address for tests.
  static func test(_ number: UInt64) -> Address { Address(truncating: UInt256(number)) }
}

/// The `SimulationError` that a body throws; nil if it throws none.
func failure(of body: () async throws -> Void) async throws -> SimulationError? {
  do {
    try await body()
    return nil
  } catch let error as SimulationError {
    return error
  }
}
