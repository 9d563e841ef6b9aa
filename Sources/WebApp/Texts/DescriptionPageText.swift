import Localization

/// The words of a lecture's description on its page.
enum DescriptionPageText: Phrase {
  case title, dates, place, seats, open, signed, link, linkExplained, forBuyers, atSite

  var english: String {
    switch self {
    case .title: "Description"
    case .dates: "Dates"
    case .place: "Place"
    case .seats: "Seats"
    case .open: "Open the link for buyers"
    case .signed:
      "Signed by the teacher. Dates, place and seats are the teacher's word: the contract does not know them."
    case .link: "Link for buyers"
    case .linkExplained: "The teacher gave this link to those who bought the lecture. Keep it to yourself."
    case .forBuyers: "There is a link for those who bought this lecture."
    case .atSite: "Open it at the platform"
    }
  }

  var korean: String {
    switch self {
    case .title: "강의 소개"
    case .dates: "일정"
    case .place: "장소"
    case .seats: "정원"
    case .open: "구매자용 링크 열기"
    case .signed: "강사가 서명했습니다. 일정, 장소, 정원은 강사가 알린 내용이며 계약에는 기록되지 않습니다."
    case .link: "구매자용 링크"
    case .linkExplained: "강사가 강의 구매자에게 제공하는 링크입니다. 다른 사람에게 알리지 마십시오."
    case .forBuyers: "이 강의의 구매자를 위한 링크가 있습니다."
    case .atSite: "플랫폼에서 열기"
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Опис"
    case .dates: "Дати"
    case .place: "Місце"
    case .seats: "Місць"
    case .open: "Відкрити посилання для покупців"
    case .signed: "Підписано викладачем. Дати, місце та кількість місць повідомив викладач: контракт їх не знає."
    case .link: "Посилання для покупців"
    case .linkExplained: "Викладач дає це посилання тим, хто купив лекцію. Не передавайте його іншим."
    case .forBuyers: "Є посилання для тих, хто купив цю лекцію."
    case .atSite: "Відкрити на платформі"
    }
  }
}
