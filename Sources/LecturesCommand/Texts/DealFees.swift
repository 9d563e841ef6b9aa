import Exchange
import Localization
import Operations
import Primitives
import StrictJSON
import Tokens

/// The fees of a trade by their tokens, told in tokens where these are known.
struct DealFees: Sendable {
  private let amounts: [(token: Address, units: UInt256)]
  private let tokens: TokenDirectory

  /// - Parameters:
  ///   - first: The tokens whose fees are told first.
  ///   - tokens: The tokens that are known.
  init(_ fees: [Address: UInt256], first: [DirectoryToken], knowing tokens: TokenDirectory) {
    let first = first.map(\.address)
    amounts = fees.map { (token: $0.key, units: $0.value) }.sorted { one, other in
      let places = [one, other].map { first.firstIndex(of: $0.token) ?? first.count }
      return (places[0], one.token) < (places[1], other.token)
    }
    self.tokens = tokens
  }

  /// The fees in words, each in its token.
  func texts(in language: Language) -> [String] {
    amounts.map { address, units in
      tokens[address].map { TokenAmount(units, of: $0).text(in: language) } ?? "\(units) (\(address))"
    }
  }

  /// The fees in words, each with whether it is in what is paid, or taken of what is got.
  func notes(on plan: DealPlan, in language: Language) -> [String] {
    zip(amounts, texts(in: language)).map { fee, text in
      switch fee.token {
      case plan.request.takerToken: language[DealNoteText.feesWithin(text)]
      case plan.request.makerToken: language[DealNoteText.feesOut(text)]
      default: text
      }
    }
  }

  /// The fees in the output of `--json`.
  var json: JSON {
    .array(
      amounts.map { address, units in
        tokens[address].map { .token(units, $0) }
          ?? [
            "units": .string("\(units)"), "value": .null, "symbol": .null, "decimals": .null,
            "token": .string(address.checksummed),
          ]
      })
  }
}
