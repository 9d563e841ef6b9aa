import Database
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import WalletBook

@Suite("Balances over time")
struct BalanceTests {
  private let home = BookHome()
  private let place = BalancePlace(network: "local", address: address(1))

  private func record(_ book: Book, _ klay: Int, at time: Int64) async throws {
    try await book.record([place.address: .klay(klay)], network: place.network, time: time)
  }

  private func samples(_ book: Book) async throws -> [Int64] {
    try await book.samples(of: place).map(\.time)
  }

  @Test("that do not change take two rows however often they are asked for")
  func runs() async throws {
    let book = try Book(home.path)
    for time in stride(from: 1000 as Int64, through: 5000, by: 10) { try await record(book, 5, at: time) }
    #expect(try await samples(book) == [1000, 5000])
    try await record(book, 6, at: 6000)
    try await record(book, 6, at: 7000)
    try await record(book, 6, at: 8000)
    #expect(try await samples(book) == [1000, 5000, 6000, 8000])
    #expect(try await book.balances(of: [place])[place] == BalanceSample(time: 8000, amount: .klay(6)))
  }

  @Test("of a few seconds are kept as the last one, and a clock that goes back changes nothing")
  func bursts() async throws {
    let book = try Book(home.path)
    for second in 0..<10 { try await record(book, second, at: 1000 + Int64(second)) }
    #expect(try await samples(book) == [1000, 1009])
    for second in 0..<10 { try await record(book, 40 + second, at: 1040 + Int64(second)) }
    #expect(try await samples(book) == [1000, 1009, 1049])
    try await record(book, 99, at: 10)
    #expect(
      try await book.samples(of: place)
        == [(1000, 0), (1009, 9), (1049, 49)].map { BalanceSample(time: $0, amount: .klay($1)) })
  }

  @Test("are thinned with age, so that the file has a bounded size")
  func thinned() async throws {
    let book = try Book(home.path)
    let (start, days) = (1_700_006_400 as Int64, 70 as Int64)
    // A change every ten minutes, written at once as if it had been kept all the time.
    let place = place
    try await book.file.write { database in
      for step in 0..<days * 144 {
        try Book.record(
          BalanceSample(time: start + step * 600, amount: .klay(Int(step))), place.network,
          place.address.lowercaseHex, in: database)
      }
    }
    let now = start + days * 86_400
    try await record(book, 0, at: now)
    let times = try await samples(book)
    let raw = times.filter { $0 >= now - Book.rawLife }
    let hourly = times.filter { (now - Book.hourlyLife..<now - Book.rawLife).contains($0) }
    let daily = times.filter { $0 < now - Book.hourlyLife }
    #expect(raw.count == 2 * 144 + 1)
    #expect(hourly.count == 58 * 24)
    #expect(daily.count == 10)
    // The last of each day stays.
    #expect(daily.first == start + 86_400 - 600)
    #expect(try await book.samples(of: place, since: now - 86_400).count == 145)
  }

  @Test("of a thousand wallets take two requests, the chain's number with them")
  func requests() async throws {
    let node = try StubNode { $0.balances = [address(3).lowercaseHex: 7] }
    let client = try NodeClient(endpoints: [try Endpoint(node.url)], options: .patient)
    let (chainID, amounts, problem) = try await BalanceReader(node: client).balances(
      of: Set((0..<1000).map { address($0) }))
    #expect(chainID == 1337 && problem == nil)
    #expect(amounts.count == 1000)
    #expect(amounts[address(3)] == .klay(7))
    #expect(amounts[address(4)] == .zero)
    #expect(node.exchanges == 2)
  }

  @Test("that a node does not tell are left out, and it is said why")
  func partly() async throws {
    let node = try StubNode {
      $0.answers["eth_getBalance"] = { call, _ in
        call.params.first?.string == address(2).lowercaseHex ? .error("no such state") : nil
      }
    }
    let client = try NodeClient(endpoints: [try Endpoint(node.url)], options: .patient)
    let told = try await BalanceReader(node: client).balances(of: [address(1), address(2)])
    #expect(told.amounts == [address(1): .zero])
    #expect(told.problem?.description.contains("no such state") ?? false)
  }
}

@Suite("A balance's history")
struct BalanceHistoryTests {
  private let samples = [
    BalanceSample(time: 50, amount: .wei(10)), BalanceSample(time: 150, amount: .wei(10)),
    BalanceSample(time: 160, amount: .wei(40)), BalanceSample(time: 190, amount: .wei(5)),
  ]

  @Test("holds a balance until the next one is known")
  func columns() {
    let history = BalanceHistory(samples, from: 100, to: 200)
    #expect(history.columns(10) == [10, 10, 10, 10, 10, 40, 40, 40, 5, 5])
    #expect(BalanceHistory(samples, from: 0, to: 200).columns(4) == [10, 10, 10, 5])
    #expect(BalanceHistory(samples, from: 0, to: 200).columns(8).first == .some(nil))
    #expect(BalanceHistory([], from: 0, to: 0).columns(2) == [nil, nil])
  }

  @Test("tells what changed, and between which times")
  func changes() {
    let changes = BalanceHistory(samples, from: 100, to: 200).changes
    #expect(changes.map(\.isGain) == [true, false])
    #expect(changes.map(\.amount) == [.wei(30), .wei(35)])
    #expect(changes.first?.before.time == 150 && changes.first?.after.time == 160)
  }

  @Test("are drawn on a scale from 0, and from below the lowest where they lie close together")
  func scale() {
    #expect(BalanceHistory.scaleStart(of: []) == 0 && BalanceHistory.scaleStart(of: [nil, 5]) == 0)
    #expect(BalanceHistory.scaleStart(of: [0, 5]) == 0 && BalanceHistory.scaleStart(of: [79, 100]) == 0)
    #expect(BalanceHistory.scaleStart(of: [96, nil, 100]) == 95)
    #expect(BalanceHistory.scaleStart(of: [10_000, 9_999.5]) == 9_999.375)
  }
}
