import Foundation
import Orders
import Primitives
import StrictJSON
import Testing

@testable import Exchange

@Suite("A file with an order")
struct OrderFileTests {
  private let fixture: JournalFixture
  private let exchanges = [RelayOrders.v1, RelayOrders.v4]
  private var path: String { fixture.folder + "/order.json" }

  init() throws { fixture = try JournalFixture() }

  private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

  private func cause(_ body: () async throws -> Void) async -> String? {
    let error = await journalFailure(body)
    #expect(error?.code == .orderFile)
    return (error?.cause as? OrderError)?.code.description
  }

  @Test(
    "goes out and comes back to the same order, for its owner only and over no other file", arguments: RelayAPI.allCases
  )
  func roundTrip(api: RelayAPI) async throws {
    let order = try await RelayOrders.asks(1, api)[0]
    try await OrderFile.write(order, to: path, for: exchanges)
    #expect(try await OrderFile.read(path, for: exchanges, at: RelayOrders.now) == order)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == order.json.serialized() + "\n")
    // What is there already is not written again, and nothing else in its place.
    try await OrderFile.write(order, to: path, for: exchanges)
    let other = try await RelayOrders.asks(2, api)[1]
    let error = await journalFailure { try await OrderFile.write(other, to: path, for: exchanges) }
    #expect(error?.code == .orderFile && error?.reason?.contains("key file") == false)
    #expect(try await OrderFile.read(path, for: exchanges, at: RelayOrders.now) == order)
    try await OrderFile.write(order, to: path, for: exchanges, isReplacing: true)
  }

  @Test("is not used where its order is of another exchange or chain, forged, over, or can never be filled")
  func bad() async throws {
    func cause(of order: AnySignedOrder, at time: UInt64 = RelayOrders.now) async throws -> String? {
      try write(order.json.serialized())
      return await self.cause { _ = try await OrderFile.read(path, for: exchanges, at: time) }
    }
    let foreign = try RelayOrders.v1(exchange: Address(truncating: 7))
    #expect(try await cause(of: RelayOrders.signed(foreign)) == "wrongExchange")
    let chain = ExchangeContract(chainID: 1, address: RelayOrders.v4.address)
    #expect(try await cause(of: RelayOrders.signed(RelayOrders.v4(exchange: chain))) == "wrongChain")
    let good = try await RelayOrders.asks(2, .v0)
    #expect(try await cause(of: good[0], at: RelayOrders.now + 86_400) == "expired")
    #expect(try await cause(of: RelayOrders.signed(RelayOrders.v1(base: 0))) == "zeroAmount")
    guard case .v1(let one) = good[0], case .v1(let two) = good[1] else { return }
    let forged = AnySignedOrder.v1(try SignedOrder(one.order, signature: two.signature))
    #expect(try await cause(of: forged) == "wrongSigner")
    #expect(await self.cause { try await OrderFile.write(forged, to: path, for: exchanges) } == "wrongSigner")
  }

  @Test("is refused where it is none, too large, or not there")
  func unreadable() async throws {
    for text in ["", "7", "{}", "[", String(repeating: " ", count: 8193)] {
      try write(text)
      #expect(await cause { _ = try await OrderFile.read(path, for: exchanges, at: RelayOrders.now) } != nil, "\(text)")
    }
    try write(String(repeating: " ", count: 100_000))
    #expect(await cause { _ = try await OrderFile.read(path, for: exchanges, at: RelayOrders.now) } == nil)
    let missing = await journalFailure {
      try await OrderFile.read(fixture.folder + "/none", for: exchanges, at: RelayOrders.now)
    }
    #expect(missing?.code == .orderFile)
  }
}
