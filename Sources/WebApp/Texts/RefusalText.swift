import Localization
import Operations

/// The words of what pages refuse themselves.
enum RefusalText: Phrase {
  case title(WebRefusal)
  case advice(WebRefusal)

  var english: String {
    switch self {
    case .title(.notFound): "There is no such page"
    case .title(.otherMethod): "This page cannot be used in this way"
    case .title(.foreignForm): "This form is too old, or not from these pages"
    case .title(.badForm): "The form cannot be read"
    case .title(.readOnly): "These pages only show"
    case .title(.noSession): "You are not in"
    case .title(.noProposal): "This review is over"
    case .title(.changed): "Something changed since you looked"
    case .title(.underWay): "Your account has a transaction under way"
    case .title(.notMined): "A transaction of your account that does this is on its way"
    case .title(.notAsked): "Your wallet was not asked for this"
    case .title(.badJSON): "The JSON cannot be read"
    case .title(.signInOver): "This sign-in is over"
    case .title(.secondDeal): "This would be a second trade"
    case .title(.notSigned(.contractAccount)): "This exchange takes no orders of contracts"
    case .title(.notSigned): "The signature is not your account's over this order"
    case .title(.orderOver): "The order's time is over"
    case .title(.notSignedIn): "Sign in first"
    case .title(.tooOften(let seconds)): "Too often: wait \(seconds) s"
    case .title(.notProven): "The wallet did not prove that the account is yours"
    case .title(.notHere): "This cannot be done here"
    case .title(.storeAway): "This site cannot reach its store just now"
    case .title(.tooManyTries(let seconds)): "Too many wrong passwords: wait \(seconds) s"
    case .advice(.notFound), .advice(.otherMethod): "Look for it in the lists."
    case .advice(.foreignForm): "Open the page anew and fill it in there. Nothing was sent."
    case .advice(.badForm): "Open the page anew. Nothing was sent."
    case .advice(.readOnly): "They were started read-only. Nothing was sent."
    case .advice(.noSession): "Open these pages from your terminal."
    case .advice(.noProposal): "Reviews are good for ten minutes. What was sent stands under Transactions."
    case .advice(.changed): "Look at the review anew. Nothing was sent."
    case .advice(.underWay):
      "It may be this one. Wait until it is through, then look at the review anew; the wallet was not asked again."
    case .advice(.notAsked): "Ask it with the button of the review. What you named was not noted."
    case .advice(.badJSON):
      "What is expected stands in /openapi.json; scores are whole numbers from 0 to 100. Nothing was sent."
    case .advice(.signInOver): "A message to sign is good for ten minutes, and once. Try again: nothing was sent."
    case .advice(.notMined):
      "Wait until it is in a block and confirmed: only then is this done. Until then it may still come to nothing. Your wallet was not asked for another."
    case .advice(.secondDeal):
      "You have sent this with other terms a short while ago, and what is left is too little for another. Nothing was sent for this one. If you want a second trade, begin it anew: what it needs is asked for first."
    case .advice(.notSigned(.contractAccount)):
      "Your account signed, but the exchange asks no contract. Fill orders, or register a key there. Nothing was posted."
    case .advice(.notSigned):
      "Choose in the wallet the account that you signed in with, and sign once more. Nothing was posted."
    case .advice(.orderOver): "It was not posted. Make a new order."
    case .advice(.notSignedIn): "Your wallet signs a short message. That costs nothing and sends nothing."
    case .advice(.notProven): "Sign in again, with the account that the wallet shows. Nothing was sent."
    case .advice(.notHere): "It needs keys, and this site has nobody's. Use your own program, or another page."
    case .advice(.storeAway): "Try again in a minute."
    case .advice(.tooManyTries), .advice(.tooOften): "Nothing was sent."
    }
  }

  var korean: String {
    switch self {
    case .title(.notFound): "그런 페이지가 없습니다"
    case .title(.otherMethod): "이 페이지는 이렇게 사용할 수 없습니다"
    case .title(.foreignForm): "양식이 너무 오래되었거나 이 사이트의 것이 아닙니다"
    case .title(.badForm): "양식을 읽을 수 없습니다"
    case .title(.readOnly): "보기 전용 페이지입니다"
    case .title(.noSession): "아직 들어오지 않았습니다"
    case .title(.noProposal): "이 확인 페이지는 끝났습니다"
    case .title(.changed): "그 사이에 바뀐 것이 있습니다"
    case .title(.underWay): "처리 중인 트랜잭션이 있습니다"
    case .title(.notMined): "같은 일을 하는 회원님 계정의 트랜잭션이 처리 중입니다"
    case .title(.notAsked): "지갑에 요청한 적이 없습니다"
    case .title(.badJSON): "JSON을 읽을 수 없습니다"
    case .title(.signInOver): "이 로그인 요청은 끝났습니다"
    case .title(.secondDeal): "두 번째 거래가 됩니다"
    case .title(.notSigned(.contractAccount)): "이 거래소는 계약의 주문을 받지 않습니다"
    case .title(.notSigned): "이 주문에 대한 본인 계정의 서명이 아닙니다"
    case .title(.orderOver): "주문 기간이 끝났습니다"
    case .title(.notSignedIn): "먼저 로그인하세요"
    case .title(.tooOften(let seconds)): "요청이 너무 많습니다. \(seconds)초 기다리세요"
    case .title(.notProven): "지갑이 이 계정의 주인임을 확인하지 못했습니다"
    case .title(.notHere): "여기서는 할 수 없습니다"
    case .title(.storeAway): "지금 이 사이트가 저장소에 연결할 수 없습니다"
    case .title(.tooManyTries(let seconds)): "비밀번호가 여러 번 틀렸습니다. \(seconds)초 기다리세요"
    case .advice(.notFound), .advice(.otherMethod): "목록에서 찾아보세요."
    case .advice(.foreignForm): "페이지를 새로 열어 다시 입력하세요. 아무것도 보내지 않았습니다."
    case .advice(.badForm): "페이지를 새로 여세요. 아무것도 보내지 않았습니다."
    case .advice(.readOnly): "읽기 전용으로 시작되었습니다. 아무것도 보내지 않았습니다."
    case .advice(.noSession): "터미널에서 이 페이지를 여세요."
    case .advice(.noProposal): "확인 페이지는 10분 동안 유효합니다. 보낸 것은 트랜잭션 목록에 있습니다."
    case .advice(.changed): "확인 페이지를 다시 보세요. 아무것도 보내지 않았습니다."
    case .advice(.underWay): "바로 이 트랜잭션일 수 있습니다. 처리가 끝난 뒤 확인 페이지를 다시 보세요. 지갑에 다시 요청하지 않았습니다."
    case .advice(.notAsked): "확인 페이지의 버튼으로 지갑에 요청하세요. 알려 준 트랜잭션은 기록하지 않았습니다."
    case .advice(.badJSON):
      "형식은 /openapi.json에 있으며, 점수는 0에서 100까지의 정수입니다. 아무것도 보내지 않았습니다."
    case .advice(.signInOver): "서명할 메시지는 10분 동안 한 번만 유효합니다. 다시 시도하세요. 아무것도 보내지 않았습니다."
    case .advice(.notMined):
      "블록에 담겨 확인될 때까지 기다리세요. 그때 비로소 완료됩니다. 그 전에는 취소될 수도 있습니다. 지갑에 다시 요청하지 않았습니다."
    case .advice(.secondDeal):
      "조금 전에 다른 조건으로 이미 보냈으며, 남은 것으로는 한 번 더 거래할 수 없습니다. 이번 것은 보내지 않았습니다. 두 번째 거래를 원하면 처음부터 다시 시작하세요. 필요한 허용을 먼저 묻습니다."
    case .advice(.notSigned(.contractAccount)):
      "계정은 서명했지만 거래소가 계약에 묻지 않습니다. 주문을 체결하거나 거래소에 키를 등록하세요. 아무것도 게시하지 않았습니다."
    case .advice(.notSigned): "지갑에서 로그인한 계정을 고르고 다시 서명하세요. 아무것도 게시하지 않았습니다."
    case .advice(.orderOver): "게시하지 않았습니다. 주문을 새로 만드세요."
    case .advice(.notSignedIn): "지갑으로 짧은 메시지에 서명합니다. 비용이 들지 않고 아무것도 보내지 않습니다."
    case .advice(.notProven): "지갑에 보이는 계정으로 다시 로그인하세요. 아무것도 보내지 않았습니다."
    case .advice(.notHere): "키가 필요하지만 이 사이트에는 누구의 키도 없습니다. 직접 설치한 프로그램이나 다른 페이지를 이용하세요."
    case .advice(.storeAway): "1분 뒤에 다시 시도하세요."
    case .advice(.tooManyTries), .advice(.tooOften): "아무것도 보내지 않았습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .title(.notFound): "Такої сторінки немає"
    case .title(.otherMethod): "Цю сторінку так не відкривають"
    case .title(.foreignForm): "Форма застаріла або не з цих сторінок"
    case .title(.badForm): "Форму не вдалося прочитати"
    case .title(.readOnly): "Ці сторінки лише показують"
    case .title(.noSession): "Ви не ввійшли"
    case .title(.noProposal): "Цей перегляд закінчився"
    case .title(.changed): "Дещо змінилося, відколи ви дивилися"
    case .title(.underWay): "Ваш рахунок уже має транзакцію в дорозі"
    case .title(.notMined): "Транзакція вашого рахунку, яка це робить, уже в дорозі"
    case .title(.notAsked): "Гаманець про це не запитували"
    case .title(.badJSON): "JSON не вдалося прочитати"
    case .title(.signInOver): "Цей вхід уже недійсний"
    case .title(.secondDeal): "Це була б друга угода"
    case .title(.notSigned(.contractAccount)): "Ця біржа не приймає ордерів від контрактів"
    case .title(.notSigned): "Це не підпис вашого рахунку під цим ордером"
    case .title(.orderOver): "Час ордера минув"
    case .title(.notSignedIn): "Спершу увійдіть"
    case .title(.tooOften(let seconds)): "Занадто часто: зачекайте \(seconds) с"
    case .title(.notProven): "Гаманець не довів, що рахунок ваш"
    case .title(.notHere): "Тут цього зробити не можна"
    case .title(.storeAway): "Сайт зараз не має зв’язку зі своїм сховищем"
    case .title(.tooManyTries(let seconds)): "Забагато хибних паролів: зачекайте \(seconds) с"
    case .advice(.notFound), .advice(.otherMethod): "Пошукайте у списках."
    case .advice(.foreignForm): "Відкрийте сторінку знову й заповніть її. Нічого не надіслано."
    case .advice(.badForm): "Відкрийте сторінку знову. Нічого не надіслано."
    case .advice(.readOnly): "Їх запущено лише для читання. Нічого не надіслано."
    case .advice(.noSession): "Відкрийте ці сторінки з термінала."
    case .advice(.noProposal): "Перегляд діє десять хвилин. Надіслане — у транзакціях."
    case .advice(.changed): "Перегляньте все знову. Нічого не надіслано."
    case .advice(.underWay):
      "Можливо, це саме вона. Зачекайте, доки її виконають, і перегляньте все знову; гаманець удруге не запитано."
    case .advice(.notAsked): "Запитайте його кнопкою перегляду. Назване не записано."
    case .advice(.badJSON):
      "Що очікується, описано в /openapi.json; оцінки — цілі числа від 0 до 100. Нічого не надіслано."
    case .advice(.signInOver):
      "Повідомлення для підпису діє десять хвилин і лише раз. Спробуйте знову: нічого не надіслано."
    case .advice(.notMined):
      "Зачекайте, доки вона буде в блоці й підтверджена: лише тоді це зроблено. До того з неї ще може нічого не вийти. Гаманець удруге не запитано."
    case .advice(.secondDeal):
      "Нещодавно ви надіслали це з іншими умовами, і того, що лишилося, на ще одну угоду не вистачає. Цього разу нічого не надіслано. Якщо хочете другу угоду, почніть її знову: потрібний дозвіл запитають спершу."
    case .advice(.notSigned(.contractAccount)):
      "Рахунок підписав, але біржа не питає контрактів. Виконуйте ордери або зареєструйте там ключ. Нічого не опубліковано."
    case .advice(.notSigned):
      "Виберіть у гаманці рахунок, з яким ви ввійшли, і підпишіть ще раз. Нічого не опубліковано."
    case .advice(.orderOver): "Його не опубліковано. Зробіть новий ордер."
    case .advice(.notSignedIn): "Гаманець підписує коротке повідомлення. Це нічого не коштує й нічого не надсилає."
    case .advice(.notProven): "Увійдіть ще раз рахунком, який показує гаманець. Нічого не надіслано."
    case .advice(.notHere): "Для цього потрібні ключі, а на цьому сайті немає нічиїх. Скористайтеся власною програмою."
    case .advice(.storeAway): "Спробуйте знову за хвилину."
    case .advice(.tooManyTries), .advice(.tooOften): "Нічого не надіслано."
    }
  }
}
