import Database
import Orders
import Primitives

extension JournalTrigger.State: Storable {}
extension OrderSide: Storable {}
extension DealSide: Storable {}
extension TriggerCondition.Comparison: Storable {}

/// Fractions are `numerator/denominator` in digits.
extension Fraction {
  var storedText: String { "\(numerator)/\(denominator)" }

  /// Reads what ``storedText`` wrote.
  init(stored text: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let fraction = Fraction(try UInt256(parsing: String(parts[0])), over: try UInt256(parsing: String(parts[1])))
    else { throw DatabaseError.unreadable("fraction") }
    self = fraction
  }
}

extension OrderJournal {
  /// Makes the tables of conditional orders; a step of the journal's schema.
  ///
  /// The fact `mark` is a part of the keys of their deals, so that no two journals have the same.
  @Sendable static func makeTriggerTables(in database: Connection) throws {
    try database.execute(
      """
      CREATE TABLE conditional (
        id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, base TEXT NOT NULL, quote TEXT NOT NULL,
        bookSide TEXT NOT NULL, comparison TEXT NOT NULL, priceLimit TEXT NOT NULL, side TEXT NOT NULL,
        amount TEXT NOT NULL, price TEXT, slippage TEXT, limitOrder INTEGER REFERENCES limitOrder,
        expiry INTEGER NOT NULL, other INTEGER REFERENCES conditional, state TEXT NOT NULL, block TEXT, blockHash TEXT,
        firedPrice TEXT, worst TEXT, outcome TEXT, problem TEXT, created INTEGER NOT NULL, changed INTEGER NOT NULL)
        STRICT;
      CREATE INDEX conditionalByState ON conditional (state);
      CREATE TABLE watched (
        id INTEGER PRIMARY KEY AUTOINCREMENT, pair TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER NOT NULL) STRICT;
      CREATE INDEX watchedByPair ON watched (pair, ended);
      INSERT OR IGNORE INTO fact (name, value) VALUES ('mark', lower(hex(randomblob(6))));
      """)
  }
}

extension JournalTrigger {
  /// Reads a row.
  init(_ row: Row, in database: Connection) throws {
    let id: Int64 = try row.value("id")
    let mark: String = try database.value("SELECT value FROM fact WHERE name = 'mark'") ?? ""
    let (state, terms): (State, TriggerTerms) = (try row.value("state"), try TriggerTerms(row))
    let firing = try Firing(row)
    guard (firing != nil) || ![State.fired, .sent, .posted, .done, .failed].contains(state) else {
      throw DatabaseError.unreadable("state")
    }
    self.init(
      id: id, name: "trigger \(id) of \(mark)", terms: terms, state: state, firing: firing,
      outcome: try row.optional("outcome", as: String.self).map { try Hash32($0) },
      problem: try row.optional("problem"), created: try row.value("created"), changed: try row.value("changed"))
  }
}

extension TriggerTerms {
  init(_ row: Row) throws {
    func fraction(_ name: String) throws -> Fraction? {
      try row.optional(name, as: String.self).map { try Fraction(stored: $0) }
    }
    let action: Action
    if let order = try row.optional("limitOrder", as: Int64.self) {
      action = .post(order: order)
    } else if let price = try fraction("price") {
      action = .deal(.price(price))
    } else if let share = try fraction("slippage") {
      action = .deal(.slippage(share))
    } else {
      throw DatabaseError.unreadable("slippage")
    }
    self.init(
      try row.value("side"), try UInt256(parsing: row.value("amount", as: String.self)),
      of: TokenPair(
        base: try Address(row.value("base", as: String.self)), quote: try Address(row.value("quote", as: String.self))),
      when: TriggerCondition(
        try row.value("bookSide"), try row.value("comparison"),
        try Fraction(stored: row.value("priceLimit", as: String.self))),
      action, until: try row.value("expiry"), by: try Address(row.value("account", as: String.self)))
    other = try row.optional("other")
  }

  /// The columns from `account` to `expiry`.
  var columns: [(any Storable)?] {
    var (price, slippage, order): (String?, String?, Int64?)
    switch action {
    case .deal(.price(let worst)): price = worst.storedText
    case .deal(.slippage(let share)): slippage = share.storedText
    case .post(let number): order = number
    }
    return [
      account.lowercaseHex, pair.base.lowercaseHex, pair.quote.lowercaseHex, condition.side, condition.comparison,
      condition.limit.storedText, side, amount.description, price, slippage, order, expiry,
    ]
  }
}

extension JournalTrigger.Firing {
  /// Reads the circumstances; nil where there are none.
  init?(_ row: Row) throws {
    guard let block = try row.optional("block", as: String.self), let number = UInt64(block) else { return nil }
    self.init(
      block: number, hash: try Hash32(row.value("blockHash", as: String.self)),
      price: try Fraction(stored: row.value("firedPrice", as: String.self)),
      worst: try row.optional("worst", as: String.self).map { try Fraction(stored: $0) })
  }
}
