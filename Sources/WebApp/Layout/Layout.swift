import HTTPTypes
import Localization
import Markup
import Operations

/// The frame of every page: head, header, sections, the way to the page, and its content.
struct Layout: Sendable {
  let visit: Visit
  let assets: Assets

  /// The answer with a page.
  func answer(_ page: Page, _ status: HTTPResponse.Status = .ok) async -> WebAnswer {
    let network = try? visit.site.settings(of: visit.session).network()
    let account = await visit.account()
    let interruptedSends = await visit.interruptedSends
    return .document(document(page, interruptedSends, network: network, account: account), status)
  }

  private func document(_ page: Page, _ interruptedSends: [Element.Node], network: Network?, account: ActingAccount?)
    -> Element
  {
    let title = page.hasProblems ? "\(visit.text(LayoutText.error)): \(page.title)" : page.title
    return Element("html", ["lang": visit.language.rawValue, "data-theme": theme]) {
      Element("head") {
        Element("meta", ["charset": "utf-8"])
        Element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        Element("meta", ["name": "color-scheme", "content": theme == "auto" ? "light dark" : theme])
        if let seconds = page.refresh {
          // With JavaScript it is read again in its place: a page that a phone without a network asks for would be
          // gone.
          Element("noscript") { Element("meta", ["http-equiv": "refresh", "content": "\(seconds)"]) }
        }
        Element("title") { "\(title) · lectures" }
        Element("link", ["rel": "icon", "href": assets.link("icon.svg").text, "type": "image/svg+xml"])
        Element("link", ["rel": "stylesheet", "href": assets.link("site.css").text])
        Element("script", ["type": "module", "src": assets.link("site.js").text])
        if page.asksWallet { Element("script", ["type": "module", "src": assets.link("wallet.js").text]) }
        if visit.site.platform != nil {
          Element("link", ["rel": "manifest", "href": Link("manifest.webmanifest").text])
        }
      }
      Element(
        "body",
        [
          "data-live": kinds(of: page, interruptedSends).joined(separator: " "),
          "data-copied": visit.text(LayoutText.copied),
        ]
          + (page.refresh.map { ["data-every": "\($0)"] } ?? [:])
          + (page.address.map { ["data-address": $0.text] } ?? [:])
      ) {
        Element("a", ["class": "skip", "href": "#main"]) { visit.text(LayoutText.skip) }
        header(page, network: network, account: account)
        sections(page.section)
        Element("main", ["id": "main", "tabindex": "-1"]) {
          if !page.path.isEmpty { path(page.path) }
          Element("h1") { page.title }
          interruptedSends
          page.content
        }
        Element("p", ["id": "status", "class": "hidden", "role": "status", "aria-live": "polite"])
      }
    }
  }

  private var theme: String { visit.request.theme }

  /// The kinds of events after which a page is read again. The note of what an interrupted run left follows its
  /// transactions on every page that can be read again as it is.
  private func kinds(of page: Page, _ interruptedSends: [Element.Node]) -> [String] {
    guard !interruptedSends.isEmpty, visit.request.isReading, !page.isReadOnce, !page.live.contains("tx") else {
      return page.live
    }
    return page.live + ["tx"]
  }

  private func header(_ page: Page, network: Network?, account: ActingAccount?) -> Element {
    Element("header", ["class": "top"]) {
      Element.link("lectures", to: Link("lectures"), ["class": "brand", "translate": "no"])
      Element.search(Link("lectures"), ["role": "search", "class": "search"]) {
        Element("label", ["for": "q", "class": "hidden"]) { visit.text(LayoutText.search) }
        Element("input", ["type": "search", "id": "q", "name": "q", "placeholder": visit.text(LayoutText.search)])
      }
      Element("div", ["class": "who"]) {
        if visit.site.options.isReadOnly { Element("span", ["class": "badge"]) { visit.text(LayoutText.readOnly) } }
        if let network {
          Element.link(to: Link("settings"), ["class": "badge \(network.isForPlay ? "play" : "real")"]) {
            network.name
            if network.isForPlay { " (\(visit.text(LayoutText.testNetwork)))" }
          }
        }
        if visit.site.platform == nil {
          Element.link(to: Link("wallets"), ["class": "badge"]) {
            if let account { Element.foreign(account.name) } else { visit.text(LayoutText.noAccount) }
          }
        } else if page.knowsVisitor {
          Element.link(to: Link("sign-in"), ["class": "badge"]) {
            if let account { Element.address(account.address) } else { visit.text(SignInText.signIn) }
          }
        }
        if visit.session.hasKeys {
          Element.form(visit, to: Link("lock")) { Element.submit(visit.text(LayoutText.lock), isMain: false) }
        }
      }
    }
  }

  private func sections(_ current: Page.Section?) -> Element {
    Element("nav", ["class": "sections", "aria-label": visit.text(LayoutText.sections)]) {
      Element("ul") {
        // A platform has nobody's wallets.
        for section in Page.Section.allCases where section != .wallets || visit.site.platform == nil {
          Element("li") {
            Element.link(
              visit.text(section.title), to: section.link,
              section == current ? ["aria-current": "page"] : [:])
          }
        }
      }
    }
  }

  private func path(_ path: [(String, Link)]) -> Element {
    Element("nav", ["class": "path", "aria-label": visit.text(LayoutText.path)]) {
      Element("ol") {
        for (title, link) in path { Element("li") { Element.link(title, to: link) } }
      }
    }
  }
}

extension Page.Section {
  fileprivate var title: LayoutText {
    switch self {
    case .lectures: .lectures
    case .mine: .mine
    case .wallets: .wallets
    case .gas: .gas
    case .rates: .rates
    case .exchange: .exchange
    case .more: .more
    }
  }

  fileprivate var link: Link {
    switch self {
    case .lectures: Link("lectures")
    case .mine: Link("mine")
    case .wallets: Link("wallets")
    case .gas: Link("gas")
    case .rates: Link("rates")
    case .exchange: Link("exchange")
    case .more: Link("more")
    }
  }
}

extension Network {
  /// Whether its money is worth nothing, as far as is known: a devnet, or a public test network.
  var isForPlay: Bool { name == Network.defaultName || ["kairos", "sepolia", "hoodi"].contains(name) }
}
