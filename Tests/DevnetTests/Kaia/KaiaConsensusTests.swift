import EVM
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Devnet

@Suite("What Kaia's nodes tell of validators, rewards and what waits")
struct KaiaConsensusTests {
  private static let receiver = Address(truncating: 0xcafe)
  private static let proposer = JSON.string("0x0000000000000000000000000000000000c0ffee")

  private func transfer(
    _ fixture: KaiaFixture, nonce: UInt64 = 0, price: UInt256 = KaiaFixture.price
  ) throws -> SignedTransaction {
    try fixture.transaction(.valueTransfer(to: Self.receiver, value: 5), nonce: nonce, price: price)
  }

  @Test("there is one validator, who makes the blocks")
  func validators() async throws {
    let fixture = try await KaiaFixture()
    try await fixture.send(transfer(fixture))
    for namespace in ["kaia", "klay"] {
      #expect(await fixture.result("\(namespace)_getCouncil", "latest") == [Self.proposer])
      #expect(await fixture.result("\(namespace)_getCouncilSize", "0x1") == 1)
      #expect(await fixture.result("\(namespace)_getCommittee", "latest") == [Self.proposer])
      #expect(await fixture.result("\(namespace)_getCommitteeSize") == 1)
    }
    #expect(await fixture.result("kaia_getCouncil", "pending") == [Self.proposer])
    #expect(await fixture.ask("kaia_getCommittee", "pending")["error"]?["message"] == "pending is not allowed")
    #expect(await fixture.ask("kaia_getCouncil", "0x5")["error"]?["message"] == "unknown block")
    let staking = await fixture.result("kaia_getStakingInfo", "latest")
    #expect(staking["blockNum"] == 1 && staking["councilNodeAddrs"] == [] && staking["gini"] == -1)
    #expect(await fixture.ask("kaia_getBlsInfos", "latest")["error"] != nil)
  }

  @Test("rewards and supply add up to the fees that were paid")
  func rewards() async throws {
    let fixture = try await KaiaFixture()
    let before = await fixture.result("kaia_getTotalSupply", "latest")
    try await fixture.send(transfer(fixture))
    let rewards = await fixture.result("kaia_getRewards", "latest")
    // The tip is one peb a unit of gas; the rest of the price is the base fee.
    #expect(rewards["totalFee"]?.numberText == (KaiaFixture.price * 21_000).description)
    #expect(rewards["burntFee"]?.numberText == ((KaiaFixture.price - 1) * 21_000).description)
    #expect(rewards["proposer"] == 21_000 && rewards["minted"] == 0)
    #expect(rewards["rewards"] == ["0x0000000000000000000000000000000000c0ffee": 21_000])
    #expect(await fixture.result("kaia_getRewards", "0x0")["totalFee"] == 0)

    func number(_ json: JSON, _ name: String) throws -> UInt256 { try UInt256(quantity: #require(json[name]?.string)) }
    let after = await fixture.result("kaia_getTotalSupply", "latest")
    let burnt = (KaiaFixture.price - 1) * 21_000
    #expect(try number(after, "totalSupply") == number(before, "totalSupply") - burnt)
    #expect(try number(after, "totalMinted") == number(before, "totalMinted") && number(after, "burntFee") == burnt)
    try await fixture.send(fixture.transaction(.valueTransfer(to: Address(truncating: 0xdead), value: 77), nonce: 1))
    #expect(try number(await fixture.result("kaia_getTotalSupply", "latest"), "deadBurn") == 77)
    // A block before knows nothing of it.
    #expect(await fixture.result("kaia_getTotalSupply", "0x1") == after)
  }

  @Test("blocks are told with their receipts and who agreed on them, one or a range")
  func consensusInfo() async throws {
    let fixture = try await KaiaFixture()
    let sent = try transfer(fixture)
    try await fixture.send(sent)
    let block = await fixture.result("kaia_getBlockWithConsensusInfoByNumber", "latest")
    #expect(block["committee"] == [Self.proposer] && block["proposer"] == Self.proposer && block["round"] == 0)
    #expect(block["transactions"]?[0]?["transactionHash"]?.string == sent.hash.hex)
    #expect(block["transactions"]?[0]?["status"] == "0x1")
    let hash = try #require(block["hash"])
    #expect(await fixture.result("kaia_getBlockWithConsensusInfoByHash", hash) == block)
    let range = await fixture.result("kaia_getBlockWithConsensusInfoByNumberRange", "0x0", "0x1")
    #expect(range.object?.count == 2 && range["0x1"] == block)
    #expect(await fixture.ask("kaia_getBlockWithConsensusInfoByNumberRange", "0x1", "0x0")["error"] != nil)
  }

  @Test("what waits can be sent again at another price, and nothing else")
  func resend() async throws {
    let fixture = try await KaiaFixture(mining: .manual)
    let from = JSON.string(fixture.sender.lowercaseHex)
    let request: JSONObject = [
      "typeInt": 8, "from": from, "to": .string(Self.receiver.lowercaseHex), "value": "0x5", "gas": "0x5208",
      "gasPrice": .string(KaiaFixture.price.quantity), "nonce": "0x0",
    ]
    let missing = await fixture.ask("kaia_resend", .object(request), "0xba43b7400")
    #expect(missing["error"]?["message"]?.string?.hasSuffix("not found") == true)
    let first = await fixture.result("kaia_sendTransaction", .object(request))
    #expect(await fixture.result("kaia_pendingTransactions").array?.map { $0["hash"] } == [first])
    let second = await fixture.result("kaia_resend", .object(request), "0xba43b7400", "0x7530")
    let waiting = await fixture.result("kaia_pendingTransactions").array ?? []
    #expect(waiting.map { $0["hash"] } == [second] && second != first)
    #expect(waiting.first?["gasPrice"] == "0xba43b7400" && waiting.first?["gas"] == "0x7530")
    var nameless = request
    nameless["nonce"] = nil
    #expect(
      await fixture.ask("kaia_resend", .object(nameless))["error"]?["message"]
        == "missing transaction nonce in transaction spec")
  }

  @Test("subscribers of Kaia's namespaces are told in its shapes, those of Ethereum's in its own")
  func subscriptions() async throws {
    let fixture = try await KaiaFixture()
    #expect(fixture.devnet.subscriptionNamespaces == ["eth", "kaia", "klay"])
    let ethereum = try await Devnet.start()
    #expect(ethereum.subscriptionNamespaces == ["eth"])
    let sent = try transfer(fixture)
    try await fixture.send(sent)
    let block = try #require(await fixture.devnet.block())
    let kaia = try Devnet.Subscription(parameters: ["newHeads"], namespace: "klay")
    #expect(kaia.notification == "klay_subscription")
    let head = try #require(kaia.results(of: .added(block)).first)
    #expect(await fixture.result("kaia_getHeaderByNumber", "latest") == head && head["reward"] == Self.proposer)
    let own = try #require(
      try Devnet.Subscription(parameters: ["newHeads"]).results(of: .added(block)).first)
    #expect(own["reward"] == nil && own["miner"] == Self.proposer)
    let pending = try Devnet.Subscription(parameters: ["newPendingTransactions", true], namespace: "kaia")
    let told = try #require(pending.results(of: .pending(DevnetTransaction(sent))).first)
    #expect(told["typeInt"] == 8 && told["hash"]?.string == sent.hash.hex)
    let error = #expect(throws: DevnetError.self) {
      try Devnet.Subscription(parameters: ["nothing"], namespace: "kaia")
    }
    #expect(error?.message == "no \"nothing\" subscription in kaia namespace")
  }
}
