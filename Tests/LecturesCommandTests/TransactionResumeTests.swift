import Keys
import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@testable import LecturesCommand

@Suite("lectures tx resume")
struct TransactionResumeTests {
  @Test("closes three gaps, and that an account has no key here is told of that one while the others go on")
  func gaps() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode {
      $0.balances[WalletHome.owner.lowercased()] = 5
      $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x0") }
    }
    home.use(node)
    let client = try NodeClient(endpoints: [Endpoint(node.url)], options: .patient)
    let chain = try await TransactionSender(node: client, chainID: 1337).chain()
    let outbox = Outbox(path: home.file("outbox.sqlite"))
    for (key, nonce) in [(Bytes(repeating: 7, count: 32), UInt64(1)), (try Bytes(hex: WalletHome.ownerKey), 3)] {
      let key = try PrivateKey(bytes: key)
      let signed = try UnsignedTransaction.feeMarket(
        FeeMarketTransaction(
          chainID: 1337, nonce: nonce, maxPriorityFeePerGas: 1, maxFeePerGas: 5, gasLimit: 21_000, to: .zero, value: 1,
          data: [], accessList: [])
      ).signed(by: key)
      var draft = IntentDraft(
        chain: chain, account: key.address, label: "stranded at \(nonce)", to: .zero, value: .wei(1), cost: .wei(2))
      draft.nonce = nonce
      guard case .begun(let intent, _) = try await outbox.begin(draft, count: 0) else { return }
      try await outbox.record(
        AttemptDraft(hash: signed.hash, raw: signed.encoded, nonce: nonce, maximumPerGas: 5), of: intent.id, label: "")
    }
    await outbox.close()
    let run = await home.run("tx resume --json --outbox \(home.file("outbox.sqlite"))", answers: ["y"])
    #expect(
      run.questions.first?.contains("Together     3 transactions, 0.000063 KLAY of gas at most") == true,
      "\(run.questions)")
    let json = try JSON(parsing: run.output)
    let intents = json["result"]?["intents"]?.array ?? []
    #expect(intents.map { $0["what"]?.string }.prefix(2) == ["stranded at 1", "stranded at 3"], "\(run.output)")
    #expect(intents.map { $0["nonce"]?.numberText } == ["1", "3", "0", "1", "2"])
    #expect(intents.map { $0["state"] == "final" } == [false, true, true, true, true], "\(run.output)")
    #expect(intents[0]["error"]?["message"]?.string?.contains("There is no key") == true, "\(intents[0])")
    #expect(run.status == .locked && json["error"]?["message"] == "1 of 5 are still open.", "\(run.output)")
    #expect(node.sent.count == 5)
  }

  @Test("with --from takes up what that account left, and touches nobody else's, by number neither")
  func oneAccount() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode { $0.balances[WalletHome.owner.lowercased()] = 5 }
    home.use(node)
    let client = try NodeClient(endpoints: [Endpoint(node.url)], options: .patient)
    let chain = try await TransactionSender(node: client, chainID: 1337).chain()
    let outbox = Outbox(path: home.file("outbox.sqlite"))
    for key in [Bytes(repeating: 7, count: 32), try Bytes(hex: WalletHome.ownerKey)] {
      let key = try PrivateKey(bytes: key)
      let signed = try UnsignedTransaction.feeMarket(
        FeeMarketTransaction(
          chainID: 1337, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 5, gasLimit: 21_000, to: .zero, value: 1,
          data: [], accessList: [])
      ).signed(by: key)
      let draft = IntentDraft(
        chain: chain, account: key.address, label: "left", to: .zero, value: .wei(1), cost: .wei(2))
      guard case .begun(let intent, _) = try await outbox.begin(draft, count: 0) else { return }
      try await outbox.record(
        AttemptDraft(hash: signed.hash, raw: signed.encoded, nonce: 0, maximumPerGas: 5), of: intent.id, label: "")
    }
    await outbox.close()
    let line = "tx resume --json --outbox \(home.file("outbox.sqlite")) --from \(WalletHome.owner)"
    let other = await home.run("\(line) 1")
    #expect(other.status != .success && other.output.contains("another account's"), "\(other.output)")
    let run = await home.run(line)
    #expect(run.status == .success, "\(run.output)\(run.errors)")
    let intents = try JSON(parsing: run.output)["result"]?["intents"]?.array ?? []
    #expect(intents.map { $0["intent"]?.numberText } == ["2"], "\(run.output)")
    #expect(node.sent.count == 1)
    #expect(try await Outbox(path: home.file("outbox.sqlite")).intent(1)?.state == .signed)
  }

  @Test("says of what waits for its price, and whose row does not tell who else pays, how it goes on")
  func notPlain() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode { $0.balances[WalletHome.owner.lowercased()] = 5 }
    home.use(node)
    let client = try NodeClient(endpoints: [Endpoint(node.url)], options: .patient)
    let outbox = Outbox(path: home.file("outbox.sqlite"))
    var draft = IntentDraft(
      chain: try await TransactionSender(node: client, chainID: 1337).chain(),
      account: try Address(WalletHome.owner), key: IntentKey("id order-7"), label: "a paid one",
      to: try Address(WalletHome.student), value: .klay(1), cost: .klay(1))
    draft.wait = PriceWait(limit: .max)
    _ = try await outbox.begin(draft, count: 0)
    await outbox.close()
    let run = await home.run("tx resume --yes --outbox \(home.file("outbox.sqlite"))")
    #expect(run.status == .usage, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("just as it was (--id order-7); or give it up: lectures tx cancel 1"), "\(run.errors)")
    #expect(node.sent.isEmpty)
    #expect(try await Outbox(path: home.file("outbox.sqlite")).intent(1)?.state == .waiting)
  }
  @Test("shows the most that it can cost of what is under way, and no maximum of what is over")
  func mostCost() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode()
    home.use(node)
    let client = try NodeClient(endpoints: [Endpoint(node.url)], options: .patient)
    let outbox = Outbox(path: home.file("outbox.sqlite"))
    var draft = IntentDraft(
      chain: try await TransactionSender(node: client, chainID: 1337).chain(), account: try Address(WalletHome.owner),
      label: "later", to: try Address(WalletHome.student), value: .klay(1), cost: .klay(2))
    draft.wait = PriceWait(limit: .max)
    guard case .begun(let intent, _) = try await outbox.begin(draft, count: 0) else { return }
    let line = "tx show \(intent.id) --outbox \(home.file("outbox.sqlite"))"
    for (language, said) in [("en", "Costs at most"), ("ko", "최대 비용"), ("uk", "Витрати щонайбільше")] {
      let open = await home.run("\(line) --language \(language)")
      #expect(open.status == .success && open.output.contains(said), "\(open.output)\(open.errors)")
    }
    try await outbox.settle(intent.id, IntentOutcome(.expired, cost: .zero))
    await outbox.close()
    let over = await home.run(line)
    #expect(over.output.contains("Cost ") && !over.output.contains("at most"), "\(over.output)\(over.errors)")
  }
}
