import Localization

/// The words of the pages on which lectures are opened.
enum TeachPageText: Phrase {
  case title, price(String), priceHint, titleField, titleHint, bytesLeft, preview
  case oddTitle, oddMeant, becomesTeacher, openNow, runsAtMost

  var english: String {
    switch self {
    case .title: "Open a lecture"
    case .price(let unit): "Price for a student, in \(unit)"
    case .priceHint: "A whole number, 1 or more"
    case .titleField: "Title"
    case .titleHint: "At most 100 bytes; letters outside of ASCII take two to four."
    case .bytesLeft: "Bytes left:"
    case .preview: "Preview"
    case .oddTitle:
      "The title has characters that do not show, or that change the order of others. This is what it holds:"
    case .oddMeant: "The title is meant like this."
    case .becomesTeacher: "You become its teacher. Title and teacher cannot be changed later."
    case .openNow: "The lecture is open: the next run can be opened once this one is settled."
    case .runsAtMost: "A lecture has five runs at most; students of an earlier run have to buy it again."
    }
  }

  var korean: String {
    switch self {
    case .title: "강의 개설"
    case .price(let unit): "수강 가격(\(unit))"
    case .priceHint: "1 이상의 정수"
    case .titleField: "제목"
    case .titleHint: "최대 100바이트이며 한글은 한 글자에 3바이트입니다."
    case .bytesLeft: "남은 바이트:"
    case .preview: "미리 보기"
    case .oddTitle: "제목에 보이지 않거나 다른 글자의 순서를 바꾸는 문자가 있습니다. 실제 내용은 다음과 같습니다."
    case .oddMeant: "이 제목이 맞습니다."
    case .becomesTeacher: "내가 이 강의의 강사가 됩니다. 제목과 강사는 나중에 바꿀 수 없습니다."
    case .openNow: "강의가 열려 있습니다. 정산된 뒤에 다음 회차를 열 수 있습니다."
    case .runsAtMost: "한 강의는 최대 5회차까지이며, 이전 회차의 수강생은 다시 구매해야 합니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Відкрити лекцію"
    case .price(let unit): "Ціна для студента, \(unit)"
    case .priceHint: "Ціле число, від 1"
    case .titleField: "Назва"
    case .titleHint: "Щонайбільше 100 байтів; кирилична літера займає два."
    case .bytesLeft: "Лишилося байтів:"
    case .preview: "Попередній вигляд"
    case .oddTitle: "У назві є символи, яких не видно або які змінюють порядок інших. Ось що вона містить:"
    case .oddMeant: "Назва має бути саме такою."
    case .becomesTeacher: "Ви станете її викладачем. Назву й викладача потім не змінити."
    case .openNow: "Лекція відкрита: наступний набір можна відкрити після розрахунку за цей."
    case .runsAtMost: "Лекція має щонайбільше п’ять наборів; студенти попереднього купують її знову."
    }
  }
}
