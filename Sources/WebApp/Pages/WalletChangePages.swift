import HTTPTypes
import Keys
import Keystores
import Locking
import Markup
import Operations
import Primitives
import WalletBook

/// The pages that give a wallet another name or password, and that remove one.
enum WalletChangePages {
  static let routes: [Route] = [
    .get("/wallets/:name/rename") { try await renaming($0) },
    .post("/wallets/:name/rename", rename),
    .get("/wallets/:name/remove") { try await removing($0) },
    .post("/wallets/:name/remove", remove),
    .get("/wallets/:name/password") { try await changing($0) },
    .post("/wallets/:name/password", change),
  ]

  private static func answer(
    _ visit: Visit, _ wallet: ListedWallet, _ title: WalletFormText, _ problems: [FieldProblem],
    @MarkupBuilder _ content: () -> [Element.Node]
  ) async -> WebAnswer {
    let page = Page(visit.text(title), .wallets) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element("p") { Element.foreign(wallet.name) }
      content()
    }
    let path = [
      (visit.text(WalletPageText.title), Link("wallets")), (UntrustedText.shown(wallet.name), WalletLink.to(wallet)),
    ]
    return await visit.answer(
      page.below(path[0], path[1]).with(problems), problems.isEmpty ? .ok : .unprocessableContent)
  }

  private static func buttons(_ visit: Visit, _ text: String, _ wallet: ListedWallet) -> Element {
    Element("div", ["class": "actions"]) {
      Element.submit(text)
      Element.action(visit.text(FormText.cancel), to: WalletLink.to(wallet))
    }
  }

  // MARK: Name

  private static func renaming(
    _ visit: Visit, problems: [FieldProblem] = [], name: NameCheck = .fine
  ) async throws -> WebAnswer {
    let wallet = try await visit.wallet(in: try visit.site.wallets(of: visit.session))
    return await answer(visit, wallet, .renameTitle, problems) {
      Element.form(visit, to: WalletLink.to(wallet, "rename")) {
        Element.field(
          visit.text(WalletFormText.newName), "name", value: visit.request.form["name"] ?? wallet.name,
          hint: visit.text(WalletFormText.nameHint), problem: problems.first { $0.field == "name" },
          ["autocomplete": "off", "maxlength": "100", "required": ""])
        name.content(visit)
        buttons(visit, visit.text(WalletPageText.rename), wallet)
      }
    }
  }

  @Sendable private static func rename(_ visit: Visit) async throws -> WebAnswer {
    let directory = try visit.site.wallets(of: visit.session)
    let wallet = try await visit.wallet(in: directory)
    let name = visit.request.form.trimmed("name") ?? ""
    guard name != wallet.name else { return .redirect(to: WalletLink.to(wallet)) }
    let check = try await NameCheck(visit) { try await directory.checkNew(name: name, for: wallet) }
    let problems = check.unsettled(visit)
    guard problems.isEmpty else { return try await renaming(visit, problems: problems, name: check) }
    let acting = await visit.account()
    do {
      _ = try await directory.rename(wallet, to: name)
    } catch let error as KeystoreError where [.exists, .invalidName].contains(error.code) {
      return try await renaming(visit, problems: [FieldProblem(field: "name", text: visit.sentences(of: error))])
    }
    // Keys that are kept under the old name are none of a later account of that name; the acting account stays the
    // same.
    visit.session.forget(wallet.name)
    if wallet.entry != nil, acting?.name == wallet.name { visit.session.choices.withLock { $0.account = name } }
    return .redirect(to: WalletLink.named(name))
  }

  // MARK: Removing

  private static func removing(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let wallet = try await visit.wallet(in: try visit.site.wallets(of: visit.session))
    return await answer(visit, wallet, .removeTitle, problems) {
      if let address = wallet.address { Element("p") { Element("code", ["translate": "no"]) { address.checksummed } } }
      Element.note(
        visit.text(wallet.entry == nil ? WalletFormText.removeWatched : .removeKey),
        wallet.entry == nil ? .plain : .bad)
      Element.form(visit, to: WalletLink.to(wallet, "remove")) {
        Element.field(
          visit.text(WalletFormText.typeName(UntrustedText.shown(wallet.name))), "typed",
          problem: problems.first { $0.field == "typed" }, ["autocomplete": "off", "required": ""])
        buttons(visit, visit.text(WalletPageText.remove), wallet)
      }
    }
  }

  @Sendable private static func remove(_ visit: Visit) async throws -> WebAnswer {
    let directory = try visit.site.wallets(of: visit.session)
    let wallet = try await visit.wallet(in: directory)
    guard visit.request.form.trimmed("typed") == wallet.name else {
      return try await removing(
        visit, problems: [FieldProblem(field: "typed", text: visit.text(WalletFormText.otherName))])
    }
    try await directory.remove(wallet)
    visit.session.forget(wallet.name)
    return .redirect(to: Link("wallets"))
  }

  // MARK: Password

  private static func changing(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let wallet = try await visit.wallet(in: try visit.site.wallets(of: visit.session))
    guard let entry = wallet.entry else { throw WebRefusal.notFound }
    if let problem = entry.problem { throw problem }
    return await answer(visit, wallet, .passwordTitle, problems) {
      Element.paragraph(visit.text(WalletFormText.oldBackups), ["class": "quiet"])
      Element.form(visit, to: WalletLink.to(wallet, "password")) {
        NewPassword.known(visit.text(WalletFormText.oldPassword), problems)
        NewPassword.fields(visit, problems)
        buttons(visit, visit.text(WalletPageText.password), wallet)
      }
    }
  }

  @Sendable private static func change(_ visit: Visit) async throws -> WebAnswer {
    let directory = try visit.site.wallets(of: visit.session)
    let wallet = try await visit.wallet(in: directory)
    guard let entry = wallet.entry else { throw WebRefusal.notFound }
    let (old, new) = (visit.request.form["password"] ?? "", NewPassword(visit, of: entry.name))
    var problems = new.problems
    if old.isEmpty {
      problems.insert(FieldProblem(field: "password", text: visit.text(FormText.passwordMissing)), at: 0)
    }
    guard problems.isEmpty, let password = new.password else { return try await changing(visit, problems: problems) }
    do {
      _ = try await visit.site.counting(entry.name) {
        try await directory.keystores.changePassword(entry.fileName, from: SecretBytes(utf8: old), to: password)
      }
    } catch let error as KeystoreError where error.code == .wrongPassword {
      return try await changing(visit, problems: [FieldProblem(field: "password", text: visit.sentences(of: error))])
    }
    return .redirect(to: WalletLink.to(wallet, query: [("saved", "yes")]))
  }
}
