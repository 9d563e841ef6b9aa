import Primitives
import StrictJSON

/// The value of a fact, as an endpoint reports it.
public enum FactValue: Sendable, Hashable {
  /// None is reported.
  case absent
  case flag(Bool)
  /// A number or a text, as it is.
  case text(String)
  /// An amount in whole coins or tokens.
  case amount(String, symbol: String)

  package init(_ json: JSON) {
    switch json {
    case .bool(let flag): self = .flag(flag)
    case .number(let text): self = .text(text)
    case .string(let text): self = .text(TerminalSafe.escape(text, limit: .max, keepsJoiners: true))
    default: self = .absent
    }
  }

  /// The value as it is reported, for one whose words do not tell it from others.
  package var exact: String {
    switch self {
    case .absent: "–"
    case .flag(let flag): "\(flag)"
    case .text(let text): text
    case .amount(let number, let symbol): "\(number) \(symbol)"
    }
  }
}
