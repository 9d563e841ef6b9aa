import ChainSupport
import ChildProcesses
import Foundation
import NodeDoubles

/// nginx in front of several instances of a service, speaking TLS, with the configuration that a page of the docs gives.
final class NginxFront: Sendable {
  static let program = "/usr/sbin/nginx"
  static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: program) && SelfSignedCertificate.canBeMade
  }

  let url: String
  let certificate: SelfSignedCertificate
  private let folder: TemporaryFolder
  private let process: ChildProcess

  /// A statement of the page that is not true.
  struct Failure: Error { let words: String }

  /// - Parameters:
  ///   - page: A page of `Docs`; its block that opens with `upstream` is taken, with ports and files of the test.
  ///   - ports: Those of the instances on this machine, as many as the block has.
  init(_ page: String, before ports: [UInt16]) throws {
    let docs = try String(contentsOfFile: "\(TestTools.root)/Docs/\(page)", encoding: .utf8)
    guard let block = docs.components(separatedBy: "```").first(where: { $0.hasPrefix("\nupstream ") }) else {
      throw Failure(words: "Docs/\(page) has no block for nginx")
    }
    (folder, certificate) = (try TemporaryFolder(), try SelfSignedCertificate(names: "DNS:localhost,IP:127.0.0.1"))
    let (socket, port) = try RawSocket.bindFreePort(listening: false)
    RawSocket.end(socket)
    var free = ports[...]
    let own =
      block
      .replacing(/server 127\.0\.0\.1:\d+/) { free.popFirst().map { "server 127.0.0.1:\($0)" } ?? String($0.output) }
      .replacing("listen 443 ssl", with: "listen 127.0.0.1:\(port) ssl")
      .replacing(/ssl_certificate [^;]+/, with: "ssl_certificate \(certificate.path)")
      .replacing(/ssl_certificate_key [^;]+/, with: "ssl_certificate_key \(certificate.keyPath)")
    guard free.isEmpty else { throw Failure(words: "Docs/\(page) has fewer instances than \(ports.count)") }
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path temporary_\($0);" }
    try folder.write(
      """
      daemon off; master_process off; pid pid; error_log errors;
      events {}
      http { access_log off; \(places.joined(separator: " ")) \(own) }
      """, to: "nginx.conf")
    url = "https://localhost:\(port)"
    process = try ChildProcess(
      Self.program, ["-p", folder.path, "-c", folder.file("nginx.conf")], environment: [:], errors: .inherited)
  }

  deinit { process.send(SIGKILL) }
}
