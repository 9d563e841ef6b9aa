import Orders
import Primitives

extension LiveBook {
  /// The orders of one side that a filter admits and that can be filled, the best first.
  public func side(_ direction: TokenDirection, _ filter: OrderFilter = OrderFilter()) -> some Sequence<BookEntry> {
    let entries = entries
    return shelves.byPrice(direction, filter).lazy.compactMap { entries[$0] }.filter(filter.admits)
  }

  /// The hashes of the so many orders of one side that can be filled and are furthest from the best; the furthest last.
  public func furthest(_ direction: TokenDirection, most: Int) -> [Hash32] { shelves.furthest(direction, max(0, most)) }

  /// The best order of one side that a filter admits.
  public func best(_ direction: TokenDirection, _ filter: OrderFilter = OrderFilter()) -> BookEntry? {
    side(direction, filter).first { _ in true }
  }

  /// The best bid and the best ask of a pair that a filter admits.
  public func best(of pair: TokenPair, _ filter: OrderFilter = OrderFilter()) -> (bid: BookEntry?, ask: BookEntry?) {
    (best(TokenDirection(.bid, of: pair), filter), best(TokenDirection(.ask, of: pair), filter))
  }

  /// The pairs of tokens with orders that can be filled, each once: the token with the lower address is the base.
  public var pairs: [TokenPair] {
    var pairs: Set<TokenPair> = []
    for direction in shelves.directions {
      let (first, second) = (direction.makerToken, direction.takerToken)
      pairs.insert(TokenPair(base: min(first, second), quote: max(first, second)))
    }
    return pairs.sorted { ($0.base, $0.quote) < ($1.base, $1.quote) }
  }

  /// A page of the orders that a filter admits: by price where it names maker and taker token, else by arrival.
  ///
  /// Those that are not in the book, where the filter wants them, come by arrival as well.
  public func orders(_ filter: OrderFilter = OrderFilter(), _ request: PageRequest = PageRequest()) -> BookPage {
    guard let offset = request.offset else {
      return BookPage(entries: [], total: 0, request: request, sequence: sequence)
    }
    if filter.isPlain { return plainPage(filter, request, offset) }
    if filter.includesHidden || (filter.maker != nil && filter.direction == nil) {
      let candidates = filter.maker.map { entries(of: $0) } ?? Array(entries.values)
      return page(candidates.filter(filter.admits).sorted { $0.arrival < $1.arrival }, request, offset)
    }
    if let direction = filter.direction { return page(side(direction, filter), request, offset) }
    return page(
      shelves.byArrival(filter).lazy.compactMap { self[$0] }.filter(filter.admits), request, offset)
  }

  /// A page of orders of which none has to be looked at to know whether it is wanted.
  private func plainPage(_ filter: OrderFilter, _ request: PageRequest, _ offset: Int) -> BookPage {
    let total = shelves.count(filter.direction, filter)
    var found: [BookEntry] = []
    if offset < total {
      if let direction = filter.direction {
        found = shelves.byPrice(direction, filter, from: offset).prefix(request.size).compactMap { entries[$0] }
      } else {
        found = shelves.byArrival(filter, from: offset).prefix(request.size).compactMap { entries[$0] }
      }
    }
    return BookPage(entries: found, total: total, request: request, sequence: sequence)
  }

  private func page(_ wanted: some Sequence<BookEntry>, _ request: PageRequest, _ offset: Int) -> BookPage {
    var (total, found) = (0, [BookEntry]())
    for entry in wanted {
      if total >= offset, found.count < request.size { found.append(entry) }
      total += 1
    }
    return BookPage(entries: found, total: total, request: request, sequence: sequence)
  }
}
