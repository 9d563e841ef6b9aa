import ContractABI
import Devnet
import Orders
import Primitives
import Testing
import WireSupport

@testable import Relay

@Suite("Checks of orders on their way in against the chain: money, allowances, what is filled, tokens without code")
struct EntryFundsTests {
  @Test("the maker has the money, the allowance, and the same for the fee")
  func funds() async throws {
    let recipient = Address(truncating: 0xfee)
    let relay = try await RelayFixture(try await RelayChain()) {
      $0.feeRecipient = recipient
      $0.fees = FeeRule(maker: 3_000)
      $0.exchangeV4 = nil
    }
    let chain = relay.chain
    let (rich, poor) = (chain.accounts[1], chain.accounts[4])
    func order(_ maker: DevnetAccount) -> OrderV1 {
      chain.orderV1(maker: maker.address, feeRecipient: recipient, makerFee: 3_000)
    }
    #expect(try await relay.reply(to: order(poor)).fieldErrors == ["makerTokenAmount 1004 BALANCE"])
    try await chain.send("transfer(address,uint256)", [.address(poor.address), .uint(1_000)], to: chain.base)
    try await relay.advance()
    #expect(try await relay.reply(to: order(poor)).fieldErrors == ["makerTokenAmount 1004 ALLOWANCE"])
    try await chain.approve(chain.base, for: chain.proxy, 1_000, by: poor)
    try await relay.advance()
    #expect(try await relay.reply(to: order(poor)).fieldErrors == ["makerFee 1004 BALANCE"])
    try await chain.send("transfer(address,uint256)", [.address(poor.address), .uint(3_000)], to: chain.feeToken)
    try await relay.advance()
    #expect(try await relay.reply(to: order(poor)).fieldErrors == ["makerFee 1004 ALLOWANCE"])
    try await chain.approve(chain.feeToken, for: chain.proxy, 3_000, by: poor)
    try await relay.advance()
    try await relay.post(order(poor))
    try await relay.post(order(rich))
    await relay.server.stop()
  }

  @Test("an allowance that is in a block that the relay has not read yet counts")
  func freshAllowance() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    let maker = chain.accounts[4]
    try await chain.send("transfer(address,uint256)", [.address(maker.address), .uint(1_000)], to: chain.base)
    try await relay.advance()
    let order = try chain.limitOrder(maker: maker.address)
    #expect(try await relay.reply(to: order).fieldErrors == ["makerAmount 1004 ALLOWANCE"])
    try await chain.approve(chain.base, for: chain.exchangeV4, 1_000, by: maker)
    try await relay.post(order)
    await relay.server.stop()
  }

  @Test("a maker's open orders promise ten times its balance at most")
  func overcommitted() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    let maker = chain.accounts[4]
    try await chain.send("transfer(address,uint256)", [.address(maker.address), .uint(1_000)], to: chain.base)
    try await chain.approve(chain.base, for: chain.exchangeV4, 1_000, by: maker)
    try await relay.advance()
    for salt in 0..<10 { try await relay.post(try chain.limitOrder(maker: maker.address, salt: UInt256(salt))) }
    #expect(
      try await relay.reply(to: try chain.limitOrder(maker: maker.address)).fieldErrors == [
        "makerAmount 1004 OVERCOMMITTED"
      ])
    await relay.server.stop()
  }

  @Test("an order that is filled or cancelled on the chain before it comes is refused")
  func overBefore() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let filled = try await chain.signed(chain.orderV1())
    #expect(try await chain.fill(filled, 3_000, by: chain.accounts[2]))
    let cut = try await chain.signed(chain.orderV1())
    #expect(try await chain.cancel(cut.order, 1_000, by: chain.accounts[1]))
    let cancelled = try await chain.signed(chain.orderV1())
    #expect(try await chain.cancel(cancelled.order, 3_000, by: chain.accounts[1]))
    try await relay.advance()
    #expect(try await relay.post("/v0/order", filled.json).fieldErrors == ["takerTokenAmount 1004 FILLED"])
    #expect(try await relay.post("/v0/order", cancelled.json).fieldErrors == ["takerTokenAmount 1004 CANCELLED"])
    #expect(try await relay.post("/v0/order", cut.json).status == 201)
    await relay.server.stop()
  }

  @Test("a token without code is none")
  func noCode() async throws {
    let nothing = Address(truncating: 0xabc)
    let relay = try await RelayFixture {
      $0.tokens = [nothing]
      $0.anyPair = true
    }
    #expect(
      try await relay.reply(to: relay.chain.orderV1(takerToken: nothing, makerAmount: 3_000, takerAmount: 1_000))
        .fieldErrors == [
          "takerTokenAddress 1003 is no contract"
        ])
    #expect(
      try await relay.reply(to: try relay.chain.limitOrder(takerToken: nothing, makerAmount: 3_000, takerAmount: 1_000))
        .fieldErrors == [
          "takerToken 1009 is no contract"
        ])
    await relay.server.stop()
  }
}
