import Localization

/// The words of the page of an invitation.
enum JoinPageText: Phrase {
  case title, onlyFromKnown, chain, nodes, usualNodes, codeHash, kind, otherProgram
  case isLectures, unknownCode, noLectures, noContract, noAnswer
  case replaces, chainNow, contractNow, nodesNow, site, siteNow, replaceMeant, replaceMissing
  case take(String), link, linkHint, look, joined(String), stronger, noSchool, scan, toTry

  var english: String {
    switch self {
    case .title: "Invitation to a school"
    case .onlyFromKnown:
      "Whoever invites you names the contract that your money goes to. Take invitations only from people you know, and compare the contract's address with them."
    case .chain: "Chain id"
    case .nodes: "Nodes"
    case .usualNodes: "those that are known here"
    case .codeHash: "Hash of the contract's code"
    case .kind: "Kind of contract"
    case .otherProgram: "another program"
    case .isLectures:
      "A node of this network has a lecture contract at the address, with the code that this program knows."
    case .unknownCode:
      "The contract at this address has the functions of a lecture contract, and its code is not known to this program: it may keep what is paid to it."
    case .noLectures: "The contract at this address is not a lecture contract."
    case .noContract: "No contract is at this address."
    case .noAnswer: "The contract could not be looked at:"
    case .replaces: "A network of this name is set up here already. The invitation would replace:"
    case .chainNow: "Chain id now"
    case .contractNow: "Contract now"
    case .nodesNow: "Nodes now"
    case .site: "Site with descriptions of the lectures"
    case .siteNow: "Site now"
    case .replaceMeant: "Replace what is set up."
    case .replaceMissing: "Tick that what is set up is to be replaced, or cancel. Nothing was changed."
    case .take(let network): "Take it, and use \(network) from now on"
    case .link: "Link of an invitation"
    case .linkHint: "It begins with lectures:join?"
    case .look: "Look at it"
    case .joined(let network): "The invitation was taken: these pages use the network \(network) now."
    case .stronger: "A variable of the environment is stronger than the invitation, and decides."
    case .noSchool: "No school is set up here yet"
    case .scan: "Scan the QR code"
    case .toTry: "To look around without a school, run this in a terminal. Its money is worth nothing:"
    }
  }

  var korean: String {
    switch self {
    case .title: "학교 초대"
    case .onlyFromKnown: "초대하는 사람이 돈이 갈 계약을 정합니다. 아는 사람의 초대만 받고, 계약 주소를 그 사람과 대조하세요."
    case .chain: "체인 번호"
    case .nodes: "노드"
    case .usualNodes: "이 프로그램이 아는 노드"
    case .codeHash: "계약 코드의 해시"
    case .kind: "계약 종류"
    case .otherProgram: "다른 프로그램"
    case .isLectures: "이 네트워크의 노드에 따르면 그 주소에 이 프로그램이 아는 코드의 강의 계약이 있습니다."
    case .unknownCode:
      "이 주소의 계약은 강의 계약의 함수를 갖추었지만 코드는 이 프로그램이 모르는 것이며, 낸 돈을 돌려주지 않을 수도 있습니다."
    case .noLectures: "이 주소의 계약은 강의 계약이 아닙니다."
    case .noContract: "이 주소에는 계약이 없습니다."
    case .noAnswer: "계약을 확인하지 못했습니다:"
    case .replaces: "같은 이름의 네트워크가 이미 설정되어 있습니다. 초대가 바꾸는 것:"
    case .chainNow: "현재 체인 번호"
    case .contractNow: "현재 계약"
    case .nodesNow: "현재 노드"
    case .site: "강의 설명이 있는 사이트"
    case .siteNow: "현재 사이트"
    case .replaceMeant: "설정된 것을 바꿉니다."
    case .replaceMissing: "설정을 바꾼다고 표시하거나 취소하세요. 아무것도 바꾸지 않았습니다."
    case .take(let network): "받아들이고 앞으로 \(network) 사용"
    case .link: "초대 링크"
    case .linkHint: "lectures:join?으로 시작합니다"
    case .look: "살펴보기"
    case .joined(let network): "초대를 받아들였습니다. 이제 \(network) 네트워크를 사용합니다."
    case .stronger: "환경 변수가 초대보다 우선하여 그 값이 쓰입니다."
    case .noSchool: "아직 연결된 학교가 없습니다"
    case .scan: "QR 코드 스캔"
    case .toTry: "학교 없이 둘러보려면 터미널에서 다음을 실행하세요. 여기서 쓰는 돈은 가치가 없습니다:"
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Запрошення до школи"
    case .onlyFromKnown:
      "Хто запрошує, той називає контракт, до якого підуть ваші гроші. Приймайте запрошення лише від знайомих і звірте з ними адресу контракту."
    case .chain: "Номер мережі"
    case .nodes: "Вузли"
    case .usualNodes: "ті, що тут відомі"
    case .codeHash: "Хеш коду контракту"
    case .kind: "Вид контракту"
    case .otherProgram: "інша програма"
    case .isLectures: "За словами вузла цієї мережі, за адресою є контракт лекцій із кодом, відомим цій програмі."
    case .unknownCode:
      "Контракт за цією адресою має функції контракту лекцій, але його код цій програмі невідомий: він може не віддати сплаченого."
    case .noLectures: "Контракт за цією адресою — не контракт лекцій."
    case .noContract: "За цією адресою немає контракту."
    case .noAnswer: "Контракт не вдалося оглянути:"
    case .replaces: "Мережу з такою назвою тут уже налаштовано. Запрошення замінило б:"
    case .chainNow: "Номер мережі тепер"
    case .contractNow: "Контракт тепер"
    case .nodesNow: "Вузли тепер"
    case .site: "Сайт з описами лекцій"
    case .siteNow: "Сайт тепер"
    case .replaceMeant: "Замінити налаштоване."
    case .replaceMissing: "Позначте, що налаштоване треба замінити, або скасуйте. Нічого не змінено."
    case .take(let network): "Прийняти й відтепер працювати в \(network)"
    case .link: "Посилання-запрошення"
    case .linkHint: "Починається з lectures:join?"
    case .look: "Переглянути"
    case .joined(let network): "Запрошення прийнято: сторінки тепер працюють у мережі \(network)."
    case .stronger: "Змінна середовища сильніша за запрошення й вирішує."
    case .noSchool: "Школу тут ще не налаштовано"
    case .scan: "Сканувати QR-код"
    case .toTry: "Щоб роздивитися без школи, виконайте це в терміналі. Гроші там нічого не варті:"
    }
  }
}
