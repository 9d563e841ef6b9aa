import Keystores
import Markup

/// The accounts of which one can be chosen to act, where none is: on the spot, and back to the page that needs it.
struct AccountChoice: Sendable {
  private let visit: Visit
  /// The names of the accounts whose keys can be used.
  let accounts: [String]

  /// Reads the accounts here.
  ///
  /// - Throws: The failure that keeps the folder of keystores from being read.
  init(_ visit: Visit) async throws {
    self.visit = visit
    accounts = try await visit.site.keystores().list().filter { $0.problem == nil }.map(\.name)
  }

  /// A button for each account, which makes it act in this session and leads back to the page that was asked for; a link to
  /// a new wallet where there is none.
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
              Element("input", ["type": "hidden", "name": "back", "value": visit.request.path])
              Element.submit(visit.text(AccountChoiceText.actWith(ForeignText.shown(name))))
            }
          }
        }),
    ]
  }
}
