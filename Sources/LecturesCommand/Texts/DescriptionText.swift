import Localization
import Terminal

/// The words about descriptions of lectures.
enum DescriptionText: Phrase {
  case description, dates, place, seats, link, made, hash
  case forBuyers(command: String)
  case noneGiven
  case word
  case published(site: String)
  case inFile(String)
  case linkIs(lecture: String, run: UInt64)
  case keepIt
  case problem(String)
  case asking(site: String)

  var english: StyledText {
    switch self {
    case .description: "Description"
    case .dates: "Dates"
    case .place: "Place"
    case .seats: "Seats"
    case .link: "Link"
    case .made: "Signed"
    case .hash: "Hash"
    case .forBuyers(let command): "for buyers: \(command, .action)"
    case .noneGiven: StyledText("none", .dim)
    case .word: StyledText("Dates, place and seats are the teacher's word: the contract does not know them.", .dim)
    case .published(let site): StyledText("The description is published", .good) + " at \(site, .strong)."
    case .inFile(let path): "The description is in \(path, .strong)."
    case .linkIs(let lecture, let run): "The link for buyers of lecture \(lecture, .strong), run \("\(run)", .strong):"
    case .keepIt: StyledText("The teacher gave it to those who bought the run. Keep it to yourself.", .dim)
    case .problem(let why): "The site's description is not shown: \(why)"
    case .asking(let site): "Asking \(site)"
    }
  }

  var korean: StyledText {
    switch self {
    case .description: "강의 소개"
    case .dates: "일정"
    case .place: "장소"
    case .seats: "정원"
    case .link: "링크"
    case .made: "서명 시각"
    case .hash: "해시"
    case .forBuyers(let command): "구매자용: \(command, .action)"
    case .noneGiven: StyledText("없음", .dim)
    case .word: StyledText("일정, 장소, 정원은 강사가 알린 내용이며 계약에는 기록되지 않습니다.", .dim)
    case .published(let site): StyledText("강의 소개를 게시했습니다", .good) + ": \(site, .strong)"
    case .inFile(let path): "강의 소개를 저장한 파일: \(path, .strong)"
    case .linkIs(let lecture, let run): "\(lecture, .strong)번 강의 회차 \("\(run)", .strong)의 구매자용 링크:"
    case .keepIt: StyledText("강사가 이 회차의 구매자에게 제공하는 링크입니다. 다른 사람에게 알리지 마십시오.", .dim)
    case .problem(let why): "사이트의 강의 소개를 표시하지 않습니다: \(why)"
    case .asking(let site): "사이트에 문의하는 중: \(site)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .description: "Опис"
    case .dates: "Дати"
    case .place: "Місце"
    case .seats: "Місць"
    case .link: "Посилання"
    case .made: "Підписано"
    case .hash: "Геш"
    case .forBuyers(let command): "для покупців: \(command, .action)"
    case .noneGiven: StyledText("немає", .dim)
    case .word: StyledText("Дати, місце та кількість місць повідомив викладач: контракт їх не знає.", .dim)
    case .published(let site): StyledText("Опис опубліковано", .good) + ": \(site, .strong)"
    case .inFile(let path): "Опис записано у файл \(path, .strong)."
    case .linkIs(let lecture, let run):
      "Посилання для покупців лекції \(lecture, .strong), набір \("\(run)", .strong):"
    case .keepIt: StyledText("Викладач дає його тим, хто купив набір. Не передавайте його іншим.", .dim)
    case .problem(let why): "Опис із сайту не показано: \(why)"
    case .asking(let site): "Запит до сайту \(site)"
    }
  }
}
