import Localization
import Primitives
import Terminal

/// The sentences about a list of conditional orders for which no node answers.
enum TriggerListRefusal: Phrase {
  case withoutNode
  /// A journal of another chain than the network's.
  case otherChain(String, UInt256, UInt256)

  var english: FailureWords {
    switch self {
    case .withoutNode:
      FailureWords(
        "The list is the journal's: neither names of tokens nor prices could be asked, amounts are of the smallest unit."
      )
    case .otherChain(let path, let found, let due):
      FailureWords("\(PlainText.escaped(path)) is of chain \(found), and the network is chain \(due).")
    }
  }

  var korean: FailureWords {
    switch self {
    case .withoutNode: FailureWords("기록만 보여 줍니다. 토큰 이름과 가격은 묻지 못했고, 수량은 최소 단위입니다.")
    case .otherChain(let path, let found, let due):
      FailureWords("`\(PlainText.escaped(path))` 파일은 체인 \(found)의 것이고, 네트워크는 체인 \(due)입니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .withoutNode:
      FailureWords("Це перелік із журналу: назв токенів і цін запитати не вдалося, кількості — в найменших одиницях.")
    case .otherChain(let path, let found, let due):
      FailureWords("`\(PlainText.escaped(path))` — ланцюга \(found), а мережа — ланцюг \(due).")
    }
  }
}
