import Foundation
import NodeDoubles
import NodeRPC
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("A node that is lost while something is sent")
struct LostNodeTests {
  private static let line = "wallet transfer --to \(WalletHome.student) --amount 1 --yes"

  private func fixture(
    _ change: @escaping (inout StubNode.Chain) -> Void = { _ in }
  ) async throws -> (WalletHome, StubNode) {
    let home = await WalletHome.withOwner()
    let node = try StubNode {
      $0.balances = [WalletHome.owner.lowercased(): 100]
      change(&$0)
    }
    home.use(node)
    return (home, node)
  }

  @Test("at the broadcast: whether money is gone is not known, with the hash and what to do")
  func atBroadcast() async throws {
    let (home, _) = try await fixture { $0.answers["eth_sendRawTransaction"] = { _, _ in .acts([.close]) } }
    let run = await home.run("\(Self.line) --json")
    let json = try JSON(parsing: run.output)
    #expect(run.status == .outcomeUnknown && json["error"]?["spent"] == "unknown", "\(run.output)")
    let hash = try #require(json["sent"]?[0]?["hash"]?.string)
    #expect(json["error"]?["reason"]?.string?.contains("the transaction \(hash) can be mined") == true, "\(run.output)")
    let told = await home.run("\(Self.line) --again")
    #expect(told.errors.contains("Whether money is gone is not known"), "\(told.errors)")
    #expect(told.errors.contains("lectures tx show"), "\(told.errors)")
  }

  @Test("words of refusal that nobody knows leave it open, and tx resume NUMBER offers the same bytes again")
  func unknownWords() async throws {
    let (home, node) = try await fixture {
      $0.answers["eth_sendRawTransaction"] = { _, _ in .error("header not found") }
      $0.answers["eth_getTransactionByHash"] = { _, _ in .result(.null) }
    }
    let run = await home.run("\(Self.line) --json")
    let json = try JSON(parsing: run.output)
    #expect(run.status == .outcomeUnknown && json["error"]?["spent"] == "unknown", "\(run.output)")
    #expect(json["error"]?["reason"]?.string?.contains("eader not found") == true, "\(run.output)")
    #expect(node.sent.isEmpty)
    node.change { $0.answers = [:] }
    let resumed = await home.run("tx resume 1 --yes")
    #expect(resumed.status == .success && node.sent.count == 1, "\(resumed.output)\(resumed.errors)")
    #expect(try await home.json("tx list")["intents"]?[0]?["state"] == "final")
  }

  @Test("what a refusing node kept and mined is found by tx resume, and shown as mined")
  func keptAllTheSame() async throws {
    let (home, node) = try await fixture {
      $0.answers["eth_sendRawTransaction"] = { _, _ in .error("insufficient funds") }
      $0.answers["eth_getTransactionByHash"] = { _, _ in .result(.null) }
    }
    let run = await home.run("\(Self.line) --id order-1")
    #expect(run.status == .insufficientFunds, "\(run.errors)")
    let raw = try #require(node.calls(of: "eth_sendRawTransaction").first?.params.first)
    node.change { $0.answers = [:] }
    _ = try await NodeClient(endpoints: [Endpoint(node.url)], options: .patient).call("eth_sendRawTransaction", [raw])
    let resumed = try await home.json("tx resume --yes")
    #expect(resumed["intents"]?[0]?["state"] == "final" && node.sent.count == 1, "\(resumed)")
    let again = await home.run("\(Self.line) --id order-1")
    #expect(again.status == .success && again.output.contains("earlier run") && node.sent.count == 1, "\(again.errors)")
  }

  @Test("before it: nothing was sent, and nothing is spent")
  func before() async throws {
    let (home, _) = try await fixture()
    home.environment["LECTURES_ENDPOINT"] = "http://127.0.0.1:1"
    let run = await home.run(Self.line)
    #expect(run.status == .nodeUnavailable && run.errors.contains("This run sent nothing"), "\(run.errors)")
    #expect(try await home.json(Self.line)["spent"] == "no")
    // Who only reads is not told of money.
    #expect(await !home.run("balance owner").errors.contains("spent"))
  }

  @Test("while it waits the hash is shown once, where nobody watches a line too")
  func waiting() async throws {
    let (home, node) = try await fixture { $0.status = nil }
    let mining = Task {
      while node.sent.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
      try await Task.sleep(for: .seconds(4))
      node.change {
        $0.status = 1
        $0.block += 1
      }
    }
    let run = await home.run("\(Self.line) --json")
    try await mining.value
    let hash = try #require(try JSON(parsing: run.output)["result"]?["transaction"]?["hash"]?.string)
    let lines = run.errors.split(separator: "\n").filter { $0.contains("Waiting for the receipt of \(hash)") }
    #expect(run.status == .success && lines.count == 1, "\(run.errors)")
  }
}
