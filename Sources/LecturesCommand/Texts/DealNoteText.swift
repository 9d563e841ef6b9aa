import Localization

/// Remarks about a deal that is shown before it is made.
enum DealNoteText: Phrase {
  /// It takes several transactions, and the balances are those after the first.
  case severalTransactions(Int)

  var english: String {
    switch self {
    case .severalTransactions(let count):
      "It takes \(count) transactions, one after the other; the balances above are those after the first."
    }
  }

  var korean: String {
    switch self {
    case .severalTransactions(let count): "거래 \(count)건을 차례로 보냅니다. 위 잔액은 첫 거래 뒤의 잔액입니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .severalTransactions(let count):
      "Потрібно транзакцій: \(count), одна за одною; залишки вище — після першої з них."
    }
  }
}
