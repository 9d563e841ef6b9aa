import ChainSupport
import NodeDoubles
import NodeRPC
import Testing

/// A server of HTTP/2 that is not ours (hypercorn), asked by NodeRPC.
@Suite(
  "HTTP/2", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .enabled(if: SelfSignedCertificate.canBeMade, "the program openssl is not installed"), .timeLimit(.minutes(20)))
struct HTTP2InteropTests {
  @Test("is used where it is offered, by calls at once, too")
  func offered() async throws {
    let node = try await ForeignNode(protocols: "h2", "http/1.1")
    defer { withExtendedLifetime(node) {} }
    try await withThrowingTaskGroup(of: UInt64.self) { group in
      for _ in 0..<20 { group.addTask { try await node.client.blockNumber() } }
      for try await version in group { #expect(version == 2) }
    }
  }

  @Test("is done without where it is not")
  func notOffered() async throws {
    let node = try await ForeignNode(protocols: "http/1.1")
    defer { withExtendedLifetime(node) {} }
    #expect(try await node.client.blockNumber() == 1)
  }
}

/// The answers of `Witness/http2.py`.
private struct ForeignNode {
  let client: NodeClient
  // Both live as long as they are asked.
  private let process: LineProcess
  private let certificate: SelfSignedCertificate

  init(protocols: String...) async throws {
    certificate = try SelfSignedCertificate(names: "IP:127.0.0.1")
    let authority = certificate.path
    process = try LineProcess(
      TestTools.python,
      ["-B", TestTools.root + "/Tests/InteropTests/Witness/http2.py", authority, certificate.keyPath] + protocols)
    client = try NodeClient(
      "https://127.0.0.1:\(try await process.line())",
      options: .patient.with { $0.certificateAuthorityFile = authority })
  }
}
