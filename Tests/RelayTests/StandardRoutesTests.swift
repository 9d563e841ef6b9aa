import Devnet
import Orders
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import Relay

@Suite("The Standard Relayer API, version 0, over HTTP")
struct StandardRoutesTests {
  @Test("an order goes in and is found by hash, by filters and in the book, as it was signed")
  func inAndOut() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let signed = try await relay.post(chain.orderV1())
    let byHash = try await relay.get("/v0/order/\(signed.hash)")
    #expect(byHash.status == 200 && byHash.json == signed.json)
    #expect(byHash.header("content-type") == "application/json")
    #expect(byHash.header("x-order-state") == nil)
    #expect(try await relay.get("/v0/orders").json == .array([signed.json]))
    let book = try await relay.get("/v0/orderbook?baseTokenAddress=\(chain.base)&quoteTokenAddress=\(chain.quote)")
    #expect(book.json == ["bids": [], "asks": .array([signed.json])])
    let other = try await relay.get("/v0/orderbook?baseTokenAddress=\(chain.quote)&quoteTokenAddress=\(chain.base)")
    #expect(other.json == ["bids": .array([signed.json]), "asks": []])
    #expect(book.header("x-book-sequence") == "1")
    #expect(try await relay.get("/orderbook/v1/order/\(signed.hash)").status == 404)
    await relay.server.stop()
  }

  @Test("filters leave the orders that they name")
  func filters() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let first = try await relay.post(chain.orderV1())
    let second = try await relay.post(
      chain.orderV1(
        maker: chain.accounts[2].address, makerToken: chain.quote, takerToken: chain.base, makerAmount: 3_000,
        takerAmount: 1_200))
    func hashes(_ query: String) async throws -> [JSON] { try await relay.get("/v0/orders?\(query)").json?.array ?? [] }
    #expect(try await hashes("makerTokenAddress=\(chain.base)") == [first.json])
    #expect(try await hashes("takerTokenAddress=\(chain.base)") == [second.json])
    #expect(try await hashes("tokenAddress=\(chain.base)") == [first.json, second.json])
    #expect(try await hashes("maker=\(chain.accounts[2].address)") == [second.json])
    #expect(try await hashes("trader=\(chain.accounts[1].address)") == [first.json])
    #expect(try await hashes("taker=\(Address.zero)") == [first.json, second.json])
    #expect(try await hashes("feeRecipient=\(chain.base)") == [])
    #expect(try await hashes("exchangeContractAddress=\(chain.exchangeV1)") == [first.json, second.json])
    #expect(try await hashes("exchangeContractAddress=\(chain.exchangeV4)") == [])
    // What nobody knows is passed over, as the originals do.
    #expect(try await hashes("colour=red&maker=\(chain.accounts[2].address.lowercaseHex)") == [second.json])
    await relay.server.stop()
  }

  @Test("asks and bids stand with the best price first, and orders of one pair and direction do")
  func sorting() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    var asks: [UInt256: JSON] = [:]
    for price in [3_000, 1_500, 6_000] as [UInt256] {
      asks[price] = try await relay.post(chain.orderV1(takerAmount: price)).json
    }
    var bids: [UInt256: JSON] = [:]
    for price in [2_400, 2_700, 2_100] as [UInt256] {
      bids[price] = try await relay.post(
        chain.orderV1(makerToken: chain.quote, takerToken: chain.base, makerAmount: price, takerAmount: 1_000)
      ).json
    }
    let book = try await relay.get("/v0/orderbook?baseTokenAddress=\(chain.base)&quoteTokenAddress=\(chain.quote)")
    #expect(book.json?["asks"]?.array == [1_500, 3_000, 6_000].compactMap { asks[$0] })
    #expect(book.json?["bids"]?.array == [2_700, 2_400, 2_100].compactMap { bids[$0] })
    let list = try await relay.get("/v0/orders?makerTokenAddress=\(chain.base)&takerTokenAddress=\(chain.quote)")
    #expect(list.json == book.json?["asks"])
    await relay.server.stop()
  }

  @Test("pages have the size that is asked for, and the header tells where the others are")
  func pages() async throws {
    let relay = try await RelayFixture()
    var orders: [JSON] = []
    for salt in 0..<5 { orders.append(try await relay.post(relay.chain.orderV1(salt: UInt256(salt))).json) }
    let second = try await relay.get("/v0/orders?page=2&per_page=2&maker=\(relay.chain.accounts[1].address)")
    #expect(second.json?.array == Array(orders[2..<4]))
    let path = "/v0/orders?per_page=2&maker=\(relay.chain.accounts[1].address)&page="
    let links = [(1, "first"), (1, "prev"), (3, "next"), (3, "last")].map { "<\(path)\($0)>; rel=\"\($1)\"" }
    #expect(second.header("link") == links.joined(separator: ", "))
    #expect(try await relay.get("/v0/orders").header("link") == nil)
    #expect(try await relay.get("/v0/orders?page=9&per_page=2").json == [])
    for (query, error) in [
      ("per_page=101", "per_page 1004 has to be from 1 to 100"),
      ("per_page=0", "per_page 1004 has to be from 1 to 100"),
      ("page=0", "page 1004 has to be from 1 to 1000000000"), ("page=x", "page 1001 is no whole number"),
      ("page=1&page=2", "page 1001 is there more than once"),
      ("page=99999999999999999999", "page 1004 has to be from 1 to 1000000000"),
    ] {
      let reply = try await relay.get("/v0/orders?\(query)")
      #expect(reply.status == 400 && reply.fieldErrors == [error])
    }
    await relay.server.stop()
  }

  @Test("all parameters that are wrong are told together")
  func wrongParameters() async throws {
    let relay = try await RelayFixture()
    let reply = try await relay.get("/v0/orderbook?baseTokenAddress=0x12&per_page=1000")
    #expect(reply.status == 400 && reply.json?["code"] == 100 && reply.json?["reason"] == "Validation Failed")
    #expect(reply.fieldCodes == ["baseTokenAddress 1002", "quoteTokenAddress 1000", "per_page 1004"])
    let checksum = "0x5FbDB2315678afecb367f032d93F642f64180aa4"
    #expect(try await relay.get("/v0/orders?maker=\(checksum)").fieldCodes == ["maker 1002"])
    await relay.server.stop()
  }

  @Test("pairs are told with their bounds, and both tokens filter them")
  func pairs() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let pair: JSON = [
      "tokenA": [
        "address": .string(chain.base.lowercaseHex), "minAmount": "10", "maxAmount": "100000", "precision": 5,
      ],
      "tokenB": [
        "address": .string(chain.quote.lowercaseHex), "minAmount": "30", "maxAmount": "300000", "precision": 4,
      ],
    ]
    #expect(try await relay.get("/v0/token_pairs").json == .array([pair]))
    #expect(try await relay.get("/v0/token_pairs?tokenA=\(chain.quote)&tokenB=\(chain.base)").json == .array([pair]))
    #expect(try await relay.get("/v0/token_pairs?tokenA=\(chain.feeToken)").json == [])
    await relay.server.stop()
  }

  @Test("fees are told for an order that is not signed yet, and an order with them is taken")
  func fees() async throws {
    let relay = try await RelayFixture {
      $0.feeRecipient = Address(truncating: 0xfee)
      $0.fees = FeeRule(maker: 10, taker: 20)
    }
    let order = relay.chain.orderV1()
    var question = try #require(order.json.object)
    for name in ["feeRecipient", "makerFee", "takerFee"] { question[name] = nil }
    let reply = try await relay.post("/v0/fees", .object(question))
    #expect(reply.status == 200)
    #expect(
      reply.json == [
        "feeRecipient": .string(Address(truncating: 0xfee).lowercaseHex), "makerFee": "10", "takerFee": "20",
      ])
    try await relay.post(
      relay.chain.orderV1(feeRecipient: Address(truncating: 0xfee), makerFee: 10, takerFee: 20))
    question["maker"] = nil
    question["salt"] = "x"
    question["makerTokenAddress"] = .string(relay.chain.feeToken.lowercaseHex)
    #expect(try await relay.post("/v0/fees", .object(question)).fieldCodes == ["maker 1000", "salt 1001"])
    question["maker"] = .string(order.maker.lowercaseHex)
    question["salt"] = "1"
    #expect(try await relay.post("/v0/fees", .object(question)).fieldCodes == ["makerTokenAddress 1003"])
    await relay.server.stop()
  }

  @Test("an order for one taker is not in the book of all, and is found by hash and taker")
  func privateOrders() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let taker = chain.accounts[3].address
    let signed = try await relay.post(chain.orderV1(taker: taker))
    let query = "baseTokenAddress=\(chain.base)&quoteTokenAddress=\(chain.quote)"
    #expect(try await relay.get("/v0/orderbook?\(query)").json == ["bids": [], "asks": []])
    #expect(try await relay.get("/v0/orders?taker=\(taker)").json == .array([signed.json]))
    #expect(try await relay.get("/v0/order/\(signed.hash)").json == signed.json)
    let open = try await RelayFixture(chain) { $0.showsPrivateOrders = true }
    try await open.post(signed.order)
    #expect(try await open.get("/v0/orderbook?\(query)").json == ["bids": [], "asks": .array([signed.json])])
    await relay.server.stop()
    await open.server.stop()
  }

  @Test("an order that has ended is told with its state; one that never was is not there")
  func ended() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let signed = try await relay.post(chain.orderV1())
    #expect(try await chain.cancel(signed.order, 3_000, by: chain.accounts[1]))
    try await relay.advance()
    let reply = try await relay.get("/v0/order/\(signed.hash)")
    #expect(reply.status == 200 && reply.json == signed.json && reply.header("x-order-state") == "cancelled")
    #expect(try await relay.get("/v0/orders").json == [])
    let missing = try await relay.get("/v0/order/\(Hash32.zero)")
    #expect(missing.status == 404 && missing.json == ["reason": "Not found"])
    #expect(try await relay.get("/v0/order/0x12").fieldCodes == ["orderHash 1001"])
    let again = try await relay.post("/v0/order", signed.json)
    #expect(again.status == 400 && again.fieldErrors == ["takerTokenAmount 1004 CANCELLED"])
    await relay.server.stop()
  }

  @Test("a post that comes again is answered like the first, and nothing comes twice")
  func again() async throws {
    let relay = try await RelayFixture()
    let signed = try await relay.post(relay.chain.orderV1())
    for _ in 0..<3 {
      let reply = try await relay.post("/v0/order", signed.json)
      #expect(reply.status == 201 && reply.body.isEmpty)
    }
    let sequence = try await relay.get("/v0/orders")
    #expect(sequence.json == .array([signed.json]) && sequence.header("x-book-sequence") == "1")
    await relay.server.stop()
  }
}
