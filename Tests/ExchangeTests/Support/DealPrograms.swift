import ChainSupport
import ContractClient
import FixtureSupport
import Keys
import Orders
import Outbox
import Primitives
import Sending

@testable import Exchange

/// Deals that are made by programs one after the other, or at once; all share an outbox and a journal.
struct DealPrograms {
  /// The end of a program in the middle of a deal.
  struct Killed: Error {}

  let fixture: ExchangeFixture
  private let folder: TemporaryFolder

  init() async throws {
    fixture = try await ExchangeFixture.open()
    folder = try TemporaryFolder()
  }

  /// A run as a command makes it: looks for earlier ones, plans what is left, and carries it out.
  ///
  /// - Parameters:
  ///   - agrees: Whether a deal that got worse is agreed to.
  ///   - signer: Signs; nil is the taker.
  ///   - book: The orders that there are for what is missing; nil are those of the deal.
  ///   - reading: The reading of states at which something happens.
  func run(
    _ request: DealRequest, among orders: [AnySignedOrder], again: Bool = false, agrees: Bool = false,
    signer: (any Signer)? = nil, rereading book: [AnySignedOrder]? = nil, onReading reading: Int = .max,
    _ event: @escaping @Sendable () async throws -> Void = { throw Killed() }
  ) async throws -> DealRun {
    let connection = try fixture.chain.connection(outbox: Outbox(path: folder.file("outbox.sqlite")))
    let states = ExchangeFixture.Interrupted(
      ChainStateSource(fixture.contracts, from: connection.node), onReading: reading, event)
    let client = DealClient(fixture.contracts, over: connection, states: states)
    let journal = try OrderJournal(folder.file("exchange.sqlite"), chain: try await connection.sender.chain())
    var options = SendOptions()
    options.intent.again = again
    let progress = try await client.progress(of: request, in: journal, options: options)
    guard let next = progress.next else { return progress.run }
    return try await client.carryOutAll(
      try await client.check(next, among: orders), after: progress, journal, signer: signer ?? fixture.taker,
      options: options, agree: { _ in agrees }, rereading: book.map { book in { book } })
  }

  /// The remarks on what was sent, as the outbox keeps them.
  func remarks() async throws -> [DealRemark] {
    try await Outbox(path: folder.file("outbox.sqlite")).intents().compactMap { DealRemark(on: $0) }
  }

  /// The tokens that the taker has.
  func bought() async throws -> UInt256 { try await fixture.balance(fixture.base.address, fixture.taker) }
}
