import Localization

/// The words of the pages that send and receive.
enum WalletPaymentText: Phrase {
  case receiveTitle, request, askFor(String), askHint, showRequest, picture, receiveHint(String)
  case backToPurchase, backToRating, backToPayment, sendTitle, to, toHint, amountIn(String), amountHint, everything,
    tokenInstead
  case nothingCame, came(String), stillMissing(String), complete
  case token, tokenHint, amountOrAll, otherChain(String, inUse: String), received, feeFor(String), sentToSelf, sent

  var english: String {
    switch self {
    case .receiveTitle: "Receive"
    case .request: "Request"
    case .askFor(let symbol): "Ask for an amount in \(symbol)"
    case .askHint: "The code then asks for exactly this much. Leave it empty for the address alone."
    case .showRequest: "Show the code"
    case .picture: "Save as a picture"
    case .receiveHint(let network):
      "Whoever pays has to be on \(network): what is sent on another network arrives there, and not here."
    case .nothingCame: "Nothing has come since this page was opened."
    case .came(let amount): "Received since this page was opened: \(amount)"
    case .stillMissing(let amount): "Still missing: \(amount)"
    case .complete: "All of the amount that was asked for has come."
    case .backToPurchase: "Back to the purchase"
    case .backToRating: "Back to the rating"
    case .backToPayment: "Back to the payment"
    case .sendTitle: "Send"
    case .to: "To"
    case .toHint: "A contact, the name of a wallet here, an address, or a request that begins with ethereum:"
    case .amountIn(let symbol): "Amount in \(symbol)"
    case .amountHint: "As in 1.5"
    case .everything: "Everything, less the fee"
    case .tokenInstead: "A token instead of the chain's own money"
    case .token: "Token"
    case .tokenHint: "The address of its contract, or a contact"
    case .amountOrAll: "Give an amount, or tick everything, not both."
    case .otherChain(let chain, let network):
      "The request is for another chain, \(chain); \(network) is in use. Nothing was sent. Choose its network under Settings."
    case .received: "received"
    case .feeFor(let label): "fee paid for \(label)"
    case .sentToSelf: "sent to itself"
    case .sent: "sent"
    }
  }

  var korean: String {
    switch self {
    case .receiveTitle: "받기"
    case .request: "요청"
    case .askFor(let symbol): "받을 금액 (\(symbol))"
    case .askHint: "코드가 정확히 이 금액을 요청합니다. 비워 두면 주소만 담깁니다."
    case .showRequest: "코드 보기"
    case .picture: "그림으로 저장"
    case .receiveHint(let network): "보내는 사람도 \(network) 네트워크를 써야 합니다. 다른 네트워크로 보내면 그 네트워크에 도착합니다."
    case .nothingCame: "이 페이지를 연 뒤 받은 금액이 없습니다."
    case .came(let amount): "이 페이지를 연 뒤 받은 금액: \(amount)"
    case .stillMissing(let amount): "아직 부족한 금액: \(amount)"
    case .complete: "요청한 금액을 모두 받았습니다."
    case .backToPurchase: "구매로 돌아가기"
    case .backToRating: "평가로 돌아가기"
    case .backToPayment: "보내기로 돌아가기"
    case .sendTitle: "보내기"
    case .to: "받는 사람"
    case .toHint: "연락처, 여기 있는 지갑의 이름, 주소, 또는 ethereum: 으로 시작하는 요청"
    case .amountIn(let symbol): "금액 (\(symbol))"
    case .amountHint: "예: 1.5"
    case .everything: "수수료를 뺀 전부"
    case .tokenInstead: "체인의 기본 화폐 대신 토큰 보내기"
    case .token: "토큰"
    case .tokenHint: "토큰 계약의 주소 또는 연락처"
    case .amountOrAll: "금액을 입력하거나 전부를 선택하세요. 둘 다는 안 됩니다."
    case .otherChain(let chain, let network):
      "요청은 다른 체인(\(chain))의 것이고 지금은 \(network) 네트워크입니다. 아무것도 보내지 않았습니다. 설정에서 네트워크를 고르세요."
    case .received: "받음"
    case .feeFor(let label): "수수료 대납: \(label)"
    case .sentToSelf: "자신에게 보냄"
    case .sent: "보냄"
    }
  }

  var ukrainian: String {
    switch self {
    case .receiveTitle: "Отримати"
    case .request: "Запит"
    case .askFor(let symbol): "Попросити суму в \(symbol)"
    case .askHint: "Тоді код просить саме стільки. Залиште порожнім, щоб була лише адреса."
    case .showRequest: "Показати код"
    case .picture: "Зберегти як зображення"
    case .receiveHint(let network):
      "Платник має бути в мережі \(network): надіслане в іншій мережі прийде туди, а не сюди."
    case .nothingCame: "Відколи відкрито цю сторінку, нічого не надійшло."
    case .came(let amount): "Отримано, відколи відкрито цю сторінку: \(amount)"
    case .stillMissing(let amount): "Ще бракує: \(amount)"
    case .complete: "Потрібну суму отримано повністю."
    case .backToPurchase: "Назад до купівлі"
    case .backToRating: "Назад до оцінки"
    case .backToPayment: "Назад до переказу"
    case .sendTitle: "Надіслати"
    case .to: "Кому"
    case .toHint: "Контакт, назва гаманця звідси, адреса або запит, що починається з ethereum:"
    case .amountIn(let symbol): "Сума в \(symbol)"
    case .amountHint: "Наприклад, 1,5"
    case .everything: "Усе, крім комісії"
    case .tokenInstead: "Токен замість власних грошей ланцюга"
    case .token: "Токен"
    case .tokenHint: "Адреса його контракту або контакт"
    case .amountOrAll: "Вкажіть суму або позначте «усе», але не обидва."
    case .otherChain(let chain, let network):
      "Запит для іншого ланцюга, \(chain); зараз — \(network). Нічого не надіслано. Виберіть його мережу в налаштуваннях."
    case .received: "отримано"
    case .feeFor(let label): "комісія за \(label)"
    case .sentToSelf: "надіслано собі"
    case .sent: "надіслано"
    }
  }
}
