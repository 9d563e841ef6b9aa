import Localization

/// The words of the pages of receipts of purchases.
enum ReceiptPageText: Phrase {
  case title, explained, asFile, link, lecture, student, paid, block, transaction
  case checkTitle, checkHint, paste, pasteHint, check, file, fileHint, fileMissing
  case good, notGood, undecided, claims, chainSays, nodesSay

  var english: String {
    switch self {
    case .title: "Receipt"
    case .explained:
      "It names your purchase and proves nothing by itself: whoever gets it checks it against the chain. The code holds all of it."
    case .asFile: "Download it as a file"
    case .link: "As a link"
    case .lecture: "Lecture"
    case .student: "Student"
    case .paid: "Paid"
    case .block: "Block"
    case .transaction: "Transaction"
    case .checkTitle: "Check a receipt"
    case .checkHint: "A receipt of a purchase is held against the chain and the contract in use. Anybody can check one."
    case .paste: "Link or text of the receipt"
    case .pasteHint: "What begins with lectures:receipt?, or the whole text of its file"
    case .check: "Check it"
    case .file: "File of the receipt, or a picture of its code"
    case .fileHint: "JSON, PNG, JPEG or WebP"
    case .fileMissing: "Choose a file."
    case .good: "The receipt is good: the chain has this purchase. The line “Evidence” says whose word that is."
    case .notGood:
      "The receipt is not good: the chain does not bear it out. The line “Evidence” says whose word that is."
    case .undecided: "Whether the receipt is good is undecided: the nodes contradict each other. Do not rely on it."
    case .claims: "The receipt claims"
    case .chainSays: "The chain says"
    case .nodesSay: "The nodes say"
    }
  }

  var korean: String {
    switch self {
    case .title: "영수증"
    case .explained: "구매 내용을 적은 것으로 그 자체로는 아무것도 증명하지 않습니다. 받은 사람이 체인과 대조해 확인합니다. 코드에 모든 내용이 들어 있습니다."
    case .asFile: "파일로 내려받기"
    case .link: "링크"
    case .lecture: "강의"
    case .student: "수강생"
    case .paid: "지불한 금액"
    case .block: "블록"
    case .transaction: "트랜잭션"
    case .checkTitle: "영수증 확인"
    case .checkHint: "구매 영수증을 사용 중인 체인과 계약에 대조합니다. 누구나 확인할 수 있습니다."
    case .paste: "영수증의 링크 또는 텍스트"
    case .pasteHint: "lectures:receipt? 로 시작하는 텍스트, 또는 영수증 파일의 전체 내용"
    case .check: "확인하기"
    case .file: "영수증 파일 또는 코드가 있는 그림"
    case .fileHint: "JSON, PNG, JPEG, WebP"
    case .fileMissing: "파일을 고르세요."
    case .good: "올바른 영수증입니다. 체인에 이 구매가 있습니다. 누구의 답인지는 “증거” 줄에 있습니다."
    case .notGood: "올바른 영수증이 아닙니다. 체인의 내용과 다릅니다. 누구의 답인지는 “증거” 줄에 있습니다."
    case .undecided: "노드들의 답이 서로 달라 영수증이 올바른지 판단할 수 없습니다. 이 영수증을 믿지 마세요."
    case .claims: "영수증의 주장"
    case .chainSays: "체인의 기록"
    case .nodesSay: "노드들의 답"
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Квитанція"
    case .explained:
      "Вона називає вашу покупку й сама нічого не доводить: хто її отримає, звіряє її з мережею. Код містить її всю."
    case .asFile: "Завантажити файлом"
    case .link: "Посиланням"
    case .lecture: "Лекція"
    case .student: "Студент"
    case .paid: "Сплачено"
    case .block: "Блок"
    case .transaction: "Транзакція"
    case .checkTitle: "Перевірити квитанцію"
    case .checkHint:
      "Квитанцію про покупку звіряють з мережею й контрактом, які тут використовуються. Перевірити може кожен."
    case .paste: "Посилання або текст квитанції"
    case .pasteHint: "Те, що починається з lectures:receipt?, або весь текст її файлу"
    case .check: "Перевірити"
    case .file: "Файл квитанції або зображення її коду"
    case .fileHint: "JSON, PNG, JPEG або WebP"
    case .fileMissing: "Виберіть файл."
    case .good: "Квитанція правильна: ця покупка є в мережі. Чиє це слово, сказано в рядку «Доказ»."
    case .notGood: "Квитанція неправильна: мережа її не підтверджує. Чиє це слово, сказано в рядку «Доказ»."
    case .undecided: "Чи правильна квитанція, не вирішено: вузли суперечать один одному. Не покладайтеся на неї."
    case .claims: "Квитанція стверджує"
    case .chainSays: "Мережа каже"
    case .nodesSay: "Вузли кажуть"
    }
  }
}
