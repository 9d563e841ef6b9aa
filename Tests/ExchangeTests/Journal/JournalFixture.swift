import Foundation
import Keys
import Locking
import Orders
import Outbox
import Primitives

@testable import Exchange

/// A journal in a folder that goes when the test ends, and an order to be placed.
final class JournalFixture: Sendable {
  let folder: String
  private let time: Guarded<Int64>
  var path: String { folder + "/exchange.sqlite" }

  static let chain = ChainMark(chainID: 1337, genesis: Hash32(UInt256(7)))

  /// The time in seconds since 1970.
  var now: Int64 {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  init() throws {
    folder = NSTemporaryDirectory() + "journal-" + UUID().uuidString
    time = Guarded(Int64(RelayOrders.now))
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func journal(_ observer: @escaping @Sendable (String) -> Void = { _ in }) throws -> OrderJournal {
    try OrderJournal(path, chain: Self.chain, clock: { [self] in now }, observer: observer)
  }

  /// The key of ``order(salt:expiry:)``, whatever its salt.
  static func key(expiry: String = "1d") throws -> OrderKey {
    let order = try RelayOrders.v1()
    return OrderKey(
      exchange: order.exchange, maker: order.maker, makerToken: order.makerToken, takerToken: order.takerToken,
      amounts: order.amounts, expiry: expiry)
  }

  /// The order to be placed, with a salt of its own unless one is given.
  static func order(salt: UInt256 = OrderSalt.random(), expiry: UInt256 = RelayOrders.tomorrow) throws -> UnsignedOrder
  {
    .v1(try RelayOrders.v1(expiry: expiry, salt: salt))
  }

  /// Places the order as a program would: with a new salt each time.
  static func place(
    in journal: OrderJournal, at relays: [RelayClient], isAnother: Bool = false
  ) async throws -> OrderPlacement.Outcome {
    try await OrderPlacement(journal: journal, relays: relays).place(
      order(), key: key(), isAnother: isAnother
    ) { try await $0.signed(by: RelayOrders.key()) }
  }
}

/// The error of the journal that a body throws; nil if it throws none.
func journalFailure<Value>(_ body: () async throws -> Value) async -> OrderJournalError? {
  do {
    _ = try await body()
    return nil
  } catch { return error as? OrderJournalError }
}
