import ChainSupport
import ContractClient
import Exchange
import Keys
import NodeRPC
import Orders
import Outbox
import Primitives
import Testing
import Tokens

@Suite("The contracts of a network")
struct ContractTests {
  @Test("are known to the last byte after a deployment, and nobody owns the proxy")
  func identity() async throws {
    let fixture = try await ExchangeFixture.open()
    let inspector = ContractInspector(fixture.contracts, over: fixture.connection)
    let old = try await inspector.identity(of: .v1)
    #expect(old.isKnownCode && old.proxyOwner == nil && old.spender == fixture.contracts.v1?.proxy)
    let new = try await inspector.identity(of: .v4)
    #expect(new.isKnownCode && new.proxyOwner == nil && new.spender == fixture.contracts.v4)
  }

  @Test("that are others are refused: a token, nothing, an exchange of another proxy, another chain's domain")
  func wrong() async throws {
    let fixture = try await ExchangeFixture.open()
    func code(_ contracts: ExchangeContracts, _ version: OrderVersion) async -> ExchangeError? {
      await #expect(throws: ExchangeError.self) {
        try await ContractInspector(contracts, over: fixture.connection).identity(of: version)
      }
    }
    var contracts = fixture.contracts
    contracts.v1?.exchange = fixture.base.address
    contracts.v4 = fixture.base.address
    for version in OrderVersion.allCases { #expect(await code(contracts, version)?.code == .wrongContract) }
    contracts.v4 = Address(truncating: 77)
    #expect(await code(contracts, .v4)?.code == .wrongContract)
    contracts = fixture.contracts
    contracts.v1?.proxy = Address(truncating: 77)
    #expect(await code(contracts, .v1)?.code == .wrongContract)
    contracts = fixture.contracts
    contracts.v1?.feeToken = fixture.base.address
    #expect(await code(contracts, .v1)?.code == .wrongContract)
    let elsewhere = ExchangeContracts(chainID: 5, v4: fixture.contracts.v4)
    #expect(await code(elsewhere, .v4)?.facts == fixture.contracts.v4.map { .contract($0) })
    #expect(await code(elsewhere, .v1)?.code == .noContract)
  }

  @Test("that an owner may still open are told apart from closed ones")
  func ownedProxy() async throws {
    let fixture = try await ExchangeFixture.open()
    let (connection, owner) = (fixture.connection, fixture.bank)
    let proxy = try await TokenTransferProxy.deploy(connection: connection).send(from: owner).contract
    let exchange = try await ExchangeV1.deploy(
      zrxToken: fixture.base.address, tokenTransferProxy: proxy.address, connection: connection
    ).send(from: owner).contract
    _ = try await proxy.addAuthorizedAddress(target: exchange.address).send(from: owner)
    let contracts = ExchangeContracts(
      chainID: fixture.chain.chainID,
      v1: .init(exchange: exchange.address, proxy: proxy.address, feeToken: fixture.base.address))
    let identity = try await ContractInspector(contracts, over: connection).identity(of: .v1)
    #expect(identity.isKnownCode && identity.proxyOwner == owner.address)
  }

  @Test("are deployed once, however often it is asked for")
  func once() async throws {
    let chain = try await Chain.start()
    let key = try await chain.account()
    let connection = try chain.connection()
    var choice = ExchangeDeployer.Choice()
    choice.hasRegistry = true
    let none = ExchangeContracts(chainID: chain.chainID)
    let deployer = ExchangeDeployer(over: connection, network: "lesson")
    let first = try await deployer.deploy(choice, beside: none, from: key)
    let count = try await chain.node.transactionCount(of: key.address)
    #expect(first.v1?.registry != nil && first.v4 != nil && first.wrappedCoin == nil && count == 7)
    #expect(try await deployer.deploy(choice, beside: none, from: key) == first)
    #expect(try await deployer.deploy(choice, beside: first, from: key) == first)
    #expect(try await chain.node.transactionCount(of: key.address) == count)
    let other = try await ExchangeDeployer(over: connection, network: "another").deploy(choice, beside: none, from: key)
    #expect(other.v4 != first.v4)
  }

  @Test("of the wrapped coin on Kaia's networks are known")
  func wrappedCoins() throws {
    #expect(
      ExchangeContracts(chainID: 8217).wrappedCoin == (try Address("0x19aac5f612f524b754ca7e7c41cbfa2e981a4432")))
    #expect(
      ExchangeContracts(chainID: 1001).wrappedCoin == (try Address("0x043c471bee060e00a56ccd02c0ca286808a5a436")))
    #expect(ExchangeContracts(chainID: 1).wrappedCoin == nil)
  }
}

@Suite("Tokens of the exchanges")
struct TokenCallTests {
  @Test("are made of coins and made coins again")
  func wrapping() async throws {
    let fixture = try await ExchangeFixture.open()
    let token = try #require(fixture.contracts.wrappedCoin)
    let wrap = try await fixture.calls.wrap(.klay(3)).prepare(from: fixture.taker.address)
    #expect(wrap.value == .klay(3))
    _ = try await wrap.send(from: fixture.taker)
    #expect(try await fixture.balance(token, fixture.taker) == Amount.klay(3).wei)
    _ = try await fixture.calls.unwrap(.klay(1)).prepare(from: fixture.taker.address).send(from: fixture.taker)
    #expect(try await fixture.balance(token, fixture.taker) == Amount.klay(2).wei)
    await #expect(throws: (any Error).self) {
      try await fixture.calls.unwrap(.klay(5)).prepare(from: fixture.taker.address)
    }
  }

  @Test("are approved by a permit that somebody else sends, once", arguments: OrderVersion.allCases)
  func permit(version: OrderVersion) async throws {
    let fixture = try await ExchangeFixture.open()
    let owner = try await fixture.chain.account(klay: 0)
    let (calls, sender) = (fixture.calls, fixture.bank)
    let permit = try await calls.permit(of: fixture.base.address, amount: 500, for: version, by: owner.address)
    await #expect(throws: ExchangeError.self) { try await calls.requireInForce(permit) }
    let call = try await calls.permit(permit, signedBy: owner, sentBy: sender.address)
    let receipt = try await call.prepare(from: sender.address).send(from: sender)
    try await calls.requireInForce(permit)
    // The permit is used: an equal one is found, and a trial of it is refused.
    let earlier = try #require(try await call.earlier(by: sender.address))
    #expect(earlier.hash == receipt.hash)
    await #expect(throws: ExchangeError.self) {
      try await calls.permit(permit, signedBy: owner, sentBy: sender.address)
    }
    let stranger = sender
    let other = try await calls.permit(of: fixture.base.address, amount: 1, for: version, by: owner.address)
    #expect(other.permit.nonce == 1)
    await #expect(throws: ExchangeError.self) {
      try await calls.permit(other, signedBy: stranger, sentBy: sender.address)
    }
  }

  @Test("that take no permits are not given one: the wrapped coin")
  func noPermit() async throws {
    let fixture = try await ExchangeFixture.open()
    let token = try #require(fixture.contracts.wrappedCoin)
    let error = await #expect(throws: ExchangeError.self) {
      try await fixture.calls.permit(of: token, amount: 1, for: .v4, by: fixture.taker.address)
    }
    #expect(error?.code == .unsupportedToken)
  }
}
