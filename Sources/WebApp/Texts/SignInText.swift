import Localization

/// The words of signing in with a wallet.
enum SignInText: Phrase {
  case title, signIn, signOut, explained, wallets, needsScript, address, free(String), rights

  var english: String {
    switch self {
    case .title: "Sign in with your wallet"
    case .signIn: "Sign in"
    case .signOut: "Sign out"
    case .explained:
      "Your wallet shows a short message in English and asks you to sign it. It costs nothing and sends nothing: it only shows that the account is yours."
    case .wallets: "Wallets in this browser"
    case .needsScript:
      "Signing needs the wallet's own JavaScript, which is switched off in this browser. Everything else can be read without it."
    case .address: "This site's address, for your wallet app's browser:"
    case .free(let symbol):
      "With Kaia Wallet this school pays the fee; the price of a lecture is paid in \(symbol) all the same."
    case .rights: "What you may do follows from the chain: students, teachers and the owner have no accounts here."
    }
  }

  var korean: String {
    switch self {
    case .title: "지갑으로 로그인"
    case .signIn: "로그인"
    case .signOut: "로그아웃"
    case .explained:
      "지갑에 영어로 된 짧은 메시지가 나타나고 서명을 요청합니다. 비용이 들지 않고 아무것도 보내지 않습니다. 계정이 본인 것임을 보여 줄 뿐입니다."
    case .wallets: "이 브라우저의 지갑"
    case .needsScript:
      "서명하려면 지갑의 자바스크립트가 필요하지만 이 브라우저에서 꺼져 있습니다. 다른 내용은 모두 그대로 읽을 수 있습니다."
    case .address: "지갑 앱의 브라우저에 입력할 사이트 주소:"
    case .free(let symbol): "카이아 월렛을 쓰면 학교가 수수료를 냅니다. 강의 가격(\(symbol))은 직접 냅니다."
    case .rights: "할 수 있는 일은 체인에 기록된 역할에 따릅니다. 이 사이트에는 따로 만든 계정이 없습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Увійти гаманцем"
    case .signIn: "Увійти"
    case .signOut: "Вийти"
    case .explained:
      "Гаманець покаже коротке повідомлення англійською й попросить його підписати. Це нічого не коштує й нічого не надсилає, лише доводить, що рахунок ваш."
    case .wallets: "Гаманці в цьому браузері"
    case .needsScript:
      "Для підпису потрібен JavaScript гаманця, а в цьому браузері його вимкнено. Усе інше можна читати й так."
    case .address: "Адреса сайту для браузера застосунку гаманця:"
    case .free(let symbol): "З Kaia Wallet комісію сплачує школа; ціну лекції все одно платять у \(symbol)."
    case .rights: "Що вам можна, визначає ланцюг: окремих облікових записів тут немає."
    }
  }
}
