import Foundation
import Keys
import Primitives
import StrictJSON
import Testing

@testable import Keystores

extension KDF {
  /// As cheap as scrypt gets, for tests that are about something else.
  static let tiny = KDF.scrypt(n: 2, r: 1, p: 1)
}

extension SecretBytes {
  static var lectures: SecretBytes { SecretBytes(utf8: "lectures") }
}

/// A directory that goes away with the test that made it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "keystores-" + UUID().uuidString
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func manager() throws -> KeystoreManager { try KeystoreManager(directory: path) }

  func write(_ name: String, _ text: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    try setPermissions(0o600, of: name)
  }

  func bytes(_ name: String) throws -> Bytes {
    Bytes(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  /// Everything in it, hidden files too.
  var contents: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func setPermissions(_ mode: Int, of name: String = "") throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
  }

  func permissions(_ name: String = "") throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return (attributes[.posixPermissions] as? Int) ?? -1
  }
}

/// The keystore error that `body` ends with.
func failure<Result>(_ body: () async throws -> Result) async -> KeystoreError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? KeystoreError
  }
}

/// The JSON of a version 3 file with one part replaced, `path` as in `crypto.kdfparams.n`.
func changed(_ json: JSON, _ path: String, to value: JSON?) -> JSON {
  let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
  guard var object = json.object else { return json }
  if parts.count == 2 {
    object[parts[0]] = changed(object[parts[0]] ?? .object([:]), parts[1], to: value)
  } else {
    object[parts[0]] = value
  }
  return .object(object)
}
