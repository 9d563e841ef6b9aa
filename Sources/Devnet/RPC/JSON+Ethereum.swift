import JSONFields
import Primitives
import StrictJSON

/// Values as Ethereum's JSON-RPC writes them.
extension JSON {
  static func quantity(_ number: Int) -> JSON { quantity(UInt64(number.magnitude)) }

  static func address(_ address: Address?) -> JSON { address.map { .address($0) } ?? .null }

  /// About how many bytes the value has as text.
  var size: Int {
    switch self {
    case .null, .bool: 5
    case .number(let text): text.utf8.count
    case .string(let text): text.utf8.count + 2
    case .array(let items): items.reduce(2) { $0 + $1.size + 1 }
    case .object(let object): object.reduce(2) { $0 + $1.key.utf8.count + $1.value.size + 4 }
    }
  }
}
