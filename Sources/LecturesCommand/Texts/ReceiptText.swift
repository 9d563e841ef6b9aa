import Localization
import Outbox
import Primitives
import Sending

/// The values of a receipt's fields.
enum ReceiptText: Phrase {
  /// The units of gas, where the node does not tell their price.
  case unitsOfGas(UInt64)
  case nothing
  case paid(payer: Address, amount: String)
  case evidence(EvidenceLevel?)

  var english: String {
    switch self {
    case .unitsOfGas(let units): "\(units) units; the node does not tell at what price"
    case .nothing: "nothing"
    case .paid(let payer, let amount): "\(payer) paid \(amount)"
    case .evidence(let level): level.words
    }
  }

  var korean: String {
    switch self {
    case .unitsOfGas(let units): "\(units)단위, 가격은 노드가 알려 주지 않음"
    case .nothing: "없음"
    case .paid(let payer, let amount): "\(payer)이(가) \(amount) 지불"
    case .evidence(nil): "한 노드의 답"
    case .evidence(.agreed?): "여러 운영자의 답이 일치함"
    case .evidence(.sealed?): "검증인들의 서명으로 증명됨"
    case .evidence(.own?): "자신의 노드의 답"
    }
  }

  var ukrainian: String {
    switch self {
    case .unitsOfGas(let units): "\(units) одиниць; за якою ціною, вузол не каже"
    case .nothing: "нічого"
    case .paid(let payer, let amount): "\(payer) сплатив \(amount)"
    case .evidence(nil): "каже один вузол"
    case .evidence(.agreed?): "кажуть кілька операторів"
    case .evidence(.sealed?): "засвідчено підписами валідаторів"
    case .evidence(.own?): "каже ваш власний вузол"
    }
  }
}
