import ChildProcesses
import Foundation

/// A certificate for a server of the tests, and its key, in files that are removed with the last reference.
package final class SelfSignedCertificate: Sendable {
  private static let program = "/usr/bin/openssl"
  /// Whether one can be made.
  package static var canBeMade: Bool { FileManager.default.isExecutableFile(atPath: program) }

  private let directory: URL
  /// Where the certificate is, which is also the authority that vouches for it.
  package var path: String { directory.appendingPathComponent("cert.pem").path }
  package var keyPath: String { directory.appendingPathComponent("key.pem").path }

  /// A certificate that could not be made, with openssl's exit.
  package struct Failure: Error {
    package let end: String
  }

  /// - Parameter names: As openssl has them: `DNS:localhost,IP:127.0.0.1`.
  package init(names: String) throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("certificate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let end = try ChildProcess(
      Self.program,
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", keyPath, "-out", path, "-days", "2", "-subj",
        "/CN=node", "-addext", "subjectAltName=\(names)",
      ], environment: [:]
    ).blockUntilEnd()
    guard end == .exit(0) else { throw Failure(end: "\(end)") }
  }

  deinit { try? FileManager.default.removeItem(at: directory) }
}
