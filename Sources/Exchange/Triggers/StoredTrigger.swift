import Database
import Orders
import Primitives
import StrictJSON

extension Trigger.State: Storable {}

extension Trigger.Action {
  /// The columns `action`, `amount`, `bound` and `terms`.
  var columns: [(any Storable)?] {
    switch self {
    case .post(let order): ["post", nil, nil, order.json.serialized()]
    case .deal(let amount, let bound):
      switch bound {
      case .price(let price): [amount.word, amount.units.description, "price \(price.inFile)", nil]
      case .slippage(let share): [amount.word, amount.units.description, "slippage \(share.inFile)", nil]
      }
    }
  }

  /// Reads what ``columns`` wrote.
  init(_ row: Row) throws {
    let word: String = try row.value("action")
    if word == "post" {
      self = .post(try AnySignedOrder(parsing: Bytes(try row.value("terms", as: String.self).utf8)))
      return
    }
    let units = try UInt256(parsing: row.value("amount", as: String.self))
    let amount: DealAmount =
      switch word {
      case "buy": .buying(units)
      case "spend": .spending(units)
      case "sell": .selling(units)
      default: throw DatabaseError.unreadable("action")
      }
    let parts = try row.value("bound", as: String.self).split(separator: " ")
    guard parts.count == 2, let number = Fraction(inFile: String(parts[1])) else {
      throw DatabaseError.unreadable("bound")
    }
    switch parts[0] {
    case "price": self = .deal(amount, .price(number))
    case "slippage": self = .deal(amount, .slippage(number))
    default: throw DatabaseError.unreadable("bound")
    }
  }
}

extension Trigger {
  /// Reads a trigger.
  init(_ row: Row) throws {
    guard let side = OrderSide(rawValue: try row.value("side", as: String.self)),
      let comparison = TriggerCondition.Comparison(rawValue: try row.value("comparison", as: String.self)),
      let price = Fraction(inFile: try row.value("price", as: String.self))
    else { throw DatabaseError.unreadable("condition") }
    self.init(
      id: try row.value("id"), account: try Address(row.value("account", as: String.self)),
      pair: TokenPair(
        base: try Address(row.value("base", as: String.self)), quote: try Address(row.value("quote", as: String.self))),
      condition: TriggerCondition(side, comparison, price), action: try Action(row), expiry: try row.value("expiry"),
      other: try row.optional("other"), state: try row.value("state"),
      block: try row.optional("block", as: Int64.self).map { UInt64(clamping: $0) },
      outcome: try row.optional("outcome"),
      created: try row.value("created"), changed: try row.value("changed"))
  }
}
