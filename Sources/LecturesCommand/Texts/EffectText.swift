import Localization
import Terminal

/// The words on what a transfer does to the balances of both sides.
enum EffectText: Phrase {
  case firstPayment
  /// The heading of the balances of the one who sends, and of the one who receives.
  case sender, receiver
  case leftAtLeast(String, before: String)
  case then(String, before: String)
  /// Nothing was sent to the address before.
  case nothingSentBefore

  var english: StyledText {
    switch self {
    case .firstPayment: "First time"
    case .sender: "Yours then"
    case .receiver: "Theirs then"
    case .leftAtLeast(let after, let before): "\(after) at least, now \(before)"
    case .then(let after, let before): "\(after), now \(before)"
    case .nothingSentBefore: StyledText("nothing was sent from here to this address before", .warning)
    }
  }

  var korean: StyledText {
    switch self {
    case .firstPayment: "첫 송금"
    case .sender: "내 잔액"
    case .receiver: "상대 잔액"
    case .leftAtLeast(let after, let before): "이후 최소 \(after) (현재 \(before))"
    case .then(let after, let before): "이후 \(after) (현재 \(before))"
    case .nothingSentBefore: StyledText("이 주소로는 처음 보냅니다", .warning)
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .firstPayment: "Уперше"
    case .sender: "У вас стане"
    case .receiver: "В одержувача"
    case .leftAtLeast(let after, let before): "щонайменше \(after), зараз \(before)"
    case .then(let after, let before): "\(after), зараз \(before)"
    case .nothingSentBefore: StyledText("на цю адресу звідси ще нічого не надсилали", .warning)
    }
  }
}
