import Exchange
import Localization
import Operations
import Orders
import Primitives
import Tokens

/// The refusals of an account that holds too little of a token, or lets the exchange move too little, told in the token.
enum ShortageRefusal: Phrase {
  case balance(TokenAmount, needed: TokenAmount)
  /// The amount that the exchange of a version may move; the version where it is not the one that is meant without a word.
  case allowance(TokenAmount, needed: TokenAmount, of: OrderVersion?)

  /// The words of an error about such a shortage; nil for another one, and for tokens that are not known.
  init?(_ error: ExchangeError, in market: ExchangeMarket) {
    guard case .shortage(let address, let needed, let there, let spender)? = error.facts,
      let token = market.tokens[address]
    else { return nil }
    let (needs, has) = (TokenAmount(needed, of: token), TokenAmount(there, of: token))
    switch error.code {
    case .balance: self = .balance(has, needed: needs)
    case .allowance:
      let version = OrderVersion.allCases.first { market.contracts.spender(of: $0) == spender }
      self = .allowance(has, needed: needs, of: version == market.contracts.preferred ? nil : version)
    default: return nil
    }
  }

  var english: FailureWords {
    switch self {
    case .balance(let there, let needed):
      FailureWords(
        "The account holds too little \(needed.token.shown); nothing was sent.",
        reason:
          "\(Self.missing(of: needed, there, .english)) are missing: \(needed.text(in: .english)) are needed, \(there.text(in: .english)) are there.",
        advice: "Get more of the token; the chain's coin becomes one: lectures exchange wrap AMOUNT")
    case .allowance(let allowed, let needed, _):
      FailureWords(
        "The exchange may move too little \(needed.token.shown) of the account; nothing was sent.",
        reason: "It may move \(allowed.text(in: .english)), and \(needed.text(in: .english)) are needed.",
        advice: "Let it: \(command)")
    }
  }

  var korean: FailureWords {
    switch self {
    case .balance(let there, let needed):
      FailureWords(
        "\(needed.token.shown) 토큰이 부족합니다. 아무것도 전송되지 않았습니다.",
        reason:
          "부족한 수량: \(Self.missing(of: needed, there, .korean)), 필요한 수량: \(needed.text(in: .korean)), 보유량: \(there.text(in: .korean)).",
        advice: "토큰을 더 마련하십시오. 체인의 코인은 토큰으로 바꿀 수 있습니다: `lectures exchange wrap AMOUNT`")
    case .allowance(let allowed, let needed, _):
      FailureWords(
        "거래소가 옮길 수 있는 \(needed.token.shown) 수량이 부족합니다. 아무것도 전송되지 않았습니다.",
        reason: "허가한 수량: \(allowed.text(in: .korean)), 필요한 수량: \(needed.text(in: .korean)).",
        advice: "거래소에 허가하십시오: `\(command)`")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .balance(let there, let needed):
      FailureWords(
        "На рахунку замало \(needed.token.shown); нічого не надіслано.",
        reason:
          "Бракує \(Self.missing(of: needed, there, .ukrainian)): потрібно \(needed.text(in: .ukrainian)), є \(there.text(in: .ukrainian)).",
        advice: "Роздобудьте більше токенів; монети мережі стають токеном так: `lectures exchange wrap AMOUNT`")
    case .allowance(let allowed, let needed, _):
      FailureWords(
        "Біржі дозволено переказувати замало \(needed.token.shown); нічого не надіслано.",
        reason: "Дозволено \(allowed.text(in: .ukrainian)), потрібно \(needed.text(in: .ukrainian)).",
        advice: "Дозвольте: `\(command)`")
    }
  }

  /// The tokens of what is needed that are not there.
  private static func missing(of needed: TokenAmount, _ there: TokenAmount, _ language: Language) -> String {
    TokenAmount(needed.units > there.units ? needed.units - there.units : 0, of: needed.token).text(in: language)
  }

  /// The command that lets the exchange move what is needed.
  var command: String {
    guard case .allowance(_, let needed, let version) = self else { return "" }
    let token = needed.token
    return "lectures exchange approve \(token.label) \(token.unit.text(needed.units))"
      + (version.map { " --protocol \($0.rawValue)" } ?? "")
  }
}
