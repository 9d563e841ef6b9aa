import ChainIndex
import ChainSupport
import ContractClient
import Database
import LectureIndex
import LectureKit
import NodeRPC
import Sending

@testable import WebApp

/// A platform over a chain with an index of its contract, whose clock stands still until a test says otherwise.
struct IndexedPlatform: Sendable {
  private typealias Runner = IndexRunner<NodeClient, LectureProjection<MarketFacts>>

  let own: SiteFixture
  let platform: PlatformFixture
  /// In milliseconds.
  let clock = TestClock(1_800_000_000_000)

  /// A platform with these lectures in its index.
  static func open(_ titles: String...) async throws -> IndexedPlatform {
    let own = try await SiteFixture.open()
    for title in titles { _ = try await own.openLecture(title) }
    return try await IndexedPlatform(own)
  }

  /// A platform over a chain as it is now.
  init(_ own: SiteFixture) async throws {
    self.own = own
    try await Self.catchUp(own, clock)
    platform = try PlatformFixture(own, index: try Self.index(own, clock))
  }

  private static func path(_ own: SiteFixture) -> String { own.folder.file("index.sqlite") }

  private static func index(_ own: SiteFixture, _ clock: TestClock) throws -> IndexReader {
    try IndexReader(.file(path(own)), clock: time(clock))
  }

  private static func time(_ clock: TestClock) -> IndexClock { IndexClock { UInt64(clock.now()) } }

  private static func catchUp(_ own: SiteFixture, _ clock: TestClock) async throws {
    var options = Runner.Options(holder: "a test")
    (options.isOnce, options.poll) = (true, .milliseconds(1))
    let market = own.client.market
    let projection = LectureProjection(contract: market.address, facts: MarketFacts(market))
    let store = try LectureIndexFile.open(.file(path(own)), clock: time(clock))
    try await Runner(own.client.connection.sender.node, projection, store, options).run()
  }

  /// The index, opened once more.
  func index() throws -> IndexReader { try Self.index(own, clock) }

  /// Another process of the platform, which has written no page yet.
  func process() throws -> PlatformFixture { try PlatformFixture(own, index: try index()) }

  /// Brings the index up to date.
  func catchUp() async throws { try await Self.catchUp(own, clock) }

  /// Changes the index by hand.
  func tamper(_ statement: String) async throws {
    _ = try await DatabaseFile(Self.path(own)).write { try $0.execute(statement) }
  }

  /// Changes the titles in the file by hand, so that pages that are written anew are other ones.
  func retitle(_ title: String) async throws {
    let store = try LectureIndexFile.open(.file(Self.path(own)), clock: Self.time(clock))
    guard let lease = try await store.takeLease("a hand") else { throw ChainIndexError(.leaseHeld, "") }
    try await store.write(lease) { _ = try $0.execute("UPDATE lecture SET title = ?", [Array(title.utf8)]) }
    try await store.releaseLease(lease)
  }
}
