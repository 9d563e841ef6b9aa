import Localization

/// The sentence about transactions for what a deal leaves missing.
enum DealRetryText: Phrase {
  case further(Int)

  var english: String {
    switch self {
    case .further(let count):
      "up to \(count) further transaction\(count == 1 ? "" : "s") for what is missing then, within the worst price; each has its fee"
    }
  }

  var korean: String {
    switch self {
    case .further(let count): "부족한 수량은 허용 조건 안에서 트랜잭션을 최대 \(count)번 더 보내며, 수수료가 각각 듭니다"
    }
  }

  var ukrainian: String {
    switch self {
    case .further(let count):
      "щонайбільше ще \(count) транзакцій на те, чого бракуватиме, у межах найгіршої ціни; кожна має свою комісію"
    }
  }
}
