import Localization
import Terminal

/// The words of commands that serve until they are stopped.
enum ServingText: Phrase {
  case ending
  /// A host that other machines reach, of a service whose API keys are read on the way.
  case keysAreRead, answersAreRead

  // One's own pages.
  case openedInBrowser, openThis
  /// The command that prints another address.
  case worksOnce(command: String)
  case openingSchool
  /// The names of the accounts of a demonstration, and their password.
  case accounts(String, password: String)

  // A platform's pages.
  case platform(String)
  case listensOn, database

  var english: StyledText {
    switch self {
    case .ending: "Ctrl-C ends it."
    case .keysAreRead: "It speaks plain HTTP: whoever is on the way reads the API keys."
    case .answersAreRead: "It speaks plain HTTP: whoever is on the way reads and changes what it shows."
    case .openedInBrowser: StyledText("The pages are open in your browser.", .good)
    case .openThis: StyledText("Open this address in a browser of this machine:", .good)
    case .worksOnce(let command): "It works once, within five minutes; another one: \(command, .action)"
    case .openingSchool: "Opening a school on a devnet"
    case .accounts(let names, let password): "Accounts: \(names). The password of each is \(password, .strong)"
    case .platform(let address): StyledText("The platform is served at \(address)", .good)
    case .listensOn: "Listens on"
    case .database: "Database"
    }
  }

  var korean: StyledText {
    switch self {
    case .ending: "`Ctrl-C`로 끝냅니다."
    case .keysAreRead: "암호화되지 않은 HTTP라서 중간에서 API 키를 읽을 수 있습니다."
    case .answersAreRead: "암호화되지 않은 HTTP라서 중간에서 내용을 읽고 바꿀 수 있습니다."
    case .openedInBrowser: StyledText("브라우저에 페이지를 열었습니다.", .good)
    case .openThis: StyledText("이 컴퓨터의 브라우저에서 다음 주소를 여십시오:", .good)
    case .worksOnce(let command): "5분 안에 한 번만 쓸 수 있습니다. 새 주소: \(command, .action)"
    case .openingSchool: "시험용 체인에 학교를 여는 중"
    case .accounts(let names, let password): "계정: \(names). 모두의 비밀번호: \(password, .strong)"
    case .platform(let address): StyledText("플랫폼을 제공하는 주소: \(address)", .good)
    case .listensOn: "수신 주소"
    case .database: "데이터베이스"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .ending: "Зупинити: `Ctrl-C`."
    case .keysAreRead: "HTTP без шифрування: хто на шляху, той читає ключі API."
    case .answersAreRead: "HTTP без шифрування: хто на шляху, той читає і змінює все, що показано."
    case .openedInBrowser: StyledText("Сторінки відкрито у вашому браузері.", .good)
    case .openThis: StyledText("Відкрийте цю адресу в браузері на цьому комп’ютері:", .good)
    case .worksOnce(let command): "Вона діє один раз упродовж п’яти хвилин; інша: \(command, .action)"
    case .openingSchool: "Відкриваю школу в тестовій мережі"
    case .accounts(let names, let password): "Рахунки: \(names). Пароль кожного: \(password, .strong)"
    case .platform(let address): StyledText("Платформа працює за адресою \(address)", .good)
    case .listensOn: "Адреса"
    case .database: "База даних"
    }
  }
}
