import ChainSupport
import ContractABI
import Devnet
import Foundation
import Keys
import Locking
import NodeDoubles
import NodeRPC
import Orders
import Primitives
import StrictJSON
import Testing

/// A devnet with both exchanges, a fee token and two tokens that the first accounts hold, behind a node that can be silent.
final class RelayChain: Sendable {
  static let now: UInt64 = 1_795_435_200
  /// The chain of all tests that change nothing on it but by fills and cancels.
  static let shared = Task { try await RelayChain() }

  let devnet: Devnet
  let node: NodeClient
  let proxy: Address
  let feeToken: Address
  let base: Address
  let quote: Address
  let exchangeV1: Address
  let exchangeV4: Address
  private let door: FaultProxy
  private let silent: Guarded<Bool>

  /// Whether the node says nothing.
  var isSilent: Bool {
    get { silent.withLock { $0 } }
    set { silent.withLock { $0 = newValue } }
  }

  /// The accounts with keys: the first holds all tokens, the others half a million each.
  var accounts: [DevnetAccount] { devnet.accounts }
  var chainID: UInt256 { devnet.chainID }

  init() async throws {
    var options = Devnet.Options()
    options.timestamp = Self.now
    options.clock = { Self.now }
    let devnet = try await Devnet.start(options)
    self.devnet = devnet
    let silent = Guarded(false)
    self.silent = silent
    door = try FaultProxy(
      FaultProxy.node { message in silent.withLock { $0 } ? nil : await devnet.answer(message) })
    node = try NodeClient(door.url, options: .patient)
    let owner = devnet.accounts[0].address
    func deploy(_ name: String, _ arguments: ABIValue...) async throws -> Address {
      let artifact = try Self.artifact(name)
      let types = artifact.abi.constructor?.inputs.map(\.type) ?? []
      return try await devnet.deploy(
        try #require(artifact.bytecode) + ABICoder.encode(arguments, as: types), from: owner)
    }
    func token(_ symbol: String) async throws -> Address {
      try await deploy(
        "CampusToken", .string(symbol), .string(symbol), .uint(18), .uint(10_000_000), .address(owner))
    }
    proxy = try await deploy("TokenTransferProxy")
    feeToken = try await token("ZRX")
    base = try await token("TKA")
    quote = try await token("TKB")
    exchangeV1 = try await deploy("ExchangeV1", .address(feeToken), .address(proxy))
    exchangeV4 = try await deploy("NativeOrders")
    try await send("addAuthorizedAddress(address)", [.address(exchangeV1)], to: proxy)
    for account in devnet.accounts[1...3] {
      for token in [feeToken, base, quote] {
        try await send("transfer(address,uint256)", [.address(account.address), .uint(500_000)], to: token)
        for spender in [proxy, exchangeV4] {
          try await approve(token, for: spender, 500_000, by: account)
        }
      }
    }
  }

  private static func artifact(_ name: String) throws -> ContractArtifact {
    let file = URL(fileURLWithPath: TestTools.root + "/Sources/Exchange/ABI/\(name).json")
    return try ContractArtifact(parsing: Bytes(Data(contentsOf: file)))
  }

  /// Sends a call and gives whether it succeeded.
  @discardableResult
  func send(
    _ signature: String, _ arguments: [ABIValue], to contract: Address, by account: DevnetAccount? = nil
  ) async throws -> Bool {
    let calldata = try ABIFunction(parsing: signature).encodeCall(arguments)
    return try await send(calldata, to: contract, by: account)
  }

  private func send(_ calldata: Bytes, to contract: Address, by account: DevnetAccount?) async throws -> Bool {
    let sender = (account ?? accounts[0]).address
    let hash = try await devnet.send(DevnetCall(from: sender, to: contract, data: calldata, gas: 2_000_000))
    return try #require(await devnet.receipt(hash)).isSuccess
  }

  /// Lets a contract take tokens of an account.
  func approve(_ token: Address, for spender: Address, _ amount: UInt256, by account: DevnetAccount) async throws {
    try #require(
      try await send("approve(address,uint256)", [.address(spender), .uint(amount)], to: token, by: account))
  }

  /// Fills a part of an order of version 1.
  func fill(_ signed: SignedOrder<OrderV1>, _ amount: UInt256, by account: DevnetAccount) async throws -> Bool {
    let function = try #require(try Self.artifact("ExchangeV1").abi.functions.first { $0.name == "fillOrder" })
    return try await send(
      try function.encodeCall([
        .array(signed.order.contractAddresses.map { .address($0) }),
        .array(signed.order.contractValues.map { .uint($0) }), .uint(amount), .bool(true),
        .uint(UInt256(27 + signed.signature.yParity)), .fixedBytes(Hash32(signed.signature.r).bytes),
        .fixedBytes(Hash32(signed.signature.s).bytes),
      ]), to: exchangeV1, by: account)
  }

  /// Cancels a part of an order of version 1.
  func cancel(_ order: OrderV1, _ amount: UInt256, by account: DevnetAccount) async throws -> Bool {
    try await send(
      "cancelOrder(address[5],uint256[6],uint256)",
      [
        .array(order.contractAddresses.map { .address($0) }), .array(order.contractValues.map { .uint($0) }),
        .uint(amount),
      ], to: exchangeV1, by: account)
  }

  // MARK: Orders

  /// An order of version 1 of the first maker: so many base tokens for so many quote tokens.
  func orderV1(
    maker: Address? = nil, taker: Address = .zero, makerToken: Address? = nil, takerToken: Address? = nil,
    exchange: Address? = nil, makerAmount: UInt256 = 1_000, takerAmount: UInt256 = 3_000,
    feeRecipient: Address = .zero, makerFee: UInt256 = 0, takerFee: UInt256 = 0, lasting: UInt64 = 3_600,
    salt: UInt256 = OrderSalt.random()
  ) -> OrderV1 {
    OrderV1(
      exchange: exchange ?? exchangeV1, maker: maker ?? accounts[1].address, taker: taker,
      makerToken: makerToken ?? base, takerToken: takerToken ?? quote, feeRecipient: feeRecipient,
      makerAmount: makerAmount, takerAmount: takerAmount, makerFee: makerFee, takerFee: takerFee,
      expiry: UInt256(Self.now + lasting), salt: salt)
  }

  /// A limit order of the first maker: so many base tokens for so many quote tokens.
  func limitOrder(
    chainID: UInt256? = nil, contract: Address? = nil, maker: Address? = nil, taker: Address = .zero,
    sender: Address = .zero, makerToken: Address? = nil, takerToken: Address? = nil, makerAmount: UInt256 = 1_000,
    takerAmount: UInt256 = 3_000, takerFee: UInt256 = 0, feeRecipient: Address = .zero, lasting: UInt64 = 3_600,
    salt: UInt256 = OrderSalt.random()
  ) throws -> LimitOrder {
    try LimitOrder(
      exchange: ExchangeContract(chainID: chainID ?? self.chainID, address: contract ?? exchangeV4),
      maker: maker ?? accounts[1].address, taker: taker, sender: sender, makerToken: makerToken ?? base,
      takerToken: takerToken ?? quote, feeRecipient: feeRecipient, makerAmount: makerAmount, takerAmount: takerAmount,
      takerFee: takerFee, expiry: UInt256(Self.now + lasting), salt: salt)
  }

  /// Signs an order with its maker's key.
  func signed<Order: ExchangeOrder>(_ order: Order) async throws -> SignedOrder<Order> {
    let key = try #require(accounts.first { $0.address == order.maker }).key
    return try await order.signed(by: key)
  }
}
