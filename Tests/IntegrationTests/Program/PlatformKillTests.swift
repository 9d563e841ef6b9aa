import ChainSupport
import ContractClient
import DatabaseSupport
import Foundation
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import Testing

/// `lectures web --platform` killed in the middle of what somebody does there, with another process over the same store.
@Suite(
  "A platform's process that is killed", .enabled(if: Program.canRun, "\(TestTools.programAdvice)"),
  .timeLimit(.minutes(30)), .overEachEngine)
struct PlatformKillTests {
  /// The step of a purchase during which a process is killed.
  enum Step: CaseIterable {
    case planning, asking, sending, telling, showing
  }

  @Test("loses nothing: whoever goes on at another one pays once", arguments: Step.allCases, [0, 6, 25])
  func killed(in step: Step, after milliseconds: Int) async throws {
    let cli = try await CLIFixture.open()
    let number = try await cli.fixture.create(title: "Killed")
    let store = try TestDatabases.argument(cli.folder.file("platform.sqlite"))
    let key = cli.fixture.student
    var server = try await PlatformServer(cli, over: store)
    let visitor = try await PlatformVisitor(key, at: server)

    /// Does something at a process; in the step that is tried that process is killed meanwhile, and another one follows.
    func at<Value: Sendable>(_ now: Step, _ work: @escaping @Sendable (PlatformServer) async throws -> Value)
      async throws
      -> Value?
    {
      guard now == step else { return try await work(server) }
      let dying = server
      async let value = try? work(dying)
      try await Task.sleep(for: .milliseconds(milliseconds))
      try await dying.kill()
      let known = await value
      server = try await PlatformServer(cli, over: store)
      return known
    }

    let planned = try await at(.planning) { try await visitor.post("/lectures/\(number)/buy", at: $0) }
    var review = planned.flatMap { PlatformVisitor.location(in: $0) }
    if review == nil {
      review = PlatformVisitor.location(in: try await visitor.post("/lectures/\(number)/buy", at: server))
    }
    let path = try #require(review)
    // The wallet is asked for what a page shows, whichever process shows it.
    let page = try await visitor.get(path, at: server)
    _ = try await at(.asking) { try await visitor.post("\(path)/asked", ["shown": "0"], at: $0) }
    let hash = try await at(.sending) { _ in try await self.send(page, of: key, cli) }
    let sent = try await cli.chain.node.transactionCount(of: key.address, at: .latest)
    #expect(sent == 1)
    if let hash { _ = try await at(.telling) { try await visitor.post("\(path)/sent", ["hash": hash.hex], at: $0) } }
    _ = try await at(.showing) { try await visitor.get(path, at: $0) }
    // Told or not, the page finds what the chain has.
    #expect(try await visitor.get(path, at: server).contains("It is done"))
    #expect(try await visitor.post("/lectures/\(number)/buy", at: server).contains("done already"))
    #expect(try await cli.fixture.client.lecture(number).escrow == .klay(10))
    #expect(try await cli.chain.node.transactionCount(of: key.address, at: .latest) == 1)
    #expect(try await server.process.end(signal: SIGTERM).status >= 0)
  }

  /// The wallet's part: signs and sends what a review's page asks for.
  private func send(_ page: String, of key: PrivateKey, _ cli: CLIFixture) async throws -> Hash32 {
    func value(_ name: String) throws -> String { try #require(PlatformVisitor.attribute("data-\(name)", in: page)) }
    let request = SendRequest(
      from: key.address, to: try Address(value("to")), value: Amount(wei: try UInt256(quantity: value("value"))),
      data: try Bytes(hex: value("data")), label: "a wallet's transaction")
    let sender = cli.fixture.client.connection.sender
    let prepared = try await sender.prepare(request)
    return try await sender.send(prepared, signer: key).confirmed(SendOptions()).hash
  }
}
