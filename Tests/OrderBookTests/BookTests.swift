import FixtureSupport
import Orders
import Primitives
import Testing

@testable import OrderBook

/// The book in memory.
@Suite struct BookTests {
  private func entry(_ order: BookOrder, _ arrival: UInt64, filled: UInt256 = 0) -> BookEntry {
    let booking = OrderBooking(filled: filled)
    return BookEntry(
      order, arrival: arrival, added: 0, booking: booking,
      status: OrderStatus(
        of: order, booking: booking, funds: OrderFunds(maker: MakerFunds(balance: .max, allowance: .max)), at: 0))
  }

  private func book(_ entries: [BookEntry], _ funds: [FundsKey: MakerFunds] = [:]) -> LiveBook {
    var book = LiveBook(exchanges: KnownExchanges(Cast.exchanges))
    for (key, amounts) in funds { book.set(amounts, for: key) }
    for entry in entries { book.put(entry) }
    return book
  }

  @Test func sortedPiecesAreWhatASortedArrayIs() {
    var random = Seeded(5)
    var (chunks, array) = (SortedChunks<Int>(), [Int]())
    for _ in 0..<5_000 {
      let number = random.number(1...1_500)
      let index = array.firstIndex { $0 >= number } ?? array.count
      let isThere = index < array.count && array[index] == number
      if random.chance(65) {
        #expect(chunks.insert(number) == !isThere)
        if !isThere { array.insert(number, at: index) }
      } else {
        #expect(chunks.remove(number) == isThere)
        if isThere { array.remove(at: index) }
      }
      #expect(chunks.count == array.count)
    }
    #expect(Array(chunks) == array)
    for offset in [0, 1, 127, 128, 129, 700, array.count - 1, array.count, array.count + 5] {
      #expect(Array(MergedChunks([chunks], from: offset)) == Array(array.dropFirst(offset)))
    }
    var (odd, even) = (SortedChunks<Int>(), SortedChunks<Int>())
    for number in array { if number.isMultiple(of: 2) { even.insert(number) } else { odd.insert(number) } }
    for offset in [0, 3, array.count] {
      #expect(Array(MergedChunks([odd, even], from: offset)) == Array(array.dropFirst(offset)))
    }
  }

  @Test(arguments: [0, 1, 127, 128, 129, 256, 1_000])
  func piecesMadeOfAllElementsAtOnceGoOnAsOthers(count: Int) {
    var random = Seeded(UInt64(count))
    var (atOnce, oneByOne) = (
      SortedChunks(sorting: (0..<count).map { 2 * $0 }.shuffled(using: &random)), SortedChunks<Int>()
    )
    for number in 0..<count { oneByOne.insert(2 * number) }
    #expect(Array(atOnce) == Array(oneByOne) && atOnce.count == count && atOnce.isEmpty == (count == 0))
    for _ in 0..<500 {
      let number = random.number(-1...2 * count + 1)
      if random.chance(50) {
        #expect(atOnce.insert(number) == oneByOne.insert(number))
      } else {
        #expect(atOnce.remove(number) == oneByOne.remove(number))
      }
    }
    #expect(Array(atOnce) == Array(oneByOne) && atOnce.count == oneByOne.count)
    #expect(atOnce.suffix(200) == oneByOne.suffix(200))
  }

  @Test func aBookFilledAtOnceIsTheOneThatItsOrdersMakeOneByOne() async throws {
    var random = Seeded(11)
    var entries = try (0..<500).map { index in
      let (amount, salt) = (random.amount(1...50), UInt256(UInt64(index)))
      let maker = Cast.makers[random.number(0...3)]
      let order =
        random.chance(50)
        ? try Cast.v1(random.amount(1...50), for: amount, by: maker, salt: salt)
        : try Cast.v4(
          random.amount(1...50), for: amount, by: maker, taker: random.chance(20) ? Cast.taker : .zero, salt: salt)
      // Those that are filled are known, and not in the book.
      return entry(order, UInt64(index), filled: random.chance(20) ? amount : 0)
    }
    let later = Array(entries.suffix(50))
    entries.removeLast(50)
    var oneByOne = book(entries)
    var atOnce = LiveBook(exchanges: KnownExchanges(Cast.exchanges))
    await atOnce.fill(entries.shuffled(using: &random))
    func expectEqual() {
      for filter in [
        OrderFilter(), OrderFilter().with { $0.includesPrivate = true },
        OrderFilter().with { $0.includesHidden = true },
        OrderFilter().with { ($0.makerToken, $0.takerToken) = (Cast.base, Cast.quote) },
      ] {
        let all = PageRequest(1, size: 1_000)
        #expect(atOnce.orders(filter, all) == oneByOne.orders(filter, all))
      }
      #expect(atOnce.openCount == oneByOne.openCount && atOnce.watchedCount == oneByOne.watchedCount)
      let direction = TokenDirection(.ask, of: Cast.pair)
      #expect(atOnce.openCount(direction) == oneByOne.openCount(direction))
      #expect(atOnce.furthest(direction, most: 30) == oneByOne.furthest(direction, most: 30))
      for maker in Cast.makers {
        #expect(atOnce.openCount(of: maker) == oneByOne.openCount(of: maker))
        #expect(atOnce.promised(of: maker, token: Cast.base) == oneByOne.promised(of: maker, token: Cast.base))
      }
    }
    #expect(oneByOne.openCount > 200 && oneByOne.openCount < oneByOne.watchedCount)
    expectEqual()
    for entry in later {
      oneByOne.put(entry)
      atOnce.put(entry)
    }
    for entry in entries where random.chance(50) {
      oneByOne.remove(entry.hash)
      atOnce.remove(entry.hash)
    }
    expectEqual()
  }

  @Test func bothVersionsStandInOneOrderByPriceThenFeesThenExpiryThenArrival() throws {
    let orders = [
      try Cast.v1(1000, for: 301), try Cast.v4(1000, for: 300, fee: 3, salt: 2), try Cast.v4(1000, for: 300, salt: 3),
      try Cast.v1(2000, for: 600, expiry: 4_102_444_799, salt: 4), try Cast.v1(1000, for: 300, salt: 5),
      try Cast.v4(.init(1) << 127, for: 1, salt: 6),
    ]
    let book = book(orders.enumerated().map { entry($1, UInt64($0)) })
    let direction = TokenDirection(.ask, of: Cast.pair)
    #expect(book.side(direction).map(\.hash) == [5, 3, 2, 4, 1, 0].map { orders[$0].hash })
    #expect(book.best(of: Cast.pair).ask?.hash == orders[5].hash)
    #expect(book.best(of: Cast.pair).bid == nil)
    #expect(book.best(direction, OrderFilter().with { $0.version = .v1 })?.hash == orders[3].hash)
    let page = book.orders(
      OrderFilter().with { ($0.makerToken, $0.takerToken) = (Cast.base, Cast.quote) }, PageRequest(2, size: 4))
    #expect(page.entries.map(\.hash) == [1, 0].map { orders[$0].hash })
    #expect(page.total == 6)
  }

  @Test func pagesOfAnySizeAreOneList() throws {
    var random = Seeded(9)
    let entries = try (0..<200).map { index in
      let order =
        random.chance(50)
        ? try Cast.v1(random.amount(1...50), for: random.amount(1...50), salt: UInt256(UInt64(index)))
        : try Cast.v4(
          random.amount(1...50), for: random.amount(1...50), taker: random.chance(20) ? Cast.taker : .zero,
          salt: UInt256(UInt64(index)))
      return entry(order, UInt64(index))
    }
    let book = book(entries)
    let filters: [OrderFilter] = [
      OrderFilter(), OrderFilter().with { $0.version = .v4 },
      OrderFilter().with { ($0.makerToken, $0.takerToken) = (Cast.base, Cast.quote) },
      OrderFilter().with { $0.includesPrivate = true }, OrderFilter().with { $0.taker = Cast.taker },
      OrderFilter().with { $0.maker = Cast.makers[0] }, OrderFilter().with { $0.includesHidden = true },
      OrderFilter().with { ($0.token, $0.otherToken) = (Cast.quote, Cast.base) },
      OrderFilter().with { $0.feeRecipient = Cast.recipient },
    ]
    for filter in filters {
      let whole = book.orders(filter, PageRequest(1, size: 1_000))
      #expect(whole.total == whole.entries.count)
      #expect(Set(whole.entries.map(\.hash)) == Set(entries.filter(filter.admits).map(\.hash)))
      for size in [1, 7, 64] {
        var pieces: [BookEntry] = []
        for page in 1...(whole.total / size + 1) {
          pieces += book.orders(filter, PageRequest(page, size: size)).entries
        }
        #expect(pieces == whole.entries)
      }
    }
    #expect(book.orders(OrderFilter(), PageRequest(.max, size: .max)).entries.isEmpty)
  }

  @Test func anOrderForOneTakerIsShownToThoseWhoAskForIt() throws {
    let order = try Cast.v4(taker: Cast.taker)
    let book = book([entry(order, 1)])
    #expect(book.orders().total == 0)
    #expect(book.best(of: Cast.pair).ask == nil)
    #expect(book.orders(OrderFilter().with { $0.trader = Cast.taker }).total == 1)
    #expect(book.orders(OrderFilter().with { $0.taker = Cast.makers[1] }).total == 0)
  }

  @Test func depthCountsNoBalanceTwice() throws {
    let direction = TokenDirection(.ask, of: Cast.pair)
    let (first, second) = (try Cast.v1(1000, for: 300), try Cast.v4(1000, for: 310, salt: 2))
    let other = try Cast.v4(500, for: 155, by: Cast.makers[1], salt: 3)
    let keys = [Cast.v1.fundsKey(of: first), Cast.v4.fundsKey(of: second), Cast.v4.fundsKey(of: other)]
    let book = book(
      [entry(first, 1), entry(second, 2), entry(other, 3)],
      [
        keys[0]: MakerFunds(balance: 1_500, allowance: .max), keys[1]: MakerFunds(balance: 1_500, allowance: 2_000),
        keys[2]: MakerFunds(balance: 9_999, allowance: 9_999),
      ])
    var parts: [UInt256] = []
    book.funded(direction) { _, part in
      parts.append(part)
      return true
    }
    // 500 of the second order's 1000 are left: f = 155 gives 500.
    #expect(parts == [300, 155, 155])
    parts = []
    book.funded(direction, where: { $0.order.order.takerAmount != 300 }) { _, part in
      parts.append(part)
      return true
    }
    // An order that is passed over takes none of its maker's money.
    #expect(parts == [310, 155])
    let depth = book.depth(of: Cast.pair)
    #expect(depth.bids.isEmpty)
    #expect(depth.asks.map(\.price) == [Fraction(3, over: 10), Fraction(31, over: 100)])
    #expect(depth.asks.map(\.base) == [1000, 1000])
    #expect(depth.asks.map(\.quote) == [300, 310])
    #expect(depth.asks.map(\.orders) == [1, 2])
    #expect(book.depth(of: Cast.pair, levels: 1).asks.count == 1)
    let turned = book.depth(of: TokenPair(base: Cast.quote, quote: Cast.base))
    #expect(turned.bids.map(\.price) == [Fraction(10, over: 3), Fraction(100, over: 31)])
    #expect(turned.bids.map(\.base) == [300, 310])
  }

  @Test func depthTakesFeesOffTheTokenThatPaysThem() throws {
    let feeToken = Cast.tokens[2]
    let direction = TokenDirection(makerToken: feeToken, takerToken: Cast.quote)
    let first = try Cast.v1(1000, for: 1000, direction, makerFee: 500)
    let second = try Cast.v1(1000, for: 1001, direction, salt: 2)
    let book = book(
      [entry(first, 1), entry(second, 2)],
      [Cast.v1.fundsKey(of: first): MakerFunds(balance: 1_600, allowance: .max)])
    var parts: [UInt256] = []
    book.funded(direction) { _, part in
      parts.append(part)
      return true
    }
    #expect(parts.first == 1000)
    // 100 are left, and 101 taker tokens give 100 of 1000 for 1001.
    #expect(parts.last == 101)
  }

  @Test func promisesAreTheSumOfAMakersOpenOrdersWhateverBecomesOfThem() throws {
    var random = Seeded(23)
    let orders = try (1...60).map { salt in
      let (maker, isAsk) = (Cast.makers[random.number(0...1)], random.chance(50))
      let direction = TokenDirection(isAsk ? .ask : .bid, of: Cast.pair)
      // Some promise more than half of what 256 bits hold: two of them are more than a number can tell.
      let give = random.chance(5) ? UInt256.max : random.amount(1...5_000)
      return try Cast.v1(give, for: random.amount(1...5_000), by: maker, direction, salt: UInt256(UInt64(salt)))
    }
    var book = book([])
    for step in 0..<2_000 {
      let number = random.number(0...59)
      let order = orders[number]
      if random.chance(20) {
        book.remove(order.hash)
      } else {
        book.put(entry(order, UInt64(number), filled: random.amount(0...6_000)))
      }
      for maker in Cast.makers.prefix(2) {
        for token in [Cast.base, Cast.quote] {
          let open = book.entries(of: maker).filter {
            $0.status.state.isInBook && $0.order.direction.makerToken == token
          }
          let sum = open.reduce(UInt256.zero) { sum, entry in
            sum.addingSaturated(entry.order.order.makerShare(of: entry.status.remaining) ?? .max)
          }
          try #require(book.promised(of: maker, token: token) == sum, "after step \(step)")
        }
      }
    }
  }

  @Test func theFurthestOfASideAreTheLastOfItsOrdersOfAllKinds() throws {
    var random = Seeded(31)
    let entries = try (0..<400).map { index in
      let (give, want, salt) = (random.amount(1...90), random.amount(1...90), UInt256(UInt64(index)))
      let order =
        random.chance(50)
        ? try Cast.v1(give, for: want, salt: salt)
        : try Cast.v4(give, for: want, taker: random.chance(20) ? Cast.taker : .zero, salt: salt)
      return entry(order, UInt64(index))
    }
    let book = book(entries)
    let direction = TokenDirection(.ask, of: Cast.pair)
    let side = book.side(direction, OrderFilter().with { $0.includesPrivate = true }).map(\.hash)
    for most in [-1, 0, 1, 127, 128, 200, side.count, side.count + 9] {
      #expect(book.furthest(direction, most: most) == side.suffix(max(0, most)))
    }
    #expect(book.furthest(direction.reversed, most: 5).isEmpty)
  }

  @Test func ordersLeaveNothingBehind() throws {
    let entries = try (1...50).map { entry(try Cast.v1(salt: UInt256(UInt64($0))), UInt64($0)) }
    var book = book(entries)
    #expect(book.openCount(of: Cast.makers[0]) == 50)
    #expect(book.promised(of: Cast.makers[0], token: Cast.base) == 50_000)
    for entry in entries { book.remove(entry.hash) }
    #expect(book.openCount == 0 && book.watchedCount == 0 && book.pairs.isEmpty)
    #expect(book.fundsKeys.isEmpty && book.tokens.isEmpty)
    #expect(book.openCount(of: Cast.makers[0]) == 0)
    #expect(book.promised(of: Cast.makers[0], token: Cast.base) == 0)
  }

  @Test func expiriesAreFoundOnceAndAgainWhenTimeGoesBack() throws {
    let entries = try [5, 3, 9, 3].enumerated().map { index, expiry in
      entry(try Cast.v1(expiry: UInt256(UInt64(expiry)), salt: UInt256(UInt64(index))), UInt64(index))
    }
    var book = book(entries)
    func block(_ time: UInt64) -> ChainBlock { ChainBlock(number: time, hash: .zero, parent: .zero, time: time) }
    #expect(Set(book.expired(at: 5)) == Set([0, 1, 3].map { entries[$0].hash }))
    book.move(to: block(5))
    #expect(book.expired(at: 8).isEmpty)
    #expect(Set(book.unexpired(from: 5, to: 4)) == [entries[0].hash])
    book.move(to: block(4))
    #expect(book.expired(at: 9).count == 2)
  }
}
