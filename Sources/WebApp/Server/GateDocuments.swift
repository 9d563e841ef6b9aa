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

  var english: String {
    switch self {
    case .entered: "You are in"
    case .goOn: "Continue"
    case .fromElsewhere: "You came from another page"
    case .noSession: "Open these pages from your terminal"
    case .newLink: "The address from the terminal works once. For a new one:"
    case .tooOld: "This address is too old: it can be used for five minutes. For a new one:"
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
    }
  }
}
