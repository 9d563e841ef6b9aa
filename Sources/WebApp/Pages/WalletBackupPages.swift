import HTTPTypes
import Keys
import Keystores
import Markup
import Operations
import Primitives
import WalletBook

/// The page by which a key is kept elsewhere: its encrypted file, or the key itself after the password.
enum WalletBackupPages {
  static let routes: [Route] = [
    .get("/wallets/:name/backup") { try await show($0) },
    .post("/wallets/:name/backup", reveal),
    .get("/wallets/:name/key-file", download),
  ]

  static func show(
    _ visit: Visit, problems: [FieldProblem] = [], keys: Keyring? = nil
  ) async throws -> WebAnswer {
    let wallet = try await visit.wallet(in: try visit.site.wallets(of: visit.session))
    guard let entry = wallet.entry else { throw WebRefusal.notFound }
    if let problem = entry.problem { throw problem }
    let page = Page(visit.text(WalletFormText.backupTitle), .wallets) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element("p") { Element.foreign(wallet.name) }
      Element("h2") { visit.text(WalletFormText.keyFile) }
      Element.paragraph(visit.text(WalletFormText.keyFileHint))
      Element.action(visit.text(WalletFormText.download), to: WalletLink.to(wallet, "key-file"))
      Element("h2") { visit.text(WalletFormText.privateKey) }
      if wallet.kind == .phrase { Element.paragraph(visit.text(WalletFormText.wordsNotKept)) }
      Element.note(visit.text(WalletFormText.privateKeyHint), .warning)
      if let keys {
        revealed(keys, visit)
      } else {
        Element.form(visit, to: WalletLink.to(wallet, "backup")) {
          NewPassword.known(visit.text(FormText.password(UntrustedText.shown(entry.name))), problems)
          Element("div", ["class": "actions"]) { Element.submit(visit.text(WalletFormText.openKey), isMain: false) }
        }
      }
      if visit.mayWrite { WalletArchivePages.saving(wallet, problems, visit) }
      Element("p") { Element.link(visit.text(FormText.back), to: WalletLink.to(wallet)) }
    }
    let path = [
      (visit.text(WalletPageText.title), Link("wallets")), (UntrustedText.shown(wallet.name), WalletLink.to(wallet)),
    ]
    return await visit.answer(
      page.below(path[0], path[1]).with(problems), problems.isEmpty ? .ok : .unprocessableContent)
  }

  /// The keys, one a line, hidden until somebody opens them.
  private static func revealed(_ keys: Keyring, _ visit: Visit) -> Element {
    Element("details", ["data-secret": ""]) {
      Element("summary") { visit.text(WalletFormText.show) }
      for role in keys.roles {
        for key in role {
          Element("p") {
            Element("code", ["translate": "no"]) { key.secret.withUnsafeBytes { Hex.encode($0) } }
          }
        }
      }
    }
  }

  /// Opens the key and shows it in the answer: no address leads to it, and it is not kept.
  @Sendable private static func reveal(_ visit: Visit) async throws -> WebAnswer {
    let wallet = try await visit.wallet(in: try visit.site.wallets(of: visit.session))
    guard let entry = wallet.entry else { throw WebRefusal.notFound }
    guard let typed = visit.request.form["password"], !typed.isEmpty else {
      return try await show(
        visit, problems: [FieldProblem(field: "password", text: visit.text(FormText.passwordMissing))])
    }
    do {
      return try await show(visit, keys: try await visit.site.keyring(of: entry, password: SecretBytes(utf8: typed)))
    } catch let error as KeystoreError where error.code == .wrongPassword {
      return try await show(visit, problems: [FieldProblem(field: "password", text: visit.sentences(of: error))])
    }
  }

  @Sendable private static func download(_ visit: Visit) async throws -> WebAnswer {
    let directory = try visit.site.wallets(of: visit.session)
    guard let entry = try await visit.wallet(in: directory).entry else { throw WebRefusal.notFound }
    let file = try await directory.keystores.export(entry.fileName)
    let name = entry.address.map { "\($0.lowercaseHex.dropFirst(2)).json" } ?? "key.json"
    return .file(file.bytes, type: "application/json", named: name)
  }
}
