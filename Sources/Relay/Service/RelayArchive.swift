import Database
import Listening
import NodeRPC
import OrderBook
import Orders
import Primitives
import StrictJSON

/// Signed orders as lines of JSON, out of a relay's store and into another.
///
/// ```swift
/// let lines = try await RelayArchive.lines(of: "relay.sqlite")
/// let entry = try await RelayArchive.take(lines, into: "other.sqlite", rules: rules, node: node, clock: clock)
/// for refused in entry.refused { print(refused.line, refused.verdict.reason ?? "") }
/// ```
public enum RelayArchive {
  /// The outcome of taking lines.
  public struct Entry: Sendable, Hashable {
    /// The number of orders that are in the store now, those that were there before among them.
    public let taken: Int
    /// The lines that were not taken, in their order.
    public let refused: [Refused]
  }

  /// A line that was not taken.
  public struct Refused: Sendable, Hashable {
    /// The number of the line, from 1.
    public let line: Int
    /// The order's hash; nil where the line is no order.
    public let hash: Hash32?
    /// The reason, as the one who posts the order would get it.
    public let verdict: RelayVerdict
  }

  /// The lines that are taken at once: their orders share the questions to the node.
  private static let group = 50

  /// The orders of a store, a line each, in the order of their arrival; a relay that has the store goes on meanwhile.
  ///
  /// - Parameter endedToo: Whether those that are filled, cancelled or over are wanted, too.
  /// - Throws: `OrderBookError` `storeFailed`.
  public static func lines(of store: String, endedToo: Bool = false) async throws(OrderBookError) -> Bytes {
    try await lines(at: .file(store), endedToo: endedToo)
  }

  /// The orders of a store at any place, a line each.
  ///
  /// - Throws: `OrderBookError` `storeFailed`.
  package static func lines(at store: DatabasePlace, endedToo: Bool = false) async throws(OrderBookError) -> Bytes {
    var lines = Bytes()
    for order in try await StoredOrders(at: store, endedToo: endedToo).orders {
      lines += order.json.serializedBytes()
      lines.append(UInt8(ascii: "\n"))
    }
    return lines
  }

  /// Takes each line's order into a store that no relay has open, as a relay with these rules takes what is posted; how
  /// many of one maker come at once does not matter.
  ///
  /// - Parameters:
  ///   - store: The file of the book, made if there is none.
  ///   - clock: Milliseconds since 1970.
  /// - Throws: `RelayError` `.wrongChain`, `.rules`; `TokenError`; `OrderBookError` where the store cannot be used or the
  ///   node does not answer.
  public static func take(
    _ lines: Bytes, into store: String, rules: RelayRules, node: NodeClient, clock: @escaping @Sendable () -> UInt64
  ) async throws -> Entry {
    try await take(lines, into: .file(store), rules: rules, node: node, clock: clock)
  }

  /// Takes each line's order into a store at any place, as by a file's path.
  ///
  /// - Throws: as by a file's path.
  package static func take(
    _ lines: Bytes, into store: DatabasePlace, rules: RelayRules, node: NodeClient,
    clock: @escaping @Sendable () -> UInt64
  ) async throws -> Entry {
    let rules = try await rules.withListedTokens()
    let book = try await RelayBook.open(store, rules, node) { $0.now = clock }
    do {
      while try await book.advance() {}
      var limits = rules.limits
      (limits.newOrdersPerMinute, limits.newOrdersAtOnce) = (60_000_000, 1 << 30)
      let entry = OrderEntry(
        book: book, policy: RelayPolicy(rules), meters: RelayMeters(limits, clock: clock), clock: clock)
      let outcome = try await take(lines, by: entry)
      try await book.close()
      return outcome
    } catch {
      try? await book.close()
      throw error
    }
  }

  private static func take(_ lines: Bytes, by entry: OrderEntry) async throws -> Entry {
    let texts = lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().filter {
      !$0.element.allSatisfy { [0x20, 0x09, 0x0d].contains($0) }
    }
    var taken = 0
    var refused: [Refused] = []
    for start in stride(from: 0, to: texts.count, by: group) {
      try Task.checkCancellation()
      let outcomes = await take(
        texts[start..<min(start + group, texts.count)].map { ($0.offset + 1, $0.element) }, by: entry)
      for (line, hash, refusal) in outcomes {
        guard let refusal else {
          taken += 1
          continue
        }
        // Nothing is refused because nobody could be asked.
        guard refusal.status < 500 else {
          throw OrderBookError(
            .nodeFailed, "The orders could not all be checked.",
            reason: "\(refusal.reason). \(taken) orders were taken before line \(line).")
        }
        refused.append(Refused(line: line, hash: hash, verdict: RelayVerdict(refusal)))
      }
    }
    return Entry(taken: taken, refused: refused)
  }

  /// Takes some lines in their order: together, or one by one where one of them is refused.
  private static func take(
    _ lines: [(number: Int, text: ArraySlice<UInt8>)], by entry: OrderEntry
  ) async -> [(line: Int, hash: Hash32?, refusal: RelayRefusal?)] {
    let read = lines.map { line -> (Int, Result<AnySignedOrder, RelayRefusal>) in
      do throws(RelayRefusal) {
        return (line.number, .success(try PostedOrderReader.read(try PostedOrderReader.json(Array(line.text)))))
      } catch { return (line.number, .failure(error)) }
    }
    let orders = read.compactMap { try? $0.1.get() }
    let client = ClientAddress(nil)
    if orders.count == read.count, (try? await entry.take(orders, isList: true, of: client)) != nil {
      return read.map { ($0.0, try? $0.1.get().hash, nil) }
    }
    var outcomes: [(line: Int, hash: Hash32?, refusal: RelayRefusal?)] = []
    for (number, result) in read {
      var hash: Hash32?
      do throws(RelayRefusal) {
        let order = try result.get()
        hash = order.hash
        try await entry.take([order], of: client)
        outcomes.append((number, hash, nil))
      } catch { outcomes.append((number, hash, error)) }
    }
    return outcomes
  }
}
