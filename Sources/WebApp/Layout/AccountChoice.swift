import Keystores
import Markup

/// The accounts of which one can be chosen to act, where none is: on the spot, and back to the page that needs it.
struct AccountChoice: Sendable {
  private let visit: Visit
  /// The page to come back to.
  private let back: String
  /// The names of the accounts whose keys can be used.
  let accounts: [String]

  /// Reads the accounts here.
  ///
  /// - Parameter back: The page that needs it; nil is the one that was asked for.
  /// - Throws: The failure that keeps the folder of keystores from being read.
  init(_ visit: Visit, back: String? = nil) async throws {
    (self.visit, self.back) = (visit, back ?? visit.request.path)
    accounts = try await visit.site.keystores().list().filter { $0.problem == nil }.map(\.name)
  }

  /// A button for each account, which makes it act in this session and leads back to the page that was asked for; a
  /// link to a new wallet where there is none.
  var content: [Element.Node] {
    guard !accounts.isEmpty else {
      return [
        .element(.note(visit.text(AccountChoiceText.none))),
        .element(
          Element("div", ["class": "actions"]) {
            Element.action(visit.text(WalletPageText.create), to: Link("wallets", "new"), isMain: true)
          }),
      ]
    }
    return [
      .element(.note(visit.text(AccountChoiceText.choose))),
      .element(
        Element("div", ["class": "actions"]) {
          for name in accounts {
            Element.form(visit, to: WalletLink.named(name, "use")) {
              Element("input", ["type": "hidden", "name": "back", "value": back])
              Element.submit(visit.text(AccountChoiceText.actWith(UntrustedText.shown(name))))
            }
          }
        }),
    ]
  }
}
