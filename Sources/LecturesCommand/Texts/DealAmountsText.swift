import Exchange
import Localization
import Operations
import Primitives
import Tokens

/// The reason why a deal fails, where that is amounts: told in tokens.
enum DealAmountsText: Phrase {
  /// Less arrives than is sent.
  case arriving(TokenAmount, of: TokenAmount)
  case available(TokenAmount, of: TokenAmount)
  /// The worth of the gas, and of what would move.
  case gas(TokenAmount, moving: TokenAmount)
  case bought(TokenAmount, of: TokenAmount, for: TokenAmount)
  case paid(TokenAmount, of: TokenAmount, for: TokenAmount)
  /// A trial that fills less than was planned.
  case tried(TokenAmount, of: TokenAmount)
  /// The fee that an order asks of its taker beside its price.
  case fee(TokenAmount, Hash32)

  /// The reason of a deal's error by its facts; nil where those are no amounts, or not of tokens that are known.
  ///
  /// - Parameter isOfMakerToken: Whether the amount that was wished for is of the token that the orders give.
  init?(
    _ error: ExchangeError, of side: DealSide, isOfMakerToken: Bool, _ pair: DirectoryPair,
    knowing tokens: TokenDirectory
  ) {
    let isBuying = side == .buy
    let (pays, gets) = (isBuying ? pair.quote : pair.base, isBuying ? pair.base : pair.quote)
    switch error.facts {
    case .shortage(let address, let needed, let there, _)? where error.code == .feeOnTransfer:
      guard let token = [pays, gets].first(where: { $0.address == address }) ?? tokens[address] else { return nil }
      self = .arriving(TokenAmount(there, of: token), of: TokenAmount(needed, of: token))
    case .depth(let amount, let wanted, _)? where amount > 0:
      let token = isOfMakerToken ? gets : pays
      self = .available(TokenAmount(amount, of: token), of: TokenAmount(wanted, of: token))
    case .takerFee(let fee, let address, let hash)?:
      guard let token = tokens[address] else { return nil }
      self = .fee(TokenAmount(fee, of: token), hash)
    case .gas(let worth, let moved)?:
      self = .gas(TokenAmount(worth, of: pair.quote), moving: TokenAmount(moved, of: pair.quote))
    case .bought(let received, let wanted, let paid, _, _)?:
      self = .bought(
        TokenAmount(received, of: gets), of: TokenAmount(wanted, of: gets), for: TokenAmount(paid, of: pays))
    case .filled(let paid, let received, let planned, _, _)? where error.code == .partlyFilled:
      guard paid < planned else { return nil }
      self = .paid(
        TokenAmount(paid, of: pays), of: TokenAmount(planned, of: pays), for: TokenAmount(received, of: gets))
    case .filled(let paid, _, let planned, _, _)? where error.code != .notFilled:
      self = .tried(TokenAmount(paid, of: pays), of: TokenAmount(planned, of: pays))
    default: return nil
    }
  }

  var english: String {
    switch self {
    case .arriving(let part, let whole):
      "In a trial \(part.text(in: .english)) of \(whole.text(in: .english)) arrive: the token takes a fee of transfers."
    case .available(let amount, let wanted):
      "\(amount.text(in: .english)) of \(wanted.text(in: .english)) can be had."
    case .gas(let worth, let moved):
      "The gas is worth \(worth.text(in: .english)), and \(moved.text(in: .english)) would move."
    case .bought(let received, let wanted, let paid):
      "\(received.text(in: .english)) of \(wanted.text(in: .english)) were got, for \(paid.text(in: .english))."
    case .paid(let paid, let planned, let received):
      "\(paid.text(in: .english)) of \(planned.text(in: .english)) were paid, for \(received.text(in: .english))."
    case .tried(let paid, let planned):
      "A trial on the newest state filled \(paid.text(in: .english)) of \(planned.text(in: .english))."
    case .fee(let fee, let hash): "The order \(hash) asks for a fee of \(fee.text(in: .english)) beside its price."
    }
  }

  var korean: String {
    switch self {
    case .arriving(let part, let whole):
      "시험 실행에서 도착한 수량: \(part.text(in: .korean)) / \(whole.text(in: .korean)). 토큰이 전송 수수료를 뗍니다."
    case .available(let amount, let wanted):
      "얻을 수 있는 수량: \(amount.text(in: .korean)) / \(wanted.text(in: .korean))."
    case .gas(let worth, let moved):
      "가스 값: \(worth.text(in: .korean)), 거래 금액: \(moved.text(in: .korean))."
    case .bought(let received, let wanted, let paid):
      "받은 수량: \(received.text(in: .korean)) / \(wanted.text(in: .korean)), 지불: \(paid.text(in: .korean))."
    case .paid(let paid, let planned, let received):
      "지불: \(paid.text(in: .korean)) / \(planned.text(in: .korean)), 받은 수량: \(received.text(in: .korean))."
    case .tried(let paid, let planned):
      "최신 상태에서 시험 실행한 체결: \(paid.text(in: .korean)) / \(planned.text(in: .korean))."
    case .fee(let fee, let hash): "가격 외에 요구하는 수수료: \(fee.text(in: .korean)). 주문: \(hash)"
    }
  }

  var ukrainian: String {
    switch self {
    case .arriving(let part, let whole):
      "У пробі надходить \(part.text(in: .ukrainian)) з \(whole.text(in: .ukrainian)): токен бере комісію за перекази."
    case .available(let amount, let wanted):
      "Можна отримати \(amount.text(in: .ukrainian)) з \(wanted.text(in: .ukrainian))."
    case .gas(let worth, let moved):
      "Газ коштує \(worth.text(in: .ukrainian)), а угода — \(moved.text(in: .ukrainian))."
    case .bought(let received, let wanted, let paid):
      "Отримано \(received.text(in: .ukrainian)) з \(wanted.text(in: .ukrainian)), сплачено \(paid.text(in: .ukrainian))."
    case .paid(let paid, let planned, let received):
      "Сплачено \(paid.text(in: .ukrainian)) з \(planned.text(in: .ukrainian)), отримано \(received.text(in: .ukrainian))."
    case .tried(let paid, let planned):
      "Проба на найновішому стані виконала \(paid.text(in: .ukrainian)) з \(planned.text(in: .ukrainian))."
    case .fee(let fee, let hash): "Комісія понад ціну: \(fee.text(in: .ukrainian)). Ордер: \(hash)"
    }
  }
}
