import Localization

/// The words for whose word a page rests on.
enum ReadingPageText: Phrase {
  /// The line below facts that one node reported.
  case oneNode, ownNode, sitesNode
  /// A sentence that nothing but one node's word stands for.
  case byOneNode(String)
  /// In the place of a fact on which endpoints disagree.
  case disputed
  case disputedBalances

  var english: String {
    switch self {
    case .oneNode: "As one node tells it."
    case .ownNode: "As your own node tells it."
    case .sitesNode: "As this site's own node tells it."
    case .byOneNode(let sentence): "As this one node tells it: \(sentence)"
    case .disputed: "disputed: the nodes contradict each other"
    case .disputedBalances:
      "The balances are disputed: the nodes contradict each other. The numbers are the last ones that are known, with their age."
    }
  }

  var korean: String {
    switch self {
    case .oneNode: "노드 하나의 답입니다."
    case .ownNode: "자신의 노드의 답입니다."
    case .sitesNode: "이 사이트가 운영하는 노드의 답입니다."
    case .byOneNode(let sentence): "이 노드 하나의 말로는 다음과 같습니다. \(sentence)"
    case .disputed: "알 수 없음: 노드들의 답이 서로 다름"
    case .disputedBalances: "잔액에 대한 노드들의 답이 서로 다릅니다. 표시된 금액은 마지막으로 알려진 값이며 확인 시각이 함께 표시됩니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .oneNode: "Так каже один вузол."
    case .ownNode: "Так каже ваш власний вузол."
    case .sitesNode: "Так каже власний вузол цього сайту."
    case .byOneNode(let sentence): "Як каже лише цей один вузол: \(sentence)"
    case .disputed: "спірно: вузли суперечать один одному"
    case .disputedBalances:
      "Баланси спірні: вузли суперечать один одному. Показано останні відомі числа з їхнім віком."
    }
  }
}
