import ContractABI
import ContractClient
import Exchange
import Keys
import NodeDoubles
import NodeRPC
import Orders
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing
import Tokens

@Suite("The exchanges' calldata", .enabled(if: Vectors.available, "there are no vectors of the 0x protocol"))
struct EncodingTests {
  private let calls: ExchangeCalls

  init() throws {
    // Nothing of these tests is asked.
    let node = try NodeClient("http://127.0.0.1:1")
    calls = ExchangeCalls(
      ExchangeContracts(chainID: 1337, v4: Address(truncating: 8)),
      over: ContractConnection(sender: TransactionSender(node: node, chainID: 1337)))
  }

  @Test("of version 1 is that of the vectors")
  func versionOne() throws {
    let vector = try Vectors.example("v1")
    let data = try #require(vector["callData"]?.object)
    let order = try OrderV1(json: #require(vector["order"]))
    let parts = try #require(vector["ecSignature"])
    let signed = try SignedOrder(order, signature: Self.signature(parts))
    let exact = try calls.fill(.v1(signed), takerAmount: 100, isExact: true)
    #expect(Bytes(exact.call.calldata).hex == data["fillOrKillOrder(100)"]?.string)
    let cancel = try calls.cancel(order, amount: 50)
    #expect(cancel.call.calldata.hex == data["cancelOrder(cancelTaker=50)"]?.string)
    #expect(cancel.key?.description == "cancel \(order.exchange.lowercaseHex) \(order.hash.hex) 50")
    #expect(exact.key?.description == "fill \(order.exchange.lowercaseHex) \(order.hash.hex) 100")
    // The vector leaves the check of balances in, this leaves it out: one word differs.
    let fill = try calls.fill(.v1(signed), takerAmount: 100).call.calldata
    var expected = try Bytes(hex: #require(data["fillOrder(takerFill=100, shouldThrow=false)"]?.string))
    expected[4 + 32 * 12 + 31] = 1
    #expect(fill == expected)
  }

  @Test("of version 4 is that of the vectors")
  func versionFour() throws {
    let vector = try Vectors.example("v4")
    let data = try #require(vector["callData"]?.object)
    let order = try LimitOrder(json: #require(vector["order"]))
    let fillName = try #require(data.keys.first { $0.hasPrefix("fillLimitOrder") })
    let expected = try Bytes(hex: #require(data[fillName]?.string))
    let words = expected.dropFirst(4)
    let v = words[words.startIndex + 32 * 13 + 31]
    let r = try Hash32(Bytes(words.dropFirst(32 * 14).prefix(32)))
    let s = try Hash32(Bytes(words.dropFirst(32 * 15).prefix(32)))
    let amount = try UInt256(bigEndian: words.suffix(32))
    let signed = try SignedOrder(
      order, scheme: .typedData, signature: Signature(r: UInt256(r), s: UInt256(s), yParity: v - 27))
    #expect(try calls.fill(.v4(signed), takerAmount: amount).call.calldata == expected)
    #expect(try calls.cancel([order]).call.calldata.hex == data["cancelLimitOrder"]?.string)
    let pair = try calls.cancelPair(makerToken: order.makerToken, takerToken: order.takerToken, saltsBelow: 43)
    #expect(pair.call.calldata.hex == data["cancelPairLimitOrders(minValidSalt=43)"]?.string)
  }

  @Test("of every way to fill is read back to the orders that it fills")
  func readBack() throws {
    let old = [try Offers.ask(1000, for: 300, salt: 1), try Offers.ask(1000, for: 301, salt: 2, fee: 5)]
    let new = [try Offers.limitAsk(1000, for: 300, salt: 1), try Offers.limitAsk(1000, for: 301, salt: 2, fee: 5)]
    for orders in [old, new] {
      for isExact in [false, true] {
        for amount: UInt256 in [1000, 1500] {
          var request = Offers.wish(.buying(amount))
          request.minimum = 20
          request.isExact = isExact
          let leg = try #require(try Offers.plan(request, orders.map { Offers.candidate($0) }).legs.first)
          let call = try calls.fill(leg, of: request)
          let read = try DealLeg(calldata: call.call.calldata, at: leg.exchange, on: 1337)
          #expect(read.method == leg.method && read.takerAmount == leg.takerAmount && read.version == leg.version)
          #expect(read.orders.map(\.hash) == leg.orders.map(\.hash))
          #expect(read.orders.map(\.order) == leg.orders.map(\.order))
        }
      }
    }
    #expect(throws: ExchangeError.self) { try DealLeg(calldata: [1, 2, 3, 4], at: .zero, on: 1) }
  }

  @Test("of a permit is that of the vectors")
  func permits() async throws {
    let vectors = try #require(try Vectors.member("eip2612", "vectors").array)
    let vector = try #require(vectors.first { $0["callData"] != nil })
    func text(_ name: String) throws -> String { try #require(vector[name]?.string) }
    let fields = try #require(vector["domain"])
    let domain = PermitDomain(
      name: try #require(fields["name"]?.string), version: fields["version"]?.string,
      chainID: UInt256(try #require(fields["chainId"]?.int)),
      token: try Address(#require(fields["verifyingContract"]?.string)))
    let permit = Permit(
      owner: try Address(text("owner")), spender: try Address(text("spender")),
      value: try UInt256(parsing: text("value")), nonce: 0, deadline: try UInt256(parsing: text("deadline")))
    let signature = try PrivateKey(hex: text("privateKey")).sign(permit.digest(for: domain))
    let call = calls.call(ExchangePermit(permit, for: domain), signature)
    #expect(call.call.calldata.hex == vector["callData"]?.string)
    #expect(call.key?.description == "permit \(domain.token.lowercaseHex) \(permit.owner.lowercaseHex) 0")
  }

  private static func signature(_ json: JSON) throws -> Signature {
    let r = try Hash32(#require(json["r"]?.string))
    let s = try Hash32(#require(json["s"]?.string))
    return try Signature(r: UInt256(r), s: UInt256(s), yParity: UInt8(#require(json["v"]?.int)) - 27)
  }
}
