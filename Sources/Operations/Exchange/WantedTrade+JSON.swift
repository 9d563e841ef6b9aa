import Exchange
import Orders
import Primitives
import StrictJSON

extension WantedTrade {
  /// The action with its arguments: `{"action": "wrapping", "amount": "5"}`.
  package var json: JSON {
    var members: [(String, JSON)] = [("action", .string(name))]
    func add(_ name: String, _ value: UInt256) { members.append((name, .string("\(value)"))) }
    func add(_ name: String, _ value: Address) { members.append((name, .string(value.checksummed))) }
    switch self {
    case .allowance(let amount, let token, let spender):
      add("amount", amount)
      add("token", token)
      add("spender", spender)
    case .wrapping(let amount), .unwrapping(let amount): add("amount", amount)
    case .deal(let deal):
      add("base", deal.pair.base)
      add("quote", deal.pair.quote)
      members.append(("way", .string(deal.way)))
      add("amount", deal.amount.units)
      members.append(("bound", deal.bound.parts))
      if let slippage = deal.slippage { members.append(("slippage", slippage.parts)) }
      if let choice = deal.choice { members.append(("wanted", choice.wanted.map { .string("\($0)") } ?? .null)) }
      members.append(("orders", .array(deal.orders.map(\.json))))
    case .cancellation(let orders): members.append(("orders", .array(orders.map(\.json))))
    }
    return .object(JSONObject(members))
  }

  /// Reads an action.
  ///
  /// - Returns: Nil for what is none: a member is missing, of another type or out of its range.
  package init?(_ json: JSON) {
    guard case .object(let object) = json, case .string(let name)? = object["action"] else { return nil }
    func number(_ member: String) -> UInt256? { object[member].flatMap { Self.number($0) } }
    func address(_ member: String) -> Address? {
      guard case .string(let text)? = object[member] else { return nil }
      return try? Address(text)
    }
    func orders() -> [AnySignedOrder]? {
      guard case .array(let items)? = object["orders"], (1...DealRequest.mostOrders).contains(items.count) else {
        return nil
      }
      let orders = items.compactMap { try? AnySignedOrder(json: $0) }
      return orders.count == items.count ? orders : nil
    }
    switch name {
    case "allowance":
      guard let amount = number("amount"), let token = address("token"), let spender = address("spender") else {
        return nil
      }
      self = .allowance(amount, of: token, for: spender)
    case "wrapping":
      guard let amount = number("amount") else { return nil }
      self = .wrapping(amount)
    case "unwrapping":
      guard let amount = number("amount") else { return nil }
      self = .unwrapping(amount)
    case "cancellation":
      guard let orders = orders() else { return nil }
      self = .cancellation(orders)
    case "deal":
      guard let base = address("base"), let quote = address("quote"), let units = number("amount"),
        case .string(let way)? = object["way"], let amount = WantedDeal.amount(units, way: way),
        let bound = object["bound"].flatMap({ Self.fraction($0) }), let orders = orders()
      else { return nil }
      let slippage = object["slippage"].map { Self.fraction($0) }
      if case .some(nil) = slippage { return nil }
      var choice: WantedDeal.Choice?
      switch object["wanted"] {
      case .none: break
      case .null?: choice = .init(wanted: nil)
      case let told?:
        guard let wanted = Self.number(told) else { return nil }
        choice = .init(wanted: wanted)
      }
      self = .deal(
        WantedDeal(
          amount, of: TokenPair(base: base, quote: quote), within: bound, slippage: slippage ?? nil, choice: choice,
          orders: orders))
    default: return nil
    }
  }

  fileprivate static func number(_ json: JSON) -> UInt256? {
    guard case .string(let text) = json else { return nil }
    return try? UInt256(parsing: text)
  }
}

extension WantedTrade {
  fileprivate static func fraction(_ json: JSON) -> Fraction? {
    guard case .array(let parts) = json, parts.count == 2, let above = number(parts[0]), let below = number(parts[1])
    else { return nil }
    return Fraction(above, over: below)
  }
}

extension Fraction {
  /// Both numbers as a store holds them.
  fileprivate var parts: JSON { .array([.string("\(numerator)"), .string("\(denominator)")]) }
}

extension WantedDeal {
  /// The word for the token that the amount is told in, and for the side.
  fileprivate var way: String {
    switch amount {
    case .buying: "buying"
    case .spending: "spending"
    case .selling: "selling"
    }
  }

  fileprivate static func amount(_ units: UInt256, way: String) -> DealAmount? {
    switch way {
    case "buying": .buying(units)
    case "spending": .spending(units)
    case "selling": .selling(units)
    default: nil
    }
  }
}
