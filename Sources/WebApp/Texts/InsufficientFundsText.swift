import Localization

/// The words on an account that has too little for an action.
enum InsufficientFundsText: Phrase {
  case title, needed, neededWithoutFee, held, missing, feeToo, ratingToo, toAccount
  /// The button that leads to the request for what is missing.
  case receive(String)

  var english: String {
    switch self {
    case .title: "Not enough money"
    case .needed: "Needed at most"
    case .neededWithoutFee: "Needed, without the fee"
    case .held: "There is"
    case .missing: "Missing"
    case .feeToo: "The network’s fee comes on top: ask for a little more."
    case .ratingToo: "The fees of buying it and of rating it later are in what is needed."
    case .toAccount: "Send what is missing to the account that you signed in with, then begin anew."
    case .receive(let amount): "Receive \(amount)"
    }
  }

  var korean: String {
    switch self {
    case .title: "잔액이 부족합니다"
    case .needed: "최대 필요 금액"
    case .neededWithoutFee: "필요 금액(수수료 제외)"
    case .held: "현재 잔액"
    case .missing: "부족한 금액"
    case .feeToo: "네트워크 수수료가 더 듭니다. 조금 더 요청하세요."
    case .ratingToo: "필요 금액에는 구매와 나중의 평가에 드는 수수료가 들어 있습니다."
    case .toAccount: "로그인한 계정으로 부족한 금액을 보낸 뒤 다시 시작하세요."
    case .receive(let amount): "\(amount) 받기"
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Бракує коштів"
    case .needed: "Потрібно щонайбільше"
    case .neededWithoutFee: "Потрібно без комісії"
    case .held: "Є"
    case .missing: "Бракує"
    case .feeToo: "Комісія мережі — понад це: попросіть трохи більше."
    case .ratingToo: "У цій сумі вже є комісії за купівлю й за пізнішу оцінку."
    case .toAccount: "Надішліть те, чого бракує, на рахунок, з яким ви ввійшли, і почніть знову."
    case .receive(let amount): "Отримати \(amount)"
    }
  }
}
