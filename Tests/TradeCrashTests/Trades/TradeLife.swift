import ChildProcesses
import ContractClient
import CrashSupport
import Devnet
import Foundation
import NodeDoubles
import Outbox
import Primitives
import Relay
import Sending
import Testing

@testable import Exchange
@testable import TradeWorker

/// The life and the death of one process over a trade, and what came after.
struct TradeLife {
  /// The state after the crash, and after the next process recovered.
  struct Outcome: Hashable {
    let left: String
    let recovery: String
  }

  private let folder: TradeFolder
  private let job: TradeJob
  private let trade: Trade
  private let number: Int
  private let books: TradeBooks
  /// Sees what comes to the relay.
  private let door: HTTPProxy
  /// Where every process finds it, and its steps are counted.
  private let reserved: ReservedPort

  /// - Parameters:
  ///   - relay: Where the fixture's relay listens.
  ///   - number: Even for version 4 where a trade may be of both.
  init(_ fixture: TradeFixture, _ kind: Trade.Kind, relay: RelayServer, number: Int) async throws {
    folder = try TradeFolder()
    let (account, maker) = (try await fixture.account(), try await fixture.account())
    try await fixture.equip(account, maker: maker, for: [kind])
    trade = try await fixture.trade(kind, number, of: account, maker: maker)
    let port = relay.port
    // It takes orders by the state that it knows.
    if kind == .order { try await fixture.waitUntilCurrent(port) }
    (door, reserved) = (try HTTPProxy(to: { port }), try ReservedPort())
    job = TradeJob(
      port: fixture.server.port, relay: reserved.port, door: door.port, market: fixture.market, secret: account.secret,
      folder: folder.path, expiry: await fixture.expiry())
    try job.keep(Array(repeating: trade, count: number + 1))
    self.number = number
    books = TradeBooks(
      fixture: fixture, job: job, maker: maker.address,
      before: try await Holdings.read(fixture, of: account.address, and: maker.address), relay: relay.url)
  }

  /// The steps of a life that is not cut short.
  func steps() async throws -> [String] {
    #expect(try await live(.none(trace: folder.trace)) == .exit(0))
    try await check("\(trade.kind.rawValue), not killed")
    return try folder.takeTrace().filter { !$0.hasPrefix("-") }
  }

  /// Lets it die, or its disk fail, at a step; does the trade again, and looks at the chain, the journal and the relay.
  ///
  /// - Returns: nil if it was done in spite of that.
  func ended(at step: Int, _ manner: KillPlan.Manner) async throws -> Outcome? {
    let plan = KillPlan(step: step, manner: manner, seed: .random(in: 0 ... .max), trace: folder.trace)
    let end = try await live(plan)
    let lines = try folder.takeTrace()
    let steps = lines.filter { !$0.hasPrefix("-") }
    let at = step <= steps.count ? steps[step - 1] : "the end"
    let comment = Comment(
      rawValue:
        "\(trade.kind.rawValue), \(manner.rawValue) at step \(step), \(at), seed \(plan.seed): \(lines.last ?? "")")
    guard end != .exit(0) else {
      // Of a life that asks less often, or of a disk that is not asked any more.
      try await check(comment)
      return nil
    }
    // A disk that fails stops the job by an error; a kill is not foreseen.
    #expect(end == (manner.isDeadly ? .signal(SIGKILL) : .exit(1)), comment)
    let outcome = trade.kind == .order ? try await againAsOrder(comment) : try await againAsPayment(comment)
    try await check(comment)
    return outcome
  }

  private func live(_ plan: KillPlan) async throws -> ChildProcess.End {
    try await TradeChild.follow(.carryOut(job, number, plan))
  }

  private func check(_ comment: Comment) async throws {
    try await books.check(did: [(number, trade)], comment)
    // A relay that was told twice would not mind; it is told once.
    if trade.kind == .order { #expect(posts == 1, comment) }
  }

  /// How many orders came to the relay.
  private var posts: Int { door.exchanges.count { $0.request.method == "POST" } }

  private func tools() throws -> TradeJob.Tools {
    try job.tools(chain: books.fixture.server.url)
  }

  private func againAsPayment(_ comment: Comment) async throws -> Outcome {
    let mined = try await books.fixture.devnet.nonce(of: job.account()) - books.before.nonce
    let old = job.outbox()
    let left = try await old.intents().sorted { $0.id < $1.id }
    await old.close()
    let tools = try tools()
    let hash = try await job.carryOut(number, trade, with: tools)
    try await check(comment)
    // Once more changes nothing.
    let later = try await job.carryOut(number, trade, with: tools)
    if trade.kind != .approval && trade.kind != .reset { #expect(later == hash, comment) }
    try await check(comment)
    await tools.connection.sender.outbox.close()
    let wasSigned = left.contains { !$0.attempts.isEmpty }
    let isOld = left.contains { $0.attempts.contains { $0.hash == hash } }
    let recovery =
      switch Int(mined) {
      case trade.kind.transactions: "found on the chain"
      case 0 where trade.kind.transactions > 1 && wasSigned: "offered again, the same bytes, and gone on with"
      case 0 where !isOld: "signed for the first time and sent"
      case 0: "offered again, the same bytes"
      default: isOld ? "gone on with, the same bytes" : "gone on with"
      }
    return Outcome(
      left: left.isEmpty ? "nothing" : left.map(\.state.rawValue).joined(separator: ", then "), recovery: recovery)
  }

  private func againAsOrder(_ comment: Comment) async throws -> Outcome {
    let left = try await job.journal().orders()
    #expect(left.count <= 1, comment)
    let posted = posts
    let tools = try tools()
    let port = door.port
    let way = try HTTPProxy(at: reserved.port, to: { port })
    defer { way.stop() }
    let hash = try await job.carryOut(number, trade, with: tools)
    try await check(comment)
    #expect(try await job.carryOut(number, trade, with: tools) == hash, comment)
    let now = try await job.journal().orders()
    #expect(left.isEmpty || left.map(\.hash) == now.map(\.hash), comment)
    if let signed = left.first?.signed { #expect(now.first?.signed == signed, comment) }
    let isBegun = left.first.map { !$0.postings.isEmpty } ?? false
    return Outcome(
      left: left.first.map { $0.state.rawValue + ($0.state == .signed && isBegun ? ", about to be posted" : "") }
        ?? "nothing",
      recovery: posted > 0
        ? "found at the relay"
        : left.isEmpty
          ? "drafted, signed and posted"
          : left.first?.signed == nil ? "signed and posted, the same order" : "posted, the same signature")
  }
}
