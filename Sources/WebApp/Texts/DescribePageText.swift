import Localization
import Primitives

/// The words of the page on which a teacher describes a lecture.
enum DescribePageText: Phrase {
  case title, explained, question(UInt256)
  case text(Int), textIn(String), language, languageHint, words
  case date(Int), datesHint, starts, ends, zone, endZone, moreRows
  case linkHint, runs, allRuns, linkHash, issued, hash
  case signsOnly, noLink, asked, published, signed, toSite(String), keptHere
  case wrongLanguage, wrongText, wrongTexts, noText, wrongDate, wrongSeats, wrongPlace, wrongLink, linkNeedsSite

  /// The command that names the site: no page does.
  private static let naming = "lectures config set site"

  var english: String {
    switch self {
    case .title: "Describe the lecture"
    case .explained:
      "Say what the lecture is about. You see all of it once more before you sign it; a newer description takes the place of the older one. It costs nothing and sends nothing to the chain."
    case .question(let number): "Sign this description of lecture \(number)?"
    case .text(let row): "Text \(row)"
    case .textIn(let tag): "Text (\(tag))"
    case .language: "Language"
    case .languageHint: "Its short name, such as en, ko or uk"
    case .words: "Text"
    case .date(let row): "Date \(row)"
    case .datesHint: "What you leave empty is left out."
    case .starts: "Begins"
    case .ends: "Ends"
    case .zone: "Time zone, such as +09:00"
    case .endZone: "Time zone of the end"
    case .moreRows: "More texts or dates"
    case .linkHint:
      "Only accounts that bought the lecture get it. It begins with https://. Leave it empty, and the new description has none."
    case .runs: "For"
    case .allRuns: "all runs"
    case .linkHash: "Hash of the link"
    case .issued: "Time of the description"
    case .hash: "Hash that is signed"
    case .signsOnly:
      "This signs the description with your account's key. Of the link only the hash is signed. Nothing is sent to the chain and nothing is paid."
    case .noLink: "This description has no link for buyers. If the one before it had one, buyers no longer find it."
    case .asked: "The wallet was asked before. To sign once more is harmless: it is the same description."
    case .published: "The description is published: everybody sees it on the lecture's page."
    case .signed: "The description is signed."
    case .toSite(let site): "It is published at \(site) and kept here."
    case .keptHere:
      "No site is set, so it is kept on this machine alone. To publish it, name the platform’s site in a terminal: \(Self.naming) ADDRESS"
    case .wrongLanguage: "A language is a short name such as en, ko or pt-BR."
    case .wrongText: "A text has 4,000 bytes at most and no control characters."
    case .wrongTexts: "Each language has one text, and all texts together have 16,000 bytes at most."
    case .noText: "Write a text in one language at least."
    case .wrongDate: "A date has a beginning, a later end, and a time zone such as +09:00."
    case .wrongSeats: "Seats are a whole number up to 1,000,000."
    case .wrongPlace: "The place is one line of 300 bytes at most."
    case .wrongLink: "The link begins with https:// and has 1,000 ASCII characters at most, without blanks."
    case .linkNeedsSite:
      "A link needs the platform's site, which hands it out. Name it in a terminal first: \(Self.naming) ADDRESS"
    }
  }

  var korean: String {
    switch self {
    case .title: "강의 소개 쓰기"
    case .explained:
      "강의 내용을 알려 주세요. 서명하기 전에 전체를 다시 보여 드립니다. 새 소개가 이전 소개를 대신합니다. 비용이 들지 않고 체인에 아무것도 보내지 않습니다."
    case .question(let number): "\(number)번 강의의 이 소개에 서명할까요?"
    case .text(let row): "글 \(row)"
    case .textIn(let tag): "글 (\(tag))"
    case .language: "언어"
    case .languageHint: "en, ko, uk 같은 짧은 이름"
    case .words: "글"
    case .date(let row): "일정 \(row)"
    case .datesHint: "비워 둔 칸은 넣지 않습니다."
    case .starts: "시작"
    case .ends: "끝"
    case .zone: "시간대 (예: +09:00)"
    case .endZone: "끝나는 시각의 시간대"
    case .moreRows: "글이나 일정 더 넣기"
    case .linkHint:
      "강의를 구매한 계정만 받습니다. https://로 시작합니다. 비워 두면 새 소개에는 링크가 없습니다."
    case .runs: "대상 회차"
    case .allRuns: "모든 회차"
    case .linkHash: "링크의 해시"
    case .issued: "소개의 시각"
    case .hash: "서명하는 해시"
    case .signsOnly:
      "본인 계정의 키로 소개에 서명합니다. 링크는 해시만 서명됩니다. 체인에 아무것도 보내지 않으며 비용도 없습니다."
    case .noLink: "이 소개에는 구매자용 링크가 없습니다. 이전 소개에 링크가 있었다면 구매자가 더는 찾을 수 없습니다."
    case .asked: "이미 지갑에 요청했습니다. 같은 소개이므로 다시 서명해도 괜찮습니다."
    case .published: "소개를 게시했습니다. 강의 페이지에서 누구나 볼 수 있습니다."
    case .signed: "소개에 서명했습니다."
    case .toSite(let site): "\(site)에 게시하고 여기에도 보관합니다."
    case .keptHere: "설정된 사이트가 없어 이 컴퓨터에만 보관합니다. 게시하려면 터미널에서 사이트를 정하세요: \(Self.naming) 주소"
    case .wrongLanguage: "언어는 en, ko, pt-BR 같은 짧은 이름입니다."
    case .wrongText: "글은 4,000바이트 이하이며 제어 문자를 쓸 수 없습니다."
    case .wrongTexts: "언어마다 글은 하나이고, 모든 글을 합쳐 16,000바이트 이하여야 합니다."
    case .noText: "적어도 한 언어로 글을 쓰세요."
    case .wrongDate: "일정에는 시작, 그보다 늦은 끝, +09:00 같은 시간대가 있어야 합니다."
    case .wrongSeats: "정원은 1,000,000 이하의 정수입니다."
    case .wrongPlace: "장소는 한 줄, 300바이트 이하입니다."
    case .wrongLink: "링크는 https://로 시작하고 공백 없는 ASCII 문자 1,000자 이하입니다."
    case .linkNeedsSite: "링크는 플랫폼 사이트가 나누어 줍니다. 먼저 터미널에서 사이트를 정하세요: \(Self.naming) 주소"
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Описати лекцію"
    case .explained:
      "Розкажіть, про що лекція. Перед підписом ви побачите все ще раз; новіший опис замінює старіший. Це нічого не коштує й нічого не надсилає в мережу."
    case .question(let number): "Підписати цей опис лекції \(number)?"
    case .text(let row): "Текст \(row)"
    case .textIn(let tag): "Текст (\(tag))"
    case .language: "Мова"
    case .languageHint: "Коротка назва: en, ko або uk"
    case .words: "Текст"
    case .date(let row): "Дата \(row)"
    case .datesHint: "Порожні поля не враховуються."
    case .starts: "Початок"
    case .ends: "Кінець"
    case .zone: "Часовий пояс, наприклад +02:00"
    case .endZone: "Часовий пояс кінця"
    case .moreRows: "Більше текстів або дат"
    case .linkHint:
      "Його отримають лише рахунки, що купили лекцію. Починається з https://. Якщо поле порожнє, новий опис посилання не матиме."
    case .runs: "Для"
    case .allRuns: "усіх наборів"
    case .linkHash: "Геш посилання"
    case .issued: "Час опису"
    case .hash: "Геш, який підписується"
    case .signsOnly:
      "Опис підписує ключ вашого рахунку. Із посилання підписується лише хеш. У мережу нічого не надсилається, нічого не сплачується."
    case .noLink:
      "У цьому описі немає посилання для покупців. Якщо в попередньому воно було, покупці його більше не знайдуть."
    case .asked: "Гаманець уже запитували. Підписати ще раз безпечно: це той самий опис."
    case .published: "Опис опубліковано: його бачать усі на сторінці лекції."
    case .signed: "Опис підписано."
    case .toSite(let site): "Його буде опубліковано на \(site) і збережено тут."
    case .keptHere:
      "Сайт не вказано, тож опис зберігається лише на цьому комп’ютері. Щоб опублікувати, вкажіть сайт у терміналі: \(Self.naming) АДРЕСА"
    case .wrongLanguage: "Мова – це коротка назва: en, ko або pt-BR."
    case .wrongText: "Текст має щонайбільше 4000 байтів і жодних керівних символів."
    case .wrongTexts: "Для кожної мови один текст, разом щонайбільше 16 000 байтів."
    case .noText: "Напишіть текст хоча б однією мовою."
    case .wrongDate: "Дата має початок, пізніший кінець і часовий пояс, наприклад +02:00."
    case .wrongSeats: "Кількість місць – ціле число до 1 000 000."
    case .wrongPlace: "Місце – один рядок, щонайбільше 300 байтів."
    case .wrongLink: "Посилання починається з https:// і має щонайбільше 1000 символів ASCII без пробілів."
    case .linkNeedsSite:
      "Посилання роздає сайт платформи. Спершу вкажіть його в терміналі: \(Self.naming) АДРЕСА"
    }
  }
}
