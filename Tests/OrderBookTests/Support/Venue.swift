import ChainSupport
import ContractABI
import Foundation
import Keys
import NodeRPC
import Orders
import Primitives
import StrictJSON
import Testing

@testable import OrderBook

/// Our exchange contracts on a devnet, with two tokens, a maker and a taker.
struct Venue {
  let chain: Chain
  let maker: PrivateKey
  let taker: Address
  let proxy: Contract
  let feeToken: Contract
  let base: Contract
  let quote: Contract
  let wrapped: Contract
  let v1: Contract
  let v4: Contract
  let exchanges: [KnownExchange]

  /// A contract of ours at an address.
  struct Contract {
    let address: Address
    let abi: ContractABI
  }

  var node: NodeClient { chain.node }
  var pair: TokenPair { TokenPair(base: base.address, quote: quote.address) }

  init() async throws {
    chain = try await Chain.start()
    let taker = chain.accounts[0]
    let maker = try await chain.account()
    (self.taker, self.maker) = (taker, maker)
    _ = try await chain.node.call("anvil_impersonateAccount", [.string(maker.address.lowercaseHex)])
    let deploy = Deployment(chain: chain)
    proxy = try await deploy("TokenTransferProxy")
    (feeToken, base, quote) = (
      try await deploy.token("ZRX", maker.address), try await deploy.token("TKA", maker.address),
      try await deploy.token("TKB", maker.address)
    )
    wrapped = try await deploy("WrappedCoin", [.string("Wrapped"), .string("WKAIA")])
    v1 = try await deploy("ExchangeV1", [.address(feeToken.address), .address(proxy.address)])
    v4 = try await deploy("NativeOrders")
    let first = ExchangeContract(chainID: chain.chainID, address: v1.address)
    let second = ExchangeContract(chainID: chain.chainID, address: v4.address)
    exchanges = [try await .v1(first, from: chain.node), KnownExchange(second, .v4)]
    try await send(proxy, "addAuthorizedAddress", [.address(v1.address)], from: taker)
    try await send(quote, "transfer", [.address(taker), .uint(500_000)], from: maker.address)
    for spender in [proxy.address, v4.address] {
      for token in [base, feeToken] { try await approve(token, spender, .max, from: maker.address) }
      for token in [quote, feeToken] { try await approve(token, spender, .max, from: taker) }
    }
  }

  // MARK: Transactions

  /// Sends a call of a contract; the node mines it at once.
  ///
  /// - Returns: The receipt.
  @discardableResult
  func send(
    _ contract: Contract, _ function: String, _ arguments: [ABIValue], from sender: Address, value: UInt256 = 0
  ) async throws -> Receipt {
    let data = try contract.abi.function(function).encodeCall(arguments)
    return try await Deployment(chain: chain).send(data, to: contract.address, from: sender, value: value)
  }

  func approve(_ token: Contract, _ spender: Address, _ amount: UInt256, from owner: Address) async throws {
    try await send(token, "approve", [.address(spender), .uint(amount)], from: owner)
  }

  /// Fills an order by the taker, with `LogError` in version 1 where that fails softly.
  @discardableResult
  func fill(_ order: BookOrder, _ amount: UInt256) async throws -> Receipt {
    switch order.signed {
    case .v1(let signed):
      try await send(
        v1, "fillOrder",
        arrays(signed.order) + [
          .uint(amount), .bool(false), .uint(27 + UInt256(signed.signature.yParity)),
          .fixedBytes(signed.signature.r.bigEndianBytes), .fixedBytes(signed.signature.s.bigEndianBytes),
        ], from: taker)
    case .v4(let signed):
      try await send(
        v4, "fillLimitOrder",
        [
          fields(signed.order),
          .tuple([
            .uint(UInt256(signed.scheme.rawValue)), .uint(27 + UInt256(signed.signature.yParity)),
            .fixedBytes(signed.signature.r.bigEndianBytes), .fixedBytes(signed.signature.s.bigEndianBytes),
          ]), .uint(amount),
        ], from: taker)
    }
  }

  /// Cancels an order by its maker, in version 1 an amount of it.
  @discardableResult
  func cancel(_ order: BookOrder, _ amount: UInt256) async throws -> Receipt {
    switch order.signed {
    case .v1(let signed):
      try await send(v1, "cancelOrder", arrays(signed.order) + [.uint(amount)], from: maker.address)
    case .v4(let signed): try await send(v4, "cancelLimitOrder", [fields(signed.order)], from: maker.address)
    }
  }

  private func arrays(_ order: OrderV1) -> [ABIValue] {
    [.array(order.contractAddresses.map { .address($0) }), .array(order.contractValues.map { .uint($0) })]
  }

  private func fields(_ order: LimitOrder) -> ABIValue {
    .tuple([
      .address(order.makerToken), .address(order.takerToken), .uint(order.makerAmount), .uint(order.takerAmount),
      .uint(order.takerFee), .address(order.maker), .address(order.taker), .address(order.sender),
      .address(order.feeRecipient), .fixedBytes(order.pool.bytes), .uint(order.expiry), .uint(order.salt),
    ])
  }

  // MARK: Orders

  /// The time of the newest block.
  func time() async throws -> UInt64 { try #require(try await node.block(BlockTag.latest)).time }

  /// An order of either version, base for quote, signed by the maker.
  func order(
    _ version: OrderVersion, _ makerAmount: UInt256 = 1000, for takerAmount: UInt256 = 300, seconds: UInt64 = 86_400,
    salt: UInt256 = 1, makerToken: Address? = nil
  ) async throws -> BookOrder {
    let expiry = UInt256(try await time() + seconds)
    switch version {
    case .v1:
      let order = OrderV1(
        exchange: v1.address, maker: maker.address, makerToken: makerToken ?? base.address, takerToken: quote.address,
        feeRecipient: Cast.recipient, makerAmount: makerAmount, takerAmount: takerAmount, makerFee: 10, expiry: expiry,
        salt: salt)
      return BookOrder(.v1(try await order.signed(by: maker)))
    case .v4:
      let order = try LimitOrder(
        exchange: ExchangeContract(chainID: chain.chainID, address: v4.address), maker: maker.address,
        makerToken: makerToken ?? base.address, takerToken: quote.address, makerAmount: makerAmount,
        takerAmount: takerAmount, expiry: expiry, salt: salt)
      return BookOrder(.v4(try await order.signed(by: maker)))
    }
  }

  /// The account that takes the maker's tokens.
  func spender(_ version: OrderVersion) -> Address { version == .v1 ? proxy.address : v4.address }

  /// A keeper of a book of both exchanges.
  func keeper(_ path: String? = nil) async throws -> BookKeeper<NodeClient> {
    let options = BookKeeper<NodeClient>.Options().with {
      $0.groupWindow = .zero
      $0.shorterChainPolls = 1
    }
    let keeper = try await BookKeeper(path, node: node, exchanges: exchanges, options: options)
    try await keeper.advance()
    return keeper
  }
}

/// Transactions of accounts whose keys the devnet has, or which it lets anybody be.
private struct Deployment {
  let chain: Chain

  func callAsFunction(_ name: String, _ arguments: [ABIValue] = []) async throws -> Venue.Contract {
    let path = TestTools.root + "/Sources/Exchange/ABI/\(name).json"
    let artifact = try ContractArtifact(parsing: Bytes(try Data(contentsOf: URL(fileURLWithPath: path))))
    let code = try artifact.abi.usableConstructor().initCode(bytecode: try #require(artifact.bytecode), arguments)
    let receipt = try await send(code, to: nil, from: chain.accounts[0])
    return Venue.Contract(address: try #require(receipt.contractAddress), abi: artifact.abi)
  }

  func token(_ name: String, _ holder: Address) async throws -> Venue.Contract {
    try await self("CampusToken", [.string(name), .string(name), .uint(18), .uint(1_000_000), .address(holder)])
  }

  @discardableResult
  func send(_ data: Bytes, to: Address?, from: Address, value: UInt256 = 0) async throws -> Receipt {
    var call: JSONObject = [
      "from": .string(from.lowercaseHex), "data": .string(data.hex), "value": .string(value.quantity),
      "gas": .string(UInt256(6_000_000).quantity),
    ]
    if let to { call["to"] = .string(to.lowercaseHex) }
    let hash = try Hash32(try #require(try await chain.node.call("eth_sendTransaction", [.object(call)]).string))
    return try #require(try await chain.node.transactionReceipt(hash))
  }
}
