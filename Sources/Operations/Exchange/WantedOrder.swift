import Orders
import Primitives
import StrictJSON

/// A limit order of version 4 that somebody wants to sign with a wallet elsewhere: the very order, with its salt and its
/// end, so that what is signed is what was shown.
package struct WantedOrder: Sendable, Hashable {
  /// The pair.
  package let pair: TokenPair
  /// The order.
  package let order: LimitOrder
  /// Whether it is refused if it would be filled at once.
  package let isPostOnly: Bool

  /// An order of a pair.
  package init(_ order: LimitOrder, of pair: TokenPair, isPostOnly: Bool) {
    (self.order, self.pair, self.isPostOnly) = (order, pair, isPostOnly)
  }

  /// Whether another is the same wish; its salt and its end may be others.
  package func isSame(as other: WantedOrder) -> Bool {
    pair == other.pair && order.maker == other.order.maker && order.makerToken == other.order.makerToken
      && order.amounts == other.order.amounts && order.taker == other.order.taker
  }

  /// The name of it in a store.
  package static let name = "order"

  /// The order as a store holds it: `{"action": "order", "base": …, "quote": …, "postOnly": true, "order": …}`.
  package var json: JSON {
    [
      "action": .string(Self.name), "base": .string(pair.base.checksummed), "quote": .string(pair.quote.checksummed),
      "postOnly": .bool(isPostOnly), "order": order.json,
    ]
  }

  /// Reads an order.
  ///
  /// - Returns: Nil for what is none: a member is missing, of another type or out of its range.
  package init?(_ json: JSON) {
    guard case .object(let object) = json, case .string(Self.name)? = object["action"],
      case .string(let base)? = object["base"], case .string(let quote)? = object["quote"],
      case .bool(let isPostOnly)? = object["postOnly"], let told = object["order"],
      let base = try? Address(base), let quote = try? Address(quote), let order = try? LimitOrder(json: told)
    else { return nil }
    let pair = TokenPair(base: base, quote: quote)
    guard pair.side(of: order) != nil else { return nil }
    self.init(order, of: pair, isPostOnly: isPostOnly)
  }

  /// The typed data (EIP-712) that a wallet is asked to sign, as `eth_signTypedData_v4` takes it. Its digest is the order's
  /// hash; numbers are decimal texts.
  package var typedData: JSON {
    var types: [JSON] = []
    var message: JSONObject = [:]
    let names = LimitOrder.typeText.dropFirst("LimitOrder(".count).dropLast().split(separator: ",")
    for (field, word) in zip(names, order.words) {
      let parts = field.split(separator: " ").map(String.init)
      types.append(["name": .string(parts[1]), "type": .string(parts[0])])
      switch parts[0] {
      case "address": message[parts[1]] = .string(Address(truncating: word).checksummed)
      case "bytes32": message[parts[1]] = .string(Hash32(word).hex)
      default: message[parts[1]] = .string("\(word)")
      }
    }
    let domain: [(String, String)] = [
      ("name", "string"), ("version", "string"), ("chainId", "uint256"), ("verifyingContract", "address"),
    ]
    return [
      "types": [
        "EIP712Domain": .array(domain.map { ["name": .string($0.0), "type": .string($0.1)] }),
        "LimitOrder": .array(types),
      ],
      "primaryType": "LimitOrder",
      "domain": [
        "name": "ZeroEx", "version": "1.0.0", "chainId": .string("\(order.exchange.chainID)"),
        "verifyingContract": .string(order.exchange.address.checksummed),
      ],
      "message": .object(message),
    ]
  }
}
