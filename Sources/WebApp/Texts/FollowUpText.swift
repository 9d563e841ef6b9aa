import Localization
import Primitives

/// The words that lead on from an action that is done.
enum FollowUpText: Phrase {
  case bought, seeLecture, opened(UInt256?), describe

  var english: String {
    switch self {
    case .bought: "The lecture is yours. Its page shows what buyers are told, and there you rate it."
    case .seeLecture: "See the lecture"
    case .opened(let number):
      "\(number.map { "Lecture \($0)" } ?? "The lecture") is in the students' list from now on. Describe it next: what it is about, when and where it takes place."
    case .describe: "Describe it"
    }
  }

  var korean: String {
    switch self {
    case .bought: "강의를 구매했습니다. 강의 페이지에서 구매자에게 공개된 내용을 보고 강의를 평가할 수 있습니다."
    case .seeLecture: "강의 보기"
    case .opened(let number):
      "이제 학생들이 목록에서 이 강의\(number.map { "(\($0)번)" } ?? "")를 볼 수 있습니다. 다음으로 강의 내용과 시간, 장소를 알려 주세요."
    case .describe: "강의 설명 쓰기"
    }
  }

  var ukrainian: String {
    switch self {
    case .bought: "Лекція ваша. На її сторінці — те, що бачать покупці, і там ви її оціните."
    case .seeLecture: "До лекції"
    case .opened(let number):
      "\(number.map { "Лекція \($0)" } ?? "Лекція") відтепер у списку студентів. Далі опишіть її: про що вона, коли й де відбудеться."
    case .describe: "Описати її"
    }
  }
}
