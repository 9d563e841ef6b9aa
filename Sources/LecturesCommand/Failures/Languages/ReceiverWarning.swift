import Localization
import Operations
import Primitives
import Terminal

/// The warning about a receiver, shown to a person before saying yes.
struct ReceiverWarning: Phrase {
  private let risk: ReceiverRisk

  init(_ risk: ReceiverRisk) { self.risk = risk }

  var english: StyledText { risk.warning }

  var korean: StyledText {
    switch risk {
    case .zeroAddress: "영 주소의 키는 아무도 가지고 있지 않아, 보낸 것은 사라집니다."
    case .tokenContract: "받는 주소가 토큰 계약 자신이라, 보낸 것은 아무도 꺼낼 수 없습니다."
    case .looksLikeKnown(let address, let other):
      "\(address) 주소는 아는 주소와 앞뒤만 같습니다: \(PlainText.escaped(other.name)) (\(other.address?.checksummed ?? "")). 모든 자리를 비교하십시오."
    case .looksLikeReceiver(let address, let other):
      "\(address) 주소는 전에 보낸 적이 있는 주소와 앞뒤만 같습니다: \(other). 모든 자리를 비교하십시오."
    case .uncompared(let place, let error):
      "\(place == .outbox ? "발신함" : "지갑 목록")을 읽을 수 없어 이 주소를 아는 주소들과 비교하지 못했습니다(\(CommandFailure(error).words(in: .korean).message))"
    }
  }

  var ukrainian: StyledText {
    switch risk {
    case .zeroAddress: "Ключа нульової адреси не має ніхто: надіслане туди зникне."
    case .tokenContract: "Отримувач — контракт самого токена: звідти ніхто нічого не дістане."
    case .looksLikeKnown(let address, let other):
      "\(address) лише починається й закінчується як \(PlainText.escaped(other.name)) (\(other.address?.checksummed ?? "")): порівняйте кожну цифру."
    case .looksLikeReceiver(let address, let other):
      "\(address) лише починається й закінчується як \(other), куди вже надсилали: порівняйте кожну цифру."
    case .uncompared(let place, let error):
      "\(place == .outbox ? "Журнал надсилань" : "Книга гаманців") не читається (\(CommandFailure(error).words(in: .ukrainian).message)), тож цю адресу ніхто не порівняв із відомими."
    }
  }
}
