import ChainSupport
import Database
import DatabaseSupport
import FixtureSupport
import Foundation
import NodeRPC
import Orders
import Primitives
import Testing

@testable import OrderBook

/// The file of a book.
@Suite struct StoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("book.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func funded() -> ModelChain {
    let chain = ModelChain()
    chain.mine(fund(Cast.makers[0], Cast.base, 10_000))
    return chain
  }

  /// The error with which a book cannot be opened.
  private func failure(
    _ chain: ModelChain, _ exchanges: [KnownExchange] = Cast.exchanges
  ) async -> OrderBookError? {
    do {
      let keeper = try await ModelKeeper(at: try TestDatabases.place(path), node: chain, exchanges: exchanges)
      try await keeper.close()
      return nil
    } catch { return error as? OrderBookError }
  }

  @Test(.overEachEngine) func ordersOfBothVersionsAreReadAsTheyWereWritten() async throws {
    let keeper = try await keeper(funded(), path)
    let orders = [
      try Cast.v1(makerFee: 7, expiry: .max, salt: .max), try Cast.v1(.max, for: .max, salt: 2),
      try Cast.v4(fee: 3, salt: .max, signer: Cast.signer),
      try Cast.v4(UInt256(1) << 128 - 1, for: UInt256(1) << 128 - 1, taker: Cast.taker, salt: 4),
    ]
    try await keeper.add(orders) { (_) -> Never? in nil }.forEach { _ in }
    for order in orders {
      let stored = try await keeper.store.read { try OrderTable(database: $0).order(order.hash) }
      #expect(stored?.order == order)
      #expect(await keeper.read { $0[order.hash] } == stored)
    }
    try await keeper.close()
  }

  @Test(.overEachEngine) func aBookThatIsOpenedAgainIsTheOneThatWasLeft() async throws {
    let chain = funded()
    let first = try await keeper(chain, path)
    let orders = try (1...5).map { try Cast.v1(salt: UInt256(UInt64($0))) }
    try await first.add(orders) { (_) -> Never? in nil }.forEach { _ in }
    chain.mine([.fill(orders[1], 30), .cancel(orders[2], 300)])
    try await first.advance()
    let (entries, status) = (await first.read(\.entries), await first.status)
    try await first.close()
    let second = try await ModelKeeper(at: try TestDatabases.place(path), node: chain, exchanges: Cast.exchanges)
    #expect(await second.read(\.entries) == entries)
    #expect(await second.status.sequence == status.sequence)
    #expect(await second.status.head == status.head)
    #expect(await !second.isReady)
    try await second.advance()
    let outcome = try await second.add(try Cast.v1(salt: 9))
    #expect(outcome.first?.entry?.arrival == 6)
    try await second.close()
  }

  @Test(.overEachEngine) func otherRulesSettleTheStatesOfOrdersAnew() async throws {
    let chain = funded()
    let first = try await keeper(chain, path)
    let order = try Cast.v1()
    try await first.add(order)
    try await first.close()
    let second = try await keeper(chain, path) { $0.minimums = OrderMinimums(byToken: [Cast.base: 2_000]) }
    #expect(try await second.state(order) == .dust)
    let stored = try await second.store.read { try OrderTable(database: $0).order(order.hash) }
    #expect(stored?.status.state == .dust)
    try await second.close()
  }

  @Test(.overEachEngine) func aBookOpensWhereNoNodeAnswersAndTakesNothing() async throws {
    let chain = funded()
    let first = try await keeper(chain, path)
    try await first.add(try Cast.v1())
    try await first.close()
    chain.become(genesis: Hash32(UInt256(7)))
    chain.fail([NodeError(.timeout)])
    let second = try await ModelKeeper(at: try TestDatabases.place(path), node: chain, exchanges: Cast.exchanges)
    #expect(await second.read(\.openCount) == 1)
    #expect(await second.status.problem?.code == .nodeFailed)
    let error = await #expect(throws: OrderBookError.self) { try await second.add(try Cast.v1(salt: 2)) }
    #expect(error?.code == (second.isShared ? .notKeeper : .notReady))
    try await second.close()
  }

  @Test(.overEachEngine) func aFileOfAnotherChainOrOfOtherExchangesIsRefused() async throws {
    let chain = funded()
    try await keeper(chain, path).close()
    #expect(await failure(chain) == nil)
    #expect(await failure(chain, [Cast.v1])?.code == .otherExchanges)
    let proxy = KnownExchange(Cast.v1.contract, .v1(proxy: Cast.taker, feeToken: Cast.tokens[2]))
    #expect(await failure(chain, [proxy, Cast.v4])?.code == .otherExchanges)
    let elsewhere = Cast.exchanges.map {
      KnownExchange(ExchangeContract(chainID: 1, address: $0.contract.address), $0.rules)
    }
    #expect(await failure(chain, elsewhere)?.code == .anotherChain)
    #expect(await failure(chain, [Cast.v1, elsewhere[1]])?.code == .anotherChain)
    #expect(await failure(chain, [])?.code == .unknownExchange)
    chain.become(genesis: Hash32(UInt256(8)))
    let error = await failure(chain)
    #expect(error?.code == .anotherChain)
    guard case .genesis = error?.facts else { return #expect(Bool(false), "\(String(describing: error))") }
    chain.become(chainID: 5, genesis: Hash32(UInt256(7)))
    #expect(await failure(chain)?.code == .anotherChain)
  }

  @Test(.overEachEngine) func aNodeThatBecomesAnotherChainIsRefusedAndNothingIsLost() async throws {
    let chain = funded()
    let keeper = try await keeper(chain, path)
    let order = try Cast.v1()
    try await keeper.add(order)
    let head = await keeper.status.head
    chain.become(genesis: Hash32(UInt256(99)))
    chain.mine()
    let error = await #expect(throws: OrderBookError.self) { try await keeper.advance() }
    #expect(error?.code == .anotherChain)
    #expect(await keeper.status.head == head)
    #expect(try await keeper.state(order) == .open)
    #expect(await !keeper.isReady)
    try await keeper.close()
  }

  @Test func oneProcessHasTheFileAtATime() async throws {
    let chain = funded()
    let keeper = try await keeper(chain, path)
    let error = await failure(chain)
    #expect(error?.code == .storeFailed)
    #expect(error?.facts == .file(path, .busy))
    try await keeper.close()
    #expect(await failure(chain) == nil)
  }

  @Test func anOrderThatIsNotTheOneThatWasWrittenIsAnError() async throws {
    let chain = funded()
    let keeper = try await keeper(chain, path)
    let order = try Cast.v1()
    try await keeper.add(order)
    try await keeper.close()
    let statements = [
      "UPDATE orders SET fields = zeroblob(384)",
      "UPDATE orders SET fields = CAST(substr(fields, 1, 352) || zeroblob(32) AS BLOB)",
      "UPDATE orders SET fields = x'00'", "UPDATE orders SET signature = zeroblob(66)",
      "UPDATE orders SET filled = x'01'", "UPDATE orders SET state = 'lost'", "UPDATE orders SET version = 'v4'",
      "UPDATE orders SET arrival = -1", "UPDATE maker SET balance = x''", "UPDATE maker SET owner = x'00'",
      "UPDATE block SET hash = x''", "UPDATE meta SET value = zeroblob(40) WHERE key = 'sequence'",
    ]
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for statement in statements {
      let file = try DatabaseFile(path)
      try await file.write { try $0.execute(statement) }
      try file.close()
      let error = await failure(chain)
      #expect(error?.code == .storeFailed, "\(statement)")
      #expect(error?.facts == .file(path, .damaged), "\(statement)")
      for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
      // In a file of its own: what a reader still has open is another one.
      try whole.write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    #expect(await failure(chain) == nil)
  }

  @Test func aFileThatIsNoDatabaseOrAnotherProgramsIsRefused() async throws {
    let chain = funded()
    try folder.write(String(repeating: "no database at all\n", count: 500), to: "book.sqlite")
    #expect(await failure(chain)?.facts == .file(path, .damaged))
    try FileManager.default.removeItem(atPath: path)
    let other = try DatabaseFile(path)
    try await other.write { try $0.execute("CREATE TABLE t (x); PRAGMA application_id = 5") }
    try other.close()
    #expect(await failure(chain)?.facts == .file(path, .other))
  }

  @Test func aDamagedFileIsToldOrRead() async throws {
    let chain = funded()
    let keeper = try await keeper(chain, path)
    try await keeper.add((1...40).map { try Cast.v1(salt: UInt256(UInt64($0))) }) { (_) -> Never? in nil }.forEach {
      _ in
    }
    try await keeper.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = Seeded(11)
    for _ in 0..<40 {
      var data = whole
      for _ in 0..<random.number(1...20) { data[random.number(0...(data.count - 1))] = UInt8(random.number(0...255)) }
      for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
      try data.write(to: URL(fileURLWithPath: path))
      let error = await failure(chain)
      if let error { #expect([.storeFailed, .anotherChain, .otherExchanges].contains(error.code), "\(error)") }
    }
  }

  @Test("a server that has it is never to be moved away, and what to do is said by what is the matter with it")
  func nextStep() {
    for code: DatabaseError.Code in [.unreachable, .crowded, .refused, .unsafe, .behind, .uncertain] {
      let cause = DatabaseError(code, "Something is the matter.")
      let error = BookStore.failure("postgres://ann@db.example/relay", cause)
      #expect(error.facts == .file("postgres://ann@db.example/relay", .server))
      #expect(error.advice != nil && error.advice == cause.nextStep)
      #expect(error.advice?.contains("move it away") == false)
    }
  }
}
