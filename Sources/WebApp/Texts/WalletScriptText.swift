import Localization
import Markup

/// The texts of the script that talks to wallets.
enum WalletScriptText: Phrase, CaseIterable {
  case noWallet, two, ask, refused, unauthorised, unsupported, disconnected, openRequest
  case silent, failed, unreachable, noscript, choose, other, signin, chain, addchain, unknown, doubt, nofree
  case payown, untold, again, browser
  case lookedFor, notArrived, reload

  /// The texts of signing in; the others are about what is sent.
  static let signingIn: [WalletScriptText] = [
    .noWallet, .two, .ask, .refused, .unauthorised, .unsupported, .disconnected, .openRequest, .silent, .failed,
    .unreachable, .noscript, .browser, .reload,
  ]

  /// The attribute in which the script finds the sentence.
  var attribute: MarkupName {
    switch self {
    case .noWallet: "data-say-none"
    case .two: "data-say-two"
    case .ask: "data-say-ask"
    case .refused: "data-say-refused"
    case .unauthorised: "data-say-unauthorised"
    case .unsupported: "data-say-unsupported"
    case .disconnected: "data-say-disconnected"
    case .openRequest: "data-say-open"
    case .silent: "data-say-silent"
    case .failed: "data-say-failed"
    case .unreachable: "data-say-unreachable"
    case .noscript: "data-say-noscript"
    case .choose: "data-say-choose"
    case .other: "data-say-other"
    case .signin: "data-say-signin"
    case .chain: "data-say-chain"
    case .addchain: "data-say-addchain"
    case .unknown: "data-say-unknown"
    case .doubt: "data-say-doubt"
    case .nofree: "data-say-nofree"
    case .payown: "data-say-payown"
    case .untold: "data-say-untold"
    case .again: "data-say-again"
    case .browser: "data-say-browser"
    case .lookedFor: "data-say-looked"
    case .notArrived: "data-say-notarrived"
    case .reload: "data-say-reload"
    }
  }

  var english: String {
    switch self {
    case .noWallet:
      "No wallet was found in this browser. On a phone, open this site in your wallet app's own browser; on a computer, install Kaia Wallet or MetaMask, then load this page again."
    case .two: "Two wallets say that they are the same one. Make sure that you choose yours:"
    case .ask: "Go on in the window of your wallet."
    case .refused: "You refused it in the wallet. Nothing was sent."
    case .unauthorised:
      "The wallet does not show this site your account. Press the button again and allow it in the wallet."
    case .unsupported: "This wallet cannot do that. Use another wallet; nothing was sent."
    case .disconnected: "The wallet has no connection to the network. Nothing was sent."
    case .openRequest: "The wallet has a request open already. Look at the wallet’s window."
    case .silent:
      "The wallet has not answered. Open it and look for a request, or load this page again. Nothing was sent."
    case .failed: "The wallet answered with an error:"
    case .unreachable: "This site did not answer. Check your connection and try again."
    case .noscript:
      "Signing is done by your wallet, which needs JavaScript. Everything else on this site works without it."
    case .choose: "Choose your wallet first."
    case .other:
      "The wallet shows another account than the one you signed in with. Choose that account in the wallet, or sign in again."
    case .signin: "Sign in again"
    case .chain:
      "The wallet is on another network. It has to be on {network}: press the button and allow the change in the wallet."
    case .addchain:
      "The wallet does not know {network}. Add this network in the wallet’s settings, then press the button again."
    case .unknown:
      "The wallet has not answered, so we do not know whether it was sent. Look at the wallet before you do anything again; this page sends nothing by itself."
    case .doubt:
      "The wallet reported an error after it was asked to send. Look in the wallet whether it was sent before you try again."
    case .nofree: "With this wallet you would pay the network’s fee yourself. With Kaia Wallet it is free of fees."
    case .payown: "Go on and pay the fee myself"
    case .untold:
      "It was sent, but this site could not be told. Keep this number of the transaction, and load the page again:"
    case .again: "Look at it anew"
    case .browser: "Wallet of this browser"
    case .lookedFor:
      "The answer was lost, and it may have been sent. Do not sign it again: this page asks by itself what became of it, and shows it as soon as this site answers."
    case .notArrived:
      "What you signed has not arrived here. Look at it anew before you sign again: it is shown there if it comes after all."
    case .reload: "Load this page again"
    }
  }

  var korean: String {
    switch self {
    case .noWallet:
      "이 브라우저에서 지갑을 찾지 못했습니다. 휴대전화에서는 지갑 앱의 브라우저로 이 사이트를 여세요. 컴퓨터에서는 카이아 월렛이나 메타마스크를 설치한 뒤 이 페이지를 다시 여세요."
    case .two: "두 지갑이 서로 같은 지갑이라고 주장합니다. 본인의 지갑인지 확인하고 고르세요:"
    case .ask: "지갑 창에서 계속하세요."
    case .refused: "지갑에서 거절했습니다. 아무것도 보내지 않았습니다."
    case .unauthorised: "지갑이 이 사이트에 계정을 보여 주지 않습니다. 버튼을 다시 누르고 지갑에서 허용하세요."
    case .unsupported: "이 지갑은 이 기능을 지원하지 않습니다. 다른 지갑을 사용하세요. 아무것도 보내지 않았습니다."
    case .disconnected: "지갑이 네트워크에 연결되어 있지 않습니다. 아무것도 보내지 않았습니다."
    case .openRequest: "지갑에 이미 열려 있는 요청이 있습니다. 지갑 창을 확인하세요."
    case .silent: "지갑이 응답하지 않았습니다. 지갑을 열어 요청이 있는지 확인하거나 이 페이지를 다시 여세요. 아무것도 보내지 않았습니다."
    case .failed: "지갑이 오류로 응답했습니다:"
    case .unreachable: "이 사이트가 응답하지 않았습니다. 연결을 확인하고 다시 해 보세요."
    case .noscript: "서명은 지갑이 하며, 여기에는 자바스크립트가 필요합니다. 이 사이트의 나머지는 자바스크립트 없이도 됩니다."
    case .choose: "먼저 지갑을 고르세요."
    case .other: "지갑의 계정이 로그인한 계정과 다릅니다. 지갑에서 로그인한 계정을 고르거나 다시 로그인하세요."
    case .signin: "다시 로그인"
    case .chain: "지갑이 다른 네트워크에 있습니다. {network} 네트워크여야 합니다. 버튼을 누르고 지갑에서 변경을 허용하세요."
    case .addchain: "지갑이 {network} 네트워크를 모릅니다. 지갑 설정에서 네트워크를 추가한 뒤 버튼을 다시 누르세요."
    case .unknown: "지갑이 응답하지 않아 보냈는지 알 수 없습니다. 다시 하기 전에 지갑을 먼저 확인하세요. 이 페이지가 스스로 보내는 것은 없습니다."
    case .doubt: "보내기를 요청한 뒤 지갑이 오류를 알렸습니다. 다시 하기 전에 지갑에서 보내졌는지 확인하세요."
    case .nofree: "이 지갑으로는 네트워크 수수료를 직접 내야 합니다. 카이아 월렛을 쓰면 수수료가 없습니다."
    case .payown: "수수료를 직접 내고 계속하기"
    case .untold: "보냈지만 이 사이트에 알리지 못했습니다. 이 거래 번호를 보관하고 페이지를 다시 여세요:"
    case .again: "다시 보기"
    case .browser: "이 브라우저의 지갑"
    case .lookedFor: "응답을 받지 못했지만 보내졌을 수 있습니다. 다시 서명하지 마세요. 이 페이지가 스스로 결과를 물어보고, 사이트가 응답하는 대로 보여 줍니다."
    case .notArrived: "서명한 것이 이곳에 도착하지 않았습니다. 다시 서명하기 전에 다시 보기를 누르세요. 늦게 도착하면 그곳에 표시됩니다."
    case .reload: "이 페이지 다시 열기"
    }
  }

  var ukrainian: String {
    switch self {
    case .noWallet:
      "У цьому браузері гаманця не знайдено. На телефоні відкрийте сайт у браузері застосунку гаманця; на комп'ютері встановіть Kaia Wallet або MetaMask і завантажте сторінку знову."
    case .two: "Два гаманці видають себе за той самий. Переконайтеся, що вибираєте свій:"
    case .ask: "Продовжте у вікні гаманця."
    case .refused: "Ви відхилили запит у гаманці. Нічого не надіслано."
    case .unauthorised:
      "Гаманець не показує цьому сайту ваш рахунок. Натисніть кнопку ще раз і дозвольте це в гаманці."
    case .unsupported: "Цей гаманець такого не вміє. Скористайтеся іншим; нічого не надіслано."
    case .disconnected: "Гаманець не має зв’язку з мережею. Нічого не надіслано."
    case .openRequest: "У гаманці вже відкрито запит. Погляньте у вікно гаманця."
    case .silent:
      "Гаманець не відповів. Відкрийте його й пошукайте запит або завантажте сторінку знову. Нічого не надіслано."
    case .failed: "Гаманець відповів помилкою:"
    case .unreachable: "Цей сайт не відповів. Перевірте з’єднання та спробуйте знову."
    case .noscript:
      "Підписує ваш гаманець, а для цього потрібен JavaScript. Усе інше на цьому сайті працює без нього."
    case .choose: "Спершу виберіть гаманець."
    case .other:
      "У гаманці вибрано не той рахунок, з яким ви ввійшли. Виберіть той рахунок у гаманці або ввійдіть знову."
    case .signin: "Увійти знову"
    case .chain:
      "Гаманець працює в іншій мережі, а потрібна {network}. Натисніть кнопку й дозвольте зміну в гаманці."
    case .addchain: "Гаманець не знає мережі {network}. Додайте її в налаштуваннях гаманця й натисніть кнопку ще раз."
    case .unknown:
      "Гаманець не відповів, тож невідомо, чи було щось надіслано. Перш ніж повторювати, погляньте в гаманець; ця сторінка сама нічого не надсилає."
    case .doubt:
      "Гаманець повідомив про помилку вже після запиту на надсилання. Перш ніж повторювати, перевірте в гаманці, чи надіслано."
    case .nofree: "З цим гаманцем комісію мережі платите ви. З Kaia Wallet комісії немає."
    case .payown: "Продовжити й сплатити комісію самостійно"
    case .untold:
      "Надіслано, але повідомити цей сайт не вдалося. Збережіть цей номер транзакції та завантажте сторінку знову:"
    case .again: "Переглянути знову"
    case .browser: "Гаманець цього браузера"
    case .lookedFor:
      "Відповідь загубилася, і транзакцію, можливо, надіслано. Не підписуйте знову: ця сторінка сама питає, що з нею сталося, і покаже це, щойно сайт відповість."
    case .notArrived:
      "Підписане вами сюди не надійшло. Перш ніж підписувати знову, перегляньте ще раз: якщо воно таки надійде, там буде видно."
    case .reload: "Завантажити цю сторінку знову"
    }
  }
}
