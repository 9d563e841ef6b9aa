import Localization
import Terminal

/// The sentences about invitations to a school.
enum InvitationText: Phrase {
  case question(network: String)
  /// The headings of facts that an invitation would replace.
  case chainNow, contractNow, endpointNow, siteNow, chain, site, usualEndpoints
  case looking
  case howTo(command: String)
  case inFile(String)
  case tooNarrow(columns: Int)
  case leftOut(Int)
  case onlyHere
  case taken(network: String)

  var english: StyledText {
    switch self {
    case .question(let network): "Take the invitation, and work on the network \(network) from now on?"
    case .chainNow: "Chain id now"
    case .contractNow: "Contract now"
    case .endpointNow: "Endpoint now"
    case .siteNow: "Site now"
    case .chain: "Chain id"
    case .site: "Site"
    case .usualEndpoints: "those that are known here"
    case .looking: "Looking at the contract"
    case .howTo(let command): "Who is invited scans it, or runs: \(command, .action)"
    case .inFile(let path): "The code is in \(path, .strong)."
    case .tooNarrow(let columns):
      "The terminal is too narrow for the code (\(columns) columns): \("--output FILE", .action)"
    case .leftOut(let count):
      StyledText(
        "Left out: \(count) \(Plural.english(count, "endpoint", "endpoints")) with a password or a key in the address, or too many for a link.",
        .warning)
    case .onlyHere: StyledText("Its endpoint is reached from this machine alone.", .warning)
    case .taken(let network): "Commands work on \(network, .strong) from now on: \("lectures list", .action)"
    }
  }

  var korean: StyledText {
    switch self {
    case .question(let network): "초대를 받아들이고 앞으로 \(network) 네트워크에서 작업하시겠습니까?"
    case .chainNow: "현재 체인 ID"
    case .contractNow: "현재 계약"
    case .endpointNow: "현재 엔드포인트"
    case .siteNow: "현재 사이트"
    case .chain: "체인 번호"
    case .site: "사이트"
    case .usualEndpoints: "이 프로그램이 아는 엔드포인트"
    case .looking: "계약을 확인하는 중"
    case .howTo(let command): "초대받은 사람은 코드를 스캔하거나 다음을 실행합니다: \(command, .action)"
    case .inFile(let path): "코드를 저장한 파일: \(path, .strong)"
    case .tooNarrow(let columns): "코드를 표시하려면 \(columns)칸이 필요합니다: \("--output FILE", .action)"
    case .leftOut(let count): StyledText("비밀번호나 키가 들어 있거나 링크에 넣기에 많아 제외한 엔드포인트: \(count)개", .warning)
    case .onlyHere: StyledText("이 엔드포인트는 이 컴퓨터에서만 접속할 수 있습니다.", .warning)
    case .taken(let network): "앞으로 명령은 \(network, .strong) 네트워크를 사용합니다: \("lectures list", .action)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .question(let network): "Прийняти запрошення й надалі працювати в мережі \(network)?"
    case .chainNow: "Номер ланцюга тепер"
    case .contractNow: "Контракт тепер"
    case .endpointNow: "Вузол тепер"
    case .siteNow: "Сайт тепер"
    case .chain: "Номер мережі"
    case .site: "Сайт"
    case .usualEndpoints: "ті, що тут відомі"
    case .looking: "Перевіряємо контракт"
    case .howTo(let command): "Запрошені сканують код або виконують: \(command, .action)"
    case .inFile(let path): "Код записано у файл \(path, .strong)."
    case .tooNarrow(let columns):
      "Термінал завузький для коду, потрібно стовпців: \(columns). \("--output FILE", .action)"
    case .leftOut(let count):
      StyledText("Не внесено вузлів із паролем чи ключем в адресі або зайвих для посилання: \(count)", .warning)
    case .onlyHere: StyledText("Цей вузол доступний лише з цього комп’ютера.", .warning)
    case .taken(let network): "Відтепер команди працюють у мережі \(network, .strong): \("lectures list", .action)"
    }
  }
}
