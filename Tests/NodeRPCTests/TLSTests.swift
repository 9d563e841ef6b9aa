import ChildProcesses
import Foundation
import NodeDoubles
import NodeRPC
import Testing

@Suite("TLS", .enabled(if: SelfSignedCertificate.canBeMade, "the program openssl is not installed"))
struct TLSTests {
  @Test("a certificate that nobody vouches for is refused")
  func untrusted() async throws {
    let server = try OpenSSLServer(names: "DNS:localhost,IP:127.0.0.1")
    defer { server.stop() }
    let error = try await failure { try await server.client(trustsIt: false).blockNumber() }
    #expect(error.code == .tls)
    #expect(error.description.contains("self-signed") || error.description.contains("self signed"))
  }

  @Test("the same is taken with its authority's file")
  func authorityFile() async throws {
    let server = try OpenSSLServer(names: "DNS:localhost,IP:127.0.0.1")
    defer { server.stop() }
    #expect(try await server.client(trustsIt: true).blockNumber() == 16)
  }

  @Test("a certificate for another host is refused")
  func otherHost() async throws {
    let server = try OpenSSLServer(names: "DNS:other.example")
    defer { server.stop() }
    #expect(try await failure { try await server.client(trustsIt: true).blockNumber() }.code == .tls)
  }

  @Test("a file of authorities that is not there is told")
  func noFile() async throws {
    let client = try NodeClient(
      "https://localhost:1", options: .quick.with { $0.certificateAuthorityFile = "/nonexistent/authority.pem" })
    // Nothing listens there; some versions look at the file first.
    #expect([.tls, .unreachable].contains(try await failure { try await client.blockNumber() }.code))
  }
}

/// OpenSSL's own server, which says the same to everybody: an answer with the number 16.
private final class OpenSSLServer {
  private let process: ChildProcess
  private let certificate: SelfSignedCertificate
  private let port: UInt16

  init(names: String) throws {
    certificate = try SelfSignedCertificate(names: names)
    let (number, free) = try RawSocket.bindFreePort(listening: false)
    RawSocket.end(number)
    port = free
    process = try ChildProcess(
      "/usr/bin/openssl",
      ["s_server", "-quiet", "-accept", "127.0.0.1:\(free)", "-cert", certificate.path, "-key", certificate.keyPath],
      environment: [:], input: .pipe)
    // It passes its input on to whoever connects.
    try process.input?.write(
      contentsOf: Data(HTTPText.reply(#"{"jsonrpc":"2.0","id":1,"result":"0x10"}"#.utf8)))
  }

  /// A client that waits for the server to come up.
  func client(trustsIt: Bool) throws -> NodeClient {
    try NodeClient(
      "https://localhost:\(port)",
      options: .quick.with {
        $0.retries = 200
        // The server's answer is spent on the first connection, so that one must not be given up.
        $0.connectTimeout = .seconds(60)
        $0.requestTimeout = .seconds(60)
        $0.certificateAuthorityFile = trustsIt ? certificate.path : nil
      })
  }

  func stop() { process.send(SIGKILL) }
}
