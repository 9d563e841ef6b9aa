import Localization
import Operations
import Primitives
import Tokens

/// The warning of an allowance for an account that is no exchange of the network.
struct ForeignSpenderText: Phrase {
  private let spender: Address
  private let isContract: Bool

  init(_ spender: Address, isContract: Bool) { (self.spender, self.isContract) = (spender, isContract) }

  var english: String {
    "\(spender) is no exchange of this network: it can take what you allow at any time, without an order of yours."
      + (isContract ? "" : " It is no contract either: whoever has its key takes it.")
  }

  var korean: String {
    "\(spender)은(는) 이 네트워크의 거래소가 아닙니다. 허가한 만큼 주문 없이 언제든 가져갈 수 있습니다."
      + (isContract ? "" : " 계약도 아니어서 그 키를 가진 사람이 가져갑니다.")
  }

  var ukrainian: String {
    "\(spender) — не біржа цієї мережі: дозволене вона може забрати будь-коли, без вашого ордера."
      + (isContract ? "" : " Це й не контракт: забере той, хто має ключ.")
  }
}

/// The amount that an account that is no exchange may move now.
struct ForeignAllowanceText: Phrase {
  private let amount: TokenAmount
  private let spender: Address

  init(_ amount: TokenAmount, for spender: Address) { (self.amount, self.spender) = (amount, spender) }

  var english: String { "\(spender) may move \(allowed(.english)) now." }
  var korean: String { "이제 \(spender)에 허가한 수량: \(allowed(.korean))." }
  var ukrainian: String { "Тепер \(spender) може переказати: \(allowed(.ukrainian))." }

  private func allowed(_ language: Language) -> String {
    amount.units == .max ? language[ApprovalText.any(amount.token.shown)] : amount.text(in: language)
  }
}
