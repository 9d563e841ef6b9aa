import LectureKit
import Localization
import Operations
import Terminal

/// The sentences about receipts of purchases.
enum PurchaseReceiptText: Phrase {
  case inFile(String)
  /// The headings of a receipt that is not good, or may not be: its claims, and what they were held against.
  case claims, chainSays, endpointsSay
  case good(student: StyledText)
  case mismatch(ReceiptMismatch, Network)
  /// The verdict of some of several endpoints; without mismatches the receipt is good.
  indirect case verdict(agreeingEndpoints: Int, of: Int, [PurchaseReceiptText])

  var english: StyledText {
    switch self {
    case .claims: StyledText("The receipt claims", .strong)
    case .chainSays: StyledText("The chain says", .strong)
    case .endpointsSay: StyledText("The endpoints say", .strong)
    case .inFile(let path): "The receipt is in \(path, .strong)."
    case .good(let student):
      StyledText("The receipt is good", .good) + ": the chain shows this purchase, as the node tells it, of " + student
        + "."
    case .mismatch(let mismatch, let network):
      switch mismatch {
      case .otherChain(let id): "It is of another chain: this one is \("\(id)")."
      case .otherContract(let address): "It is of another contract: the one in use is \("\(address)")."
      case .unknownTransaction: "No block of this chain has its transaction."
      case .failed: "Its transaction failed: nothing was bought."
      case .otherBlock(let block): "Its transaction is in block \("\(block)")."
      case .noPurchase: "Its transaction bought nothing at the contract."
      case .otherLecture(let number): "Its transaction bought lecture \("\(number)")."
      case .otherRun(let run): "Its transaction bought run \("\(run)")."
      case .otherStudent(let address): "Its transaction bought it for \("\(address)")."
      case .otherPrice(let price): "Its transaction paid \("\(price) \(network.symbol)")."
      case .reclaimed: "The payment was taken back since."
      case .notShown: "The contract does not show this student."
      }
    case .verdict(let agreeingEndpoints, let all, let mismatches):
      StyledText("\(agreeingEndpoints) of \(all) endpoints: ") + Self.verdict("It is good.", mismatches.map(\.english))
    }
  }

  var korean: StyledText {
    switch self {
    case .claims: StyledText("영수증의 주장", .strong)
    case .chainSays: StyledText("체인의 기록", .strong)
    case .endpointsSay: StyledText("엔드포인트의 답", .strong)
    case .inFile(let path): "영수증을 저장한 파일: \(path, .strong)"
    case .good(let student): StyledText("올바른 영수증입니다", .good) + ". 노드에 따르면 체인에 이 구매가 있습니다: " + student
    case .mismatch(let mismatch, let network):
      switch mismatch {
      case .otherChain(let id): "다른 체인의 영수증입니다. 이 체인의 번호: \("\(id)")"
      case .otherContract(let address): "다른 계약의 영수증입니다. 사용 중인 계약: \("\(address)")"
      case .unknownTransaction: "이 체인의 어떤 블록에도 그 트랜잭션이 없습니다."
      case .failed: "트랜잭션이 실패하여 구매되지 않았습니다."
      case .otherBlock(let block): "트랜잭션이 있는 블록: \("\(block)")"
      case .noPurchase: "트랜잭션이 이 계약에서 구매한 것이 없습니다."
      case .otherLecture(let number): "트랜잭션이 구매한 강의: \("\(number)")번"
      case .otherRun(let run): "트랜잭션이 구매한 회차: \("\(run)")"
      case .otherStudent(let address): "트랜잭션의 구매자: \("\(address)")"
      case .otherPrice(let price): "트랜잭션이 지불한 금액: \("\(price) \(network.symbol)")"
      case .reclaimed: "이후 수강료를 돌려받았습니다."
      case .notShown: "계약에 이 수강생이 없습니다."
      }
    case .verdict(let agreeingEndpoints, let all, let mismatches):
      StyledText("엔드포인트 \(all)개 중 \(agreeingEndpoints)개: ") + Self.verdict("올바릅니다.", mismatches.map(\.korean))
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .claims: StyledText("Квитанція стверджує", .strong)
    case .chainSays: StyledText("Мережа каже", .strong)
    case .endpointsSay: StyledText("Вузли кажуть", .strong)
    case .inFile(let path): "Квитанцію записано у файл \(path, .strong)."
    case .good(let student):
      StyledText("Квитанція правильна", .good) + ": за словами вузла, у мережі є ця покупка, її зробив " + student + "."
    case .mismatch(let mismatch, let network):
      switch mismatch {
      case .otherChain(let id): "Квитанція з іншої мережі: номер цієї — \("\(id)")."
      case .otherContract(let address): "Квитанція іншого контракту: тут використовується \("\(address)")."
      case .unknownTransaction: "Жоден блок цієї мережі не має її транзакції."
      case .failed: "Її транзакція невдала: нічого не куплено."
      case .otherBlock(let block): "Її транзакція в блоці \("\(block)")."
      case .noPurchase: "Її транзакція нічого не купила в цього контракту."
      case .otherLecture(let number): "Її транзакція купила лекцію \("\(number)")."
      case .otherRun(let run): "Її транзакція купила набір \("\(run)")."
      case .otherStudent(let address): "Її транзакція купила для \("\(address)")."
      case .otherPrice(let price): "Її транзакція сплатила \("\(price) \(network.symbol)")."
      case .reclaimed: "Відтоді оплату повернено."
      case .notShown: "Контракт не показує цього студента."
      }
    case .verdict(let agreeingEndpoints, let all, let mismatches):
      StyledText("\(agreeingEndpoints) з \(all) вузлів: ")
        + Self.verdict("Вона правильна.", mismatches.map(\.ukrainian))
    }
  }

  /// The reasons why a receipt that was checked is not good: the facts that the chain does not bear out, or the
  /// verdicts of endpoints that contradict each other.
  static func reasons(of check: CheckedReceipt, on network: Network) -> [PurchaseReceiptText] {
    if let agreed = check.agreed { return agreed.value.map { .mismatch($0, network) } }
    return check.answers.map { answer in
      .verdict(
        agreeingEndpoints: answer.agreeingEndpoints.count, of: check.endpointEvidence.asked,
        answer.value.map { .mismatch($0, network) })
    }
  }

  private static func verdict(_ good: StyledText, _ mismatches: [StyledText]) -> StyledText {
    guard let first = mismatches.first else { return good }
    return mismatches.dropFirst().reduce(first) { $0 + " " + $1 }
  }
}
