import Localization

/// The words of what pages refuse themselves.
enum RefusalText: Phrase {
  case title(WebRefusal)
  case advice(WebRefusal)

  var english: String {
    switch self {
    case .title(.notFound): "There is no such page"
    case .title(.otherMethod): "This page takes no form"
    case .title(.foreignForm): "This form is too old, or not from these pages"
    case .title(.badForm): "The form cannot be read"
    case .title(.readOnly): "These pages only show"
    case .title(.noSession): "You are not in"
    case .title(.noProposal): "This review is over"
    case .title(.tooManyTries(let seconds)): "Too many wrong passwords: wait \(seconds) s"
    case .advice(.notFound), .advice(.otherMethod): "Look for it in the lists."
    case .advice(.foreignForm): "Open the page anew and fill it in there. Nothing was sent."
    case .advice(.badForm): "Open the page anew. Nothing was sent."
    case .advice(.readOnly): "They were started read-only. Nothing was sent."
    case .advice(.noSession): "Open these pages from your terminal."
    case .advice(.noProposal): "Reviews are good for ten minutes. What was sent stands under Transactions."
    case .advice(.tooManyTries): "Nothing was sent."
    }
  }

  var korean: String {
    switch self {
    case .title(.notFound): "그런 페이지가 없습니다"
    case .title(.otherMethod): "이 페이지는 양식을 받지 않습니다"
    case .title(.foreignForm): "양식이 너무 오래되었거나 이 사이트의 것이 아닙니다"
    case .title(.badForm): "양식을 읽을 수 없습니다"
    case .title(.readOnly): "보기 전용 페이지입니다"
    case .title(.noSession): "아직 들어오지 않았습니다"
    case .title(.noProposal): "이 확인 페이지는 끝났습니다"
    case .title(.tooManyTries(let seconds)): "비밀번호가 여러 번 틀렸습니다. \(seconds)초 기다리세요"
    case .advice(.notFound), .advice(.otherMethod): "목록에서 찾아보세요."
    case .advice(.foreignForm): "페이지를 새로 열어 다시 입력하세요. 아무것도 보내지 않았습니다."
    case .advice(.badForm): "페이지를 새로 여세요. 아무것도 보내지 않았습니다."
    case .advice(.readOnly): "읽기 전용으로 시작되었습니다. 아무것도 보내지 않았습니다."
    case .advice(.noSession): "터미널에서 이 페이지를 여세요."
    case .advice(.noProposal): "확인 페이지는 10분 동안 유효합니다. 보낸 것은 트랜잭션 목록에 있습니다."
    case .advice(.tooManyTries): "아무것도 보내지 않았습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .title(.notFound): "Такої сторінки немає"
    case .title(.otherMethod): "Ця сторінка не приймає форм"
    case .title(.foreignForm): "Форма застаріла або не з цих сторінок"
    case .title(.badForm): "Форму не вдалося прочитати"
    case .title(.readOnly): "Ці сторінки лише показують"
    case .title(.noSession): "Ви не ввійшли"
    case .title(.noProposal): "Цей перегляд закінчився"
    case .title(.tooManyTries(let seconds)): "Забагато хибних паролів: зачекайте \(seconds) с"
    case .advice(.notFound), .advice(.otherMethod): "Пошукайте у списках."
    case .advice(.foreignForm): "Відкрийте сторінку знову й заповніть її. Нічого не надіслано."
    case .advice(.badForm): "Відкрийте сторінку знову. Нічого не надіслано."
    case .advice(.readOnly): "Їх запущено лише для читання. Нічого не надіслано."
    case .advice(.noSession): "Відкрийте ці сторінки з термінала."
    case .advice(.noProposal): "Перегляд діє десять хвилин. Надіслане — у транзакціях."
    case .advice(.tooManyTries): "Нічого не надіслано."
    }
  }
}
