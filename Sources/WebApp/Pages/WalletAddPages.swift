import HTTPTypes
import Keys
import Keystores
import Markup
import Operations
import Primitives
import WalletBook

/// The pages that take over a key from elsewhere, or list an address whose key is elsewhere.
enum WalletAddPages {
  static let routes: [Route] = [
    .get("/wallets/import") { await importing($0) },
    .post("/wallets/import", importSecret),
    .post("/wallets/import/file", importFile),
    .get("/wallets/watch") { await watching($0) },
    .post("/wallets/watch", watch),
  ]

  private static func above(_ visit: Visit) -> (String, Link) { (visit.text(WalletPageText.title), Link("wallets")) }

  // MARK: Import

  private static func importing(
    _ visit: Visit, problems: [FieldProblem] = [], name: NameCheck = .fine
  ) async -> WebAnswer {
    let page = Page(visit.text(WalletFormText.importTitle), .wallets) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      secretForm(visit, problems, name)
      fileForm(visit, problems)
    }
    return await visit.answer(
      page.below(above(visit)).with(problems), problems.isEmpty ? .ok : .unprocessableContent)
  }

  private static func secretForm(_ visit: Visit, _ problems: [FieldProblem], _ name: NameCheck) -> Element {
    let problem = problems.first { $0.field == "secret" }
    return Element.form(visit, to: Link("wallets", "import")) {
      Element("h2") { visit.text(WalletFormText.ofSecret) }
      nameField(visit, "name", value: visit.request.form["name"] ?? "", problems)
      name.content(visit)
      Element("div", ["class": problem == nil ? "field" : "field wrong"]) {
        Element("label", ["for": "secret"]) { visit.text(WalletFormText.secret) }
        Element("p", ["class": "hint", "id": "secret-hint"]) { visit.text(WalletFormText.secretHint) }
        if let problem { Element("p", ["class": "problem", "id": "secret-problem"]) { problem.text } }
        Element(
          "textarea",
          [
            "id": "secret", "name": "secret", "rows": "3", "autocomplete": "off", "autocapitalize": "none",
            "spellcheck": "false", "data-secret": "", "required": "",
            "aria-describedby": problem == nil ? "secret-hint" : "secret-hint secret-problem",
          ])
      }
      Element("details") {
        Element("summary") { visit.text(WalletFormText.ofPhraseOnly) }
        Element.field(
          visit.text(WalletFormText.passphrase), "passphrase", hint: visit.text(WalletFormText.passphraseHint),
          ["type": "password", "autocomplete": "off", "data-secret": ""])
        Element.field(
          visit.text(WalletFormText.index), "index", value: visit.request.form["index"] ?? "0",
          problem: problems.first { $0.field == "index" },
          ["type": "number", "min": "0", "max": "1000000", "inputmode": "numeric"])
        Element.choice(
          visit.text(WalletFormText.coin), "coin",
          [("eth", "Ethereum, Kaia (m/44'/60'/0'/0)"), ("klaytn", "Klaytn (m/44'/8217'/0'/0)")],
          chosen: visit.request.form["coin"] ?? "eth")
      }
      NewPassword.fields(visit, problems)
      Element("div", ["class": "actions"]) {
        Element.submit(visit.text(WalletPageText.importing))
        Element.action(visit.text(FormText.cancel), to: Link("wallets"))
      }
    }
  }

  private static func fileForm(_ visit: Visit, _ problems: [FieldProblem]) -> Element {
    let problem = problems.first { $0.field == "file" }
    return Element.form(visit, to: Link("wallets", "import", "file"), hasFile: true) {
      Element("h2") { visit.text(WalletFormText.ofFile) }
      nameField(visit, "file-name", value: visit.multipart?["file-name"] ?? "", problems)
      Element.field(
        visit.text(WalletFormText.file), "file", hint: visit.text(WalletFormText.fileHint), problem: problem,
        ["type": "file", "required": ""])
      Element.field(
        visit.text(WalletFormText.filePassword), "file-password",
        problem: problems.first { $0.field == "file-password" },
        ["type": "password", "autocomplete": "current-password", "required": ""])
      if let problem = problems.first(where: { $0.field == "file-agree" }) {
        Element.note(problem.text, .warning)
        Element.box(visit.text(FormText.accept), "file-agree")
      }
      Element("div", ["class": "actions"]) { Element.submit(visit.text(WalletPageText.importing), isMain: false) }
    }
  }

  private static func nameField(_ visit: Visit, _ field: String, value: String, _ problems: [FieldProblem]) -> Element {
    Element.field(
      visit.text(WalletFormText.name), field, value: value, hint: visit.text(WalletFormText.nameHint),
      problem: problems.first { $0.field == field }, ["autocomplete": "off", "maxlength": "100", "required": ""])
  }

  @Sendable private static func importSecret(_ visit: Visit) async throws -> WebAnswer {
    let form = visit.request.form
    let name = form.trimmed("name") ?? ""
    let directory = try visit.site.wallets(of: visit.session)
    var problems: [FieldProblem] = []
    var secret: ImportedSecret?
    do {
      secret = try form.trimmed("secret").map { text throws(KeysError) in try ImportedSecret(text) }
      if secret == nil {
        problems.append(FieldProblem(field: "secret", text: visit.text(WalletFormText.secretMissing)))
      }
    } catch {
      problems.append(FieldProblem(field: "secret", text: visit.text(SecretProblemText(error, visit))))
    }
    let index = UInt32(form.trimmed("index") ?? "0")
    if index.map({ $0 > 1_000_000 }) ?? true {
      problems.append(FieldProblem(field: "index", text: visit.text(WalletFormText.indexWrong)))
    }
    let isKlaytn = form["coin"] == "klaytn"
    let path = try isKlaytn ? DerivationPath.klaytn(index: index ?? 0) : .ethereum(index: index ?? 0)
    let passphrase = form["passphrase"] ?? ""
    let address = try await secret?.address(passphrase: passphrase, at: path)
    let check = try await NameCheck(visit, of: address) { try await directory.checkNew(name: name, of: address) }
    let password = NewPassword(visit, of: name)
    problems = check.unsettled(visit) + problems + password.problems
    guard problems.isEmpty, let secret, let password = password.password else {
      return await importing(visit, problems: problems, name: check)
    }
    do {
      return try await add(secret, at: path, passphrase, as: name, password, in: directory, visit)
    } catch let error as KeystoreError where error.code == .exists {
      return await importing(visit, problems: [FieldProblem(field: "secret", text: visit.sentences(of: error))])
    }
  }

  /// Encrypts a secret and notes its account.
  private static func add(
    _ secret: ImportedSecret, at path: DerivationPath, _ passphrase: String, as name: String, _ password: SecretBytes,
    in directory: WalletDirectory, _ visit: Visit
  ) async throws -> WebAnswer {
    let keystores = directory.keystores
    switch secret {
    case .phrase(let mnemonic):
      let accounts = try await directory.add(
        mnemonic, passphrase: passphrase, at: [path], names: [name], password: password)
      return .redirect(to: await WalletNewPages.noted(accounts, in: directory, visit))
    case .privateKey(let key):
      return try await added(keystores.importKey(key, name: name, password: password), in: directory, visit)
    case .walletKey(let key):
      return try await added(keystores.importWalletKey(key, name: name, password: password), in: directory, visit)
    }
  }

  /// Notes an account in the book, and leads to its page, with a note where that failed.
  private static func added(
    _ entry: KeystoreEntry, in directory: WalletDirectory, _ visit: Visit
  ) async throws -> WebAnswer {
    var query = [("made", "yes")]
    do {
      try await directory.note(entry, at: visit.site.options.clock())
    } catch {
      query.append(("unnoted", "yes"))
    }
    return .redirect(to: WalletLink.named(entry.name, query: query))
  }

  @Sendable private static func importFile(_ visit: Visit) async throws -> WebAnswer {
    guard let form = visit.multipart else { throw WebRefusal.badForm }
    let name = form["file-name"].flatMap(FormFields.trimmed) ?? ""
    let (bytes, password) = (form.parts["file"] ?? [], form["file-password"] ?? "")
    let directory = try visit.site.wallets(of: visit.session)
    func problem(_ field: String, _ text: String) async -> WebAnswer {
      await importing(visit, problems: [FieldProblem(field: field, text: text)])
    }
    guard !bytes.isEmpty else { return await problem("file", visit.text(WalletFormText.fileMissing)) }
    let file: KeystoreFile
    do {
      file = try KeystoreFile(bytes, limits: directory.keystores.limits)
      try file.check(directory.keystores.limits)
    } catch {
      return await problem("file", visit.sentences(of: error))
    }
    if file.address == nil, case .v4 = file.kind {
      return await problem("file", visit.text(WalletFormText.fileNamesNoAccount))
    }
    let address = file.address
    let check = try await NameCheck(visit, of: address) { try await directory.checkNew(name: name, of: address) }
    if let first = check.problems.first { return await problem("file-name", first.text) }
    if !check.objections.isEmpty, form["file-agree"] == nil {
      return await problem("file-agree", check.objections.map { UntrustedText.shown($0) }.joined(separator: " "))
    }
    guard !password.isEmpty else { return await problem("file-password", visit.text(FormText.passwordMissing)) }
    do {
      let entry = try await visit.site.counting("import") {
        try await directory.keystores.importFile(bytes, name: name, password: SecretBytes(utf8: password))
      }
      return try await added(entry, in: directory, visit)
    } catch let error as KeystoreError where error.code == .wrongPassword {
      return await problem("file-password", visit.sentences(of: error))
    } catch let error as KeystoreError where error.code == .exists {
      return await problem("file", visit.sentences(of: error))
    }
  }

  // MARK: Watch

  private static func watching(
    _ visit: Visit, problems: [FieldProblem] = [], name: NameCheck = .fine
  ) async -> WebAnswer {
    let form = visit.request.form
    let page = Page(visit.text(WalletFormText.watchTitle), .wallets) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element.paragraph(visit.text(WalletFormText.watchHint))
      Element.form(visit, to: Link("wallets", "watch")) {
        nameField(visit, "name", value: form["name"] ?? "", problems)
        Element.field(
          visit.text(WalletPageText.address), "address", value: form["address"] ?? visit.request.query["address"] ?? "",
          problem: problems.first { $0.field == "address" },
          ["autocomplete": "off", "spellcheck": "false", "required": ""])
        name.content(visit)
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(WalletPageText.watch))
          Element.action(visit.text(FormText.cancel), to: Link("wallets"))
        }
      }
    }
    return await visit.answer(
      page.below(above(visit)).with(problems), problems.isEmpty ? .ok : .unprocessableContent)
  }

  @Sendable private static func watch(_ visit: Visit) async throws -> WebAnswer {
    let name = visit.request.form.trimmed("name") ?? ""
    let directory = try visit.site.wallets(of: visit.session)
    let typed = try await TypedAddress(visit, "address")
    let check = try await NameCheck(visit, of: typed.address) {
      try await directory.checkNew(name: name, of: typed.address)
    }
    let problems = check.unsettled(visit) + typed.problems
    guard problems.isEmpty, let address = typed.address else {
      return await watching(visit, problems: problems, name: check)
    }
    let wallet = try await directory.watch(address, as: name, at: visit.site.options.clock())
    return .redirect(to: WalletLink.to(wallet, query: [("made", "yes")]))
  }
}

extension SecretProblemText {
  /// The text of an error; the unknown word of a phrase is in the library's text alone.
  fileprivate init(_ error: KeysError, _ visit: Visit) {
    self =
      switch error.code {
      case .wordCount: .wordCount
      case .unknownWord: .unknownWord(visit.sentences(of: error))
      case .mnemonicChecksum: .checksum
      default: .key
      }
  }
}

extension ImportedSecret {
  /// The address of the account that it is, or will be.
  fileprivate func address(passphrase: String, at path: DerivationPath) async throws -> Address? {
    switch self {
    case .phrase(let mnemonic): try await mnemonic.addresses(passphrase: passphrase, at: [path]).first
    case .privateKey(let key): key.address
    case .walletKey(let key): Keyring(key).address
    }
  }
}
