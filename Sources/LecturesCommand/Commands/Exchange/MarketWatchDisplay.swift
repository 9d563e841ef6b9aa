import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// The face of a watch over a pair: on a terminal both sides and the last trades, drawn anew; else a line a change.
actor MarketWatchDisplay {
  private let console: Console
  private let pair: DirectoryPair
  private var language: Language { console.language }
  private var book: CheckedBook?
  private var head: ChainBlock?
  /// The last trades, the latest first.
  private var trades: [MarketTrade] = []
  private var drawn: Drawing?
  /// Whether the first book was told, whose orders are not new.
  private var isBegun = false
  private var problems: [String] = []

  /// The most rows of each side, and of trades.
  private static let rows = 8

  /// A face that has shown nothing yet.
  init(console: Console, pair: DirectoryPair) { (self.console, self.pair) = (console, pair) }

  /// Whether what is watched is drawn anew in its place, below the heading.
  nonisolated var draws: Bool { console.redraws }

  /// The words above all that is shown.
  nonisolated var heading: StyledText {
    StyledText(console.language[ExchangeTradeText.watching("\(pair)")], .dim)
  }

  /// Shows an occurrence.
  func show(_ event: MarketWatch.Event) {
    switch event {
    case .book(let book, let changes, let more):
      self.book = book
      head = book.block
      tellProblems(of: book)
      if !console.redraws { tell(changes, more) }
      isBegun = true
    case .trades(let trades, let head):
      self.head = head
      self.trades = Array((trades.reversed() + self.trades).prefix(Self.rows))
      if !console.redraws { for trade in trades { tell(trade, isUndone: false) } }
    case .undone(let undone, let block):
      let gone = Set(undone)
      trades.removeAll { gone.contains($0) }
      warn(.replaced(after: block), ["event": "reorganisation", "after": .integer(block)])
      for trade in undone { tell(trade, isUndone: true) }
    case .missed(let blocks):
      warn(
        .missed(blocks.lowerBound, blocks.upperBound),
        ["event": "missed", "firstBlock": .integer(blocks.lowerBound), "lastBlock": .integer(blocks.upperBound)])
    case .lost(let subject, let error):
      warn(
        subject == .book ? .bookLost : .tradesLost, because: error,
        ["event": "lost", "subject": .string(subject.rawValue)])
    case .back(let subject):
      warn(
        subject == .book ? .bookBack : .tradesBack, ["event": "back", "subject": .string(subject.rawValue)])
    }
    if console.redraws { draw() }
  }

  // MARK: Lines

  private func tell(_ trade: MarketTrade, isUndone: Bool) {
    if console.outputMode.json {
      console.print(json: ["event": isUndone ? "undone" : "trade", "trade": trade.json])
      return
    }
    erase()
    let side = language[trade.isPurchase ? ExchangeWord.buy : .sell]
    let parts =
      (isUndone ? [language[ExchangeTradeText.undone]] : []) + [
        side, trade.base.text(in: language), trade.price.text(in: language), "\(trade.trade.event.taker)",
      ]
    let time = LocalTime.text(trade.trade.time, in: language)
    console.print([StyledText("\(time)  ", .dim) + StyledText(parts.joined(separator: "  "))])
  }

  private func tell(_ changes: [OrderChange], _ more: Int) {
    for change in changes {
      let order = change.entry.order
      guard let price = pair.tokens.price(of: order.order).map({ PairPrice($0, of: pair) }) else { continue }
      let fillable = change.kind == .went ? 0 : change.entry.status.fillable
      let base =
        change.side == .ask ? order.order.makerShare(of: fillable) ?? 0 : fillable
      let amount = TokenAmount(base, of: pair.base)
      if console.outputMode.json {
        console.print(json: [
          "event": "order", "change": .string(isBegun ? change.kind.rawValue : "there"),
          "side": .string(change.side.rawValue), "orderHash": .string(order.hash.hex),
          "maker": .string(order.maker.checksummed), "price": .price(price), "amount": amount.json,
          "state": .text(change.state?.rawValue),
        ])
        continue
      }
      let word: ExchangeTradeText =
        switch change.kind {
        case .came: .came
        case .changed: .changed
        case .went: .went
        }
      let state = change.state.map { language[ExchangeWord.state($0)] } ?? language[ExchangeTradeText.gone]
      console.print([
        .timed(
          (isBegun ? [language[word]] : []) + [
            language[change.side == .ask ? ExchangeWord.ask : .bid],
            change.kind == .went ? state : amount.text(in: language), price.text(in: language),
            String(order.hash.hex.prefix(10)),
          ])
      ])
    }
    if more > 0 { warn(.more(more), ["event": "more", "count": .integer(more)]) }
  }

  /// Tells what relays do wrong, once for as long as it is so.
  private func tellProblems(of book: CheckedBook) {
    let found = book.failures.prefix(10).map { CommandFailure($0).words(in: language).sentences }
    for problem in Set(found).subtracting(problems).sorted() {
      erase()
      console.warn(StyledText(problem))
    }
    problems = found
  }

  private func warn(_ words: ExchangeTradeText, because error: (any Error)? = nil, _ json: JSONObject) {
    if console.outputMode.json { return console.print(json: .object(json)) }
    erase()
    let reason = error.map { CommandFailure($0).words(in: language).sentences }
    console.warn(StyledText([language[words], reason].compactMap(\.self).joined(separator: " ")))
  }

  // MARK: The screen

  private func erase() {
    guard let drawn else { return }
    _ = console.erase(drawn)
    self.drawn = nil
  }

  private func draw() {
    let screen = console.screen
    var blocks: [Report.Block] = [.line(heading)]
    if let head {
      let time = LocalTime.text(head.time, in: language)
      blocks.append(.line(StyledText(language[ExchangeTradeText.block(head.number, time)], .dim)))
    }
    // Lines beyond the height of the screen could not be taken away again.
    let rows = max(1, min(Self.rows, (screen.rows - 9) / 3))
    if let book {
      let depth = book.depth(levels: rows)
      let empty = book.isUnread ? ExchangeText.unreadBook : .emptyBook
      blocks.append(depth.isEmpty ? .line(language[empty]) : .table(table(depth)))
    }
    if !trades.isEmpty {
      blocks.append(.line(StyledText(language[ExchangeTradeText.lastTrades], .strong)))
      blocks.append(.table(trades.prefix(rows).table(isOfOnePair: true, in: language)))
    }
    let shown = blocks
    let lines = screen.fitted(Report(.null) { shown }.lines(width: screen.fittingWidth, in: language))
    guard lines != drawn?.lines else { return }
    erase()
    drawn = console.draw(lines)
  }

  private func table(_ depth: BookDepth) -> Table {
    var table = Table(
      .name(language[ExchangeLabel.side], .important), .number(language[ExchangeLabel.price]),
      .number(language[ExchangeLabel.amount]), .number(language[ExchangeLabel.total], .useful))
    func add(_ level: DepthLevel, _ side: StyledText) {
      table.add(
        side, StyledText(PairPrice(level.price, of: pair).text(in: language)),
        StyledText(TokenAmount(level.base, of: pair.base).rounded(in: language)),
        StyledText(TokenAmount(level.quote, of: pair.quote).rounded(in: language)))
    }
    for level in depth.asks.reversed() { add(level, StyledText(language[ExchangeWord.ask], .bad)) }
    for level in depth.bids { add(level, StyledText(language[ExchangeWord.bid], .good)) }
    return table
  }
}
