import DatabaseSupport
import Foundation
import Primitives

@testable import GasPrices

/// A folder that goes when the test ends.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "gas-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var book: String { path + "/gas.sqlite" }

  /// Opens the book on the engine that the test runs over.
  func open() throws -> GasBook { try GasBook(at: TestDatabases.place(book)) }

  func file(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(path)/\(name)")
    return "\(path)/\(name)"
  }

  func text(_ name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }
}

extension GasSample {
  /// A sample at which everything costs the same.
  init(_ time: Int64, _ price: Int64) {
    self.init(time: time, block: time, baseFee: price, slow: price, standard: price, fast: price)
  }
}
