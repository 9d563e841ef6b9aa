import HTTPTypes
import Localization
import Markup

/// The documents for visitors without a session: they hold no data.
enum GateDocuments {
  private static let icon = Assets().link("icon.svg")

  /// The document after a link from the terminal: it sets the cookie and leads to the pages.
  ///
  /// It is no redirect: a cookie for this site alone would not come along when another program opened the address.
  static func entered(_ language: Language, cookie: String) -> WebAnswer {
    var answer = document(language, GateText.entered, refresh: Link("lectures")) {
      Element.link(language[GateText.goOn], to: Link("lectures"))
    }
    answer.headers.append(HTTPField(name: .setCookie, value: cookie))
    return answer
  }

  /// The document for a visitor who followed a link on another page: the cookie comes along from here.
  static func goOn(_ request: WebRequest, _ language: Language) -> WebAnswer {
    document(language, GateText.fromElsewhere) {
      Element.link(language[GateText.goOn], to: Link(back: request.path) ?? Link("lectures"))
    }
  }

  /// The document for a visitor without a session.
  ///
  /// - Parameters:
  ///   - reason: The reason why another link is needed.
  ///   - command: The command that prints one.
  static func noSession(_ language: Language, _ reason: GateText, linkBy command: String) -> WebAnswer {
    document(language, GateText.noSession, status: .forbidden) {
      Element("p") {
        language[reason]
        " "
        Element("code") { command }
      }
    }
  }

  /// The answer to a request that is refused before a page was looked for: for a browser a document that leads to the pages.
  ///
  /// - Parameters:
  ///   - reason: The reason, for people.
  ///   - words: The reason for programs, in English.
  static func refused(
    _ request: WebRequest, _ language: Language, _ status: HTTPResponse.Status, _ reason: GateText, _ words: String
  ) -> WebAnswer {
    guard request.headers[.accept]?.contains("text/html") ?? false else { return .text(status, words) }
    return document(language, GateText.refused, status: status) {
      Element("p") { language[reason] }
      Element.link(language[GateText.toPages], to: Link("lectures"))
    }
  }

  private static func document(
    _ language: Language, _ title: GateText, status: HTTPResponse.Status = .ok, refresh: Link? = nil,
    @MarkupBuilder content: () -> [Element.Node]
  ) -> WebAnswer {
    .document(
      Element("html", ["lang": language.rawValue]) {
        Element("head") {
          Element("meta", ["charset": "utf-8"])
          Element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
          if let refresh { Element("meta", ["http-equiv": "refresh", "content": "0; url=\(refresh.text)"]) }
          Element("title") { "lectures" }
          Element("link", ["rel": "icon", "href": icon.text, "type": "image/svg+xml"])
        }
        Element("body") {
          Element("main") {
            Element("h1") { language[title] }
            content()
          }
        }
      }, status)
  }
}

/// The texts for visitors without a session.
enum GateText: Phrase {
  case entered, goOn, fromElsewhere, noSession, newLink, tooOld
  case refused, toPages, foreign, unnamed, tooLarge, noForm, malformed

  var english: String {
    switch self {
    case .entered: "You are in"
    case .goOn: "Continue"
    case .fromElsewhere: "You came from another page"
    case .noSession: "Open these pages from your terminal"
    case .newLink: "The address from the terminal works once. For a new one:"
    case .tooOld: "This address is too old: it can be used for five minutes. For a new one:"
    case .refused: "Not taken"
    case .toPages: "To the lectures"
    case .foreign: "Another page sent this. It was not taken, and nothing was done."
    case .unnamed:
      "The browser did not say which page sent this, so it was not taken, and nothing was done. If an extension hides that (the header Origin), allow it for this site."
    case .tooLarge:
      "What you sent is too large, and nothing was done. Choose a smaller file or picture, or shorten the text."
    case .noForm: "This page takes a form and got something else. Nothing was done."
    case .malformed: "The request cannot be read, and nothing was done. Open the page again."
    }
  }

  var korean: String {
    switch self {
    case .entered: "들어왔습니다"
    case .goOn: "계속"
    case .fromElsewhere: "다른 페이지에서 오셨습니다"
    case .noSession: "터미널에서 이 페이지를 여세요"
    case .newLink: "터미널의 주소는 한 번만 쓸 수 있습니다. 새 주소:"
    case .tooOld: "이 주소는 너무 오래되었습니다. 주소는 5분 동안만 쓸 수 있습니다. 새 주소:"
    case .refused: "받지 않았습니다"
    case .toPages: "강의 목록으로"
    case .foreign: "다른 페이지에서 보낸 요청이라 받지 않았습니다. 아무 일도 하지 않았습니다."
    case .unnamed:
      "어느 페이지에서 보냈는지 브라우저가 알려 주지 않아 받지 않았습니다. 아무 일도 하지 않았습니다. 확장 프로그램이 이 정보(Origin 헤더)를 숨긴다면 이 사이트에서는 허용하세요."
    case .tooLarge: "보낸 내용이 너무 커서 아무 일도 하지 않았습니다. 더 작은 파일이나 사진을 고르거나 글을 줄이세요."
    case .noForm: "이 페이지는 양식을 받는데 다른 것을 받았습니다. 아무 일도 하지 않았습니다."
    case .malformed: "요청을 읽을 수 없어 아무 일도 하지 않았습니다. 페이지를 다시 여세요."
    }
  }

  var ukrainian: String {
    switch self {
    case .entered: "Ви ввійшли"
    case .goOn: "Далі"
    case .fromElsewhere: "Ви прийшли з іншої сторінки"
    case .noSession: "Відкрийте ці сторінки з термінала"
    case .newLink: "Адреса з термінала працює один раз. Нова:"
    case .tooOld: "Ця адреса надто стара: вона діє п'ять хвилин. Нова:"
    case .refused: "Не прийнято"
    case .toPages: "До лекцій"
    case .foreign: "Це надіслала інша сторінка. Його не прийнято, і нічого не зроблено."
    case .unnamed:
      "Браузер не сказав, яка сторінка це надіслала, тож його не прийнято, і нічого не зроблено. Якщо це приховує розширення (заголовок Origin), дозвольте його для цього сайту."
    case .tooLarge: "Надіслане завелике, і нічого не зроблено. Виберіть менший файл чи знімок або скоротіть текст."
    case .noForm: "Ця сторінка приймає форму, а отримала інше. Нічого не зроблено."
    case .malformed: "Запит неможливо прочитати, і нічого не зроблено. Відкрийте сторінку ще раз."
    }
  }
}
