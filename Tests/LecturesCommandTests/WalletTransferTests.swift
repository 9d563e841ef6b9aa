import Foundation
import NodeDoubles
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures wallet transfer")
struct WalletTransferTests {
  private static let owner = WalletHome.owner.lowercased()
  private static let student = WalletHome.student.lowercased()

  /// The owner has 100 of the chain's money.
  private func fixture(
    _ change: @escaping (inout StubNode.Chain) -> Void = { _ in }
  ) async throws -> (WalletHome, StubNode) {
    let home = await WalletHome.withOwner()
    let node = try StubNode {
      $0.balances = [Self.owner: 100]
      change(&$0)
    }
    home.use(node)
    return (home, node)
  }

  @Test("shows what it costs, asks, sends and tells the receipt")
  func transfer() async throws {
    let (home, node) = try await fixture()
    let run = await home.run("wallet transfer --to \(Self.student) --amount 1.5", answers: ["y"])
    #expect(run.status == .success)
    #expect(
      run.questions == [
        """
        Send 1.5 KLAY?
          To           \(WalletHome.student)
          Pays         1.5 KLAY
          Gas at most  0.000021 KLAY
          From         owner \(WalletHome.owner)
          First time   nothing was sent from here to this address before
          Yours then   98.499979 KLAY at least, now 100 KLAY
          Theirs then  1.5 KLAY, now 0 KLAY
          Network      local (chain 1337)
          Call         transfer of 1.5 KLAY to \(WalletHome.student)
        Go on? [y/N]\(" ")
        """
      ])
    #expect(node.sent.count == 1)
    #expect(
      run.output.hasPrefix("Sent 1.5 KLAY to \(WalletHome.student).\nGas          0.000021 KLAY\nBlock        8\n"))
  }

  @Test("pays a coin for gas at most where nobody is asked, unless more was allowed")
  func dearGas() async throws {
    let (home, node) = try await fixture { $0.answers["eth_gasPrice"] = { _, _ in .result("0x5af3107a4000") } }
    let line = "wallet transfer --to \(Self.student) --amount 1"
    let refused = await home.run("\(line) --yes")
    #expect(refused.status == .overLimit && refused.errors.contains("--max-total-fee"), "\(refused.errors)")
    #expect(refused.errors.contains("Gas could cost 2.1 KLAY, above the limit of 1 KLAY"), "\(refused.errors)")
    let asked = await home.run(line, answers: ["n"])
    #expect(asked.questions.first?.contains("Gas at most  2.1 KLAY") == true, "\(asked.questions)")
    #expect(node.sent.isEmpty)
    #expect(await home.run("\(line) --yes --max-total-fee 3").status == .success)
    #expect(node.sent.count == 1)
  }

  @Test("with an --id that another amount or receiver was sent with is refused; with --max it finds its own")
  func otherWithID() async throws {
    let (home, node) = try await fixture()
    let line = "wallet transfer --yes --id rent"
    #expect(await home.run("\(line) --to \(Self.student) --amount 1.5").status == .success)
    for other in ["--to \(Self.student) --amount 2", "--to owner --amount 1.5", "--to owner --max"] {
      let run = await home.run("\(line) \(other)")
      #expect(run.status == .usage && run.output.isEmpty, "\(run.output)")
      #expect(run.errors.contains("Something else was sent with this --id"), "\(run.errors)")
    }
    for same in ["--amount 1500000000000000000wei", "--max"] {
      let run = await home.run("\(line) --to \(Self.student) \(same)")
      #expect(run.output.hasPrefix("Sent 1.5 KLAY to \(WalletHome.student)."), "\(run.output)\(run.errors)")
    }
    #expect(node.sent.count == 1)
  }

  @Test("leaves an outbox that holds everything in its file, without its log")
  func outboxClosed() async throws {
    let (home, _) = try await fixture()
    #expect(await home.run("wallet transfer --to \(Self.student) --amount 1 --yes").status == .success)
    for suffix in ["-wal", "-shm"] { unlink(home.file("lectures/outbox.sqlite\(suffix)")) }
    let listed = try await home.json("tx list")
    #expect(listed["intents"]?[0]?["state"] == "final", "\(listed)")
    #expect(listed["intents"]?[0]?["value"]?["symbol"] == "KLAY", "\(listed)")
    #expect(await home.run("tx list --open").output == "Nothing is open.\n")
  }

  @Test("sends nothing without a yes")
  func declined() async throws {
    let (home, node) = try await fixture()
    #expect(await home.run("wallet transfer --to owner --amount 1", answers: ["n"]).status == .notConfirmed)
    #expect(await home.run("wallet transfer --to owner --amount 1").status == .notConfirmed)
    #expect(node.sent.isEmpty)
  }

  @Test("tries a password out of a file before anybody is asked")
  func wrongPassword() async throws {
    let (home, node) = try await fixture()
    home.directory.write("open barley\n", to: "password")
    let run = await home.run("wallet transfer --to \(Self.student) --amount 1", answers: ["y"])
    #expect(run.status == .locked)
    #expect(run.questions.isEmpty)
    #expect(node.sent.isEmpty)
  }

  @Test("lets a person say yes before the password is typed")
  func typedPassword() async throws {
    let (home, node) = try await fixture()
    let run = await home.run(
      "wallet transfer --to \(Self.student) --amount 1", answers: ["y", WalletHome.password],
      without: "LECTURES_PASSWORD_FILE")
    #expect(run.status == .success)
    #expect(run.questions.map { $0.hasPrefix("Send 1 KLAY?") } == [true, false])
    #expect(node.sent.count == 1)
  }

  @Test("has a stable shape in JSON")
  func json() async throws {
    let (home, _) = try await fixture()
    let result = try await home.json("wallet transfer --to \(Self.student) --amount 1 --yes --quiet")
    #expect(result["to"]?.string == WalletHome.student)
    #expect(result["amount"] == ["wei": "1000000000000000000", "value": "1", "symbol": "KLAY"])
    #expect(result["transaction"]?["block"] == 8)
    #expect(
      result["transaction"]?.object?.keys == [
        "hash", "block", "gasUsed", "fee", "value", "confirmations", "evidence", "endpoints", "call", "link",
      ])
  }

  @Test("sends all but the gas with --max")
  func max() async throws {
    let (home, _) = try await fixture()
    let run = await home.run("wallet transfer --to \(Self.student) --max --yes")
    #expect(run.output.hasPrefix("Sent 99.999979 KLAY to \(WalletHome.student).\n"))
    let (poor, node) = try await fixture { $0.balances = [:] }
    let none = await poor.run("wallet transfer --to \(Self.student) --max --yes")
    #expect(none.status == .insufficientFunds)
    #expect(none.errors.contains("There is nothing to send"))
    #expect(node.sent.isEmpty)
  }

  @Test("tells a contract's refusal before anything is sent")
  func contract() async throws {
    let reason =
      "0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000134b4c415920776974686f757420612063616c6c00000000000000000000000000"
    let (home, node) = try await fixture {
      $0.contracts = [Self.student]
      $0.revertData = reason
    }
    let run = await home.run("wallet transfer --to \(Self.student) --amount 1 --yes")
    #expect(run.status == .refused)
    #expect(
      run.errors == """
        error: The contract at \(WalletHome.student) does not take this payment.
          Reason: KLAY without a call
          Call: transfer of 1 KLAY to \(WalletHome.student)
          Nothing was sent and nothing is spent.

        """)
    let error = try await home.json("wallet transfer --to \(Self.student) --amount 1 --yes")
    #expect(error["reason"] == "KLAY without a call")
    #expect(error["revert"] == "KLAY without a call")
    #expect(node.sent.isEmpty)
  }

  @Test("says what is missing, and which limit it would pass")
  func refusals() async throws {
    let (home, node) = try await fixture()
    let value = await home.run("wallet transfer --to \(Self.student) --amount 101 --yes")
    #expect(value.status == .insufficientFunds)
    #expect(value.errors.hasPrefix("error: 1 KLAY are missing: 101 KLAY are needed, 100 KLAY are there."))
    let gas = await home.run("wallet transfer --to \(Self.student) --amount 100 --yes")
    #expect(gas.status == .insufficientFunds)
    let limit = await home.run("wallet transfer --to \(Self.student) --amount 1 --yes --max-total-fee 0.00001")
    #expect(limit.status == .overLimit)
    let chain = await home.run("wallet transfer --to \(Self.student) --amount 1 --yes --network kairos")
    #expect(chain.status == .wrongChain)
    #expect(node.sent.isEmpty)
  }

  @Test("reads what was typed before anybody is bothered")
  func misuse() async throws {
    let home = await WalletHome.withOwner()
    home.environment["LECTURES_ENDPOINT"] = "http://127.0.0.1:1"
    for (line, text) in [
      ("--to \(Self.student) --amount 1,500", "two ways"),
      ("--to \(Self.student) --amount -1", "option"),
      ("--to \(Self.student) --amount 0", "nothing to send"),
      ("--to \(Self.student) --amount 0.0000000000000000001", "19 decimals"),
      ("--to \(WalletHome.student.dropLast())9 --amount 1", "checksum"),
      ("--to 0x12 --amount 1", "digits"),
      ("--to \(Self.student)", "Give --amount or --max."),
      ("--to \(Self.student) --amount 1 --max", "Give either --amount or --max, not both."),
    ] {
      let run = await home.run("wallet transfer \(line)")
      #expect(run.status == .usage, "\(line)")
      #expect(run.errors.contains(text), "\(line): \(run.errors)")
    }
    #expect(await home.run("wallet transfer --to nobody --amount 1").status == .locked)
    #expect(await home.run("wallet transfer --to \(Self.student) --amount 1 --yes").status == .nodeUnavailable)
  }

  @Test("tells a transfer that was mined and failed, and what was sent")
  func failed() async throws {
    let (home, _) = try await fixture { $0.status = 0 }
    let run = await home.run("wallet transfer --to \(Self.student) --amount 1 --yes")
    #expect(run.status == .refused)
    #expect(run.errors.contains("was mined, and it failed."))
    #expect(run.errors.contains("included, reverted"))
  }
}
