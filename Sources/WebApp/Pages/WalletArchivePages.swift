import HTTPTypes
import Keys
import Keystores
import Localization
import Markup
import Operations
import Primitives
import WalletBook

/// The backup of all wallets as one encrypted file: saved, and put back.
enum WalletArchivePages {
  static let routes: [Route] = [
    .get("/wallets/restore") { await form($0) },
    .post("/wallets/restore", bodyLimit: .file, restore),
    .post("/wallets/:name/archive", save),
  ]

  /// The most files that are listed.
  private static let most = 200

  // MARK: Restoring

  private static func form(_ visit: Visit, problems: [FieldProblem] = []) async -> WebAnswer {
    let page = Page(visit.text(WalletArchiveText.restoreTitle), .wallets) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element.paragraph(visit.text(WalletArchiveText.restoreHint))
      Element.form(visit, to: Link("wallets", "restore"), hasFile: true) {
        Element.field(
          visit.text(WalletArchiveText.file), "file", problem: problems.first { $0.field == "file" },
          ["type": "file", "required": ""])
        Element.field(
          visit.text(WalletArchiveText.password), "password", hint: visit.text(WalletArchiveText.passwordHint),
          problem: problems.first { $0.field == "password" },
          ["type": "password", "autocomplete": "current-password", "required": ""])
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(WalletArchiveText.restore))
          Element.action(visit.text(FormText.cancel), to: Link("wallets"))
        }
      }
    }
    return await visit.answer(
      page.below((visit.text(WalletPageText.title), Link("wallets"))).with(problems),
      problems.isEmpty ? .ok : .unprocessableContent)
  }

  @Sendable private static func restore(_ visit: Visit) async throws -> WebAnswer {
    guard let form = visit.multipart else { throw WebRefusal.badForm }
    let (bytes, password) = (form.parts["file"] ?? [], form["password"] ?? "")
    func problem(_ field: String, _ text: String) async -> WebAnswer {
      await self.form(visit, problems: [FieldProblem(field: field, text: text)])
    }
    guard !bytes.isEmpty else { return await problem("file", visit.text(WalletFormText.fileMissing)) }
    guard !password.isEmpty else { return await problem("password", visit.text(FormText.passwordMissing)) }
    let directory = try visit.site.wallets(of: visit.session)
    let before = try await visit.site.addressBook()
    let report: RestoreReport
    do {
      report = try await visit.site.counting("backup") {
        try await directory.keystores.restore(
          bytes, password: SecretBytes(utf8: password), attachment: BackupAttachment.name)
      }
    } catch let error as KeystoreError where error.code == .wrongPassword {
      return await problem("password", visit.sentences(of: error))
    } catch let error as KeystoreError
      where [.notKeystore, .damaged, .unsupported, .parametersRefused, .invalidName, .tooLarge].contains(error.code)
    {
      return await problem("file", visit.sentences(of: error))
    }
    let added = try await BackupAttachment.restore(
      report.attachment, into: directory.book, visit.site.ownSettings, now: visit.site.options.clock())
    if !added.networks.added.isEmpty { try visit.site.reread([]) }
    let concerns = await concerns(before, visit)
    return await visit.answer(
      RestoreView(visit: visit, report: report, added: added, concerns: concerns, most: most).page)
  }

  /// The objections to names that came with the backup: a person who had it may have added some.
  private static func concerns(_ before: AddressBook, _ visit: Visit) async -> [String] {
    guard let after = try? await visit.site.addressBook() else { return [] }
    return after.known.filter { !before.known.contains($0) }.flatMap { new in
      before.concerns(about: new.name, of: new.address).map { concern in
        "\(UntrustedText.shown(new.name)): \(visit.text(NameObjectionText(.concern(concern))))"
      }
    }
  }

  // MARK: Saving

  /// Gives all key files, the wallet book and the networks as one file under a password of its own.
  @Sendable private static func save(_ visit: Visit) async throws -> WebAnswer {
    let directory = try visit.site.wallets(of: visit.session)
    guard let entry = try await visit.wallet(in: directory).entry else { throw WebRefusal.notFound }
    let new = NewPassword(visit, of: entry.name)
    var problems = new.problems
    let known = visit.request.form["archive-password"] ?? ""
    if known.isEmpty {
      problems.insert(FieldProblem(field: "archive-password", text: visit.text(FormText.passwordMissing)), at: 0)
    } else {
      do {
        _ = try await visit.site.keyring(of: entry, password: SecretBytes(utf8: known))
      } catch let error as KeystoreError where error.code == .wrongPassword {
        problems.insert(FieldProblem(field: "archive-password", text: visit.sentences(of: error)), at: 0)
      }
    }
    guard problems.isEmpty, let password = new.password else {
      return try await WalletBackupPages.show(visit, problems: problems)
    }
    let attachment = try await BackupAttachment.copy(of: directory.bookIfThere(), visit.site.ownSettings)
    let backup = try await directory.keystores.backup(
      password: password, kdf: .standard, attachment: attachment.map { (name: BackupAttachment.name, content: $0) })
    return .file(backup.file, type: "application/octet-stream", named: "wallets.backup")
  }

  /// The form that saves them, on the page of one wallet's backup.
  static func saving(_ wallet: ListedWallet, _ problems: [FieldProblem], _ visit: Visit) -> [Element.Node] {
    [
      .element(Element("h2") { visit.text(WalletArchiveText.all) }),
      .element(.paragraph(visit.text(WalletArchiveText.allHint))),
      .element(
        Element.form(visit, to: WalletLink.to(wallet, "archive")) {
          Element.field(
            visit.text(FormText.password(UntrustedText.shown(wallet.name))), "archive-password",
            problem: problems.first { $0.field == "archive-password" },
            ["type": "password", "autocomplete": "current-password", "required": ""])
          NewPassword.fields(visit, problems)
          Element("div", ["class": "actions"]) { Element.submit(visit.text(WalletArchiveText.save), isMain: false) }
        }),
    ]
  }
}

/// The result of restoring a backup, file by file.
private struct RestoreView: Sendable {
  let visit: Visit
  let report: RestoreReport
  let added: BackupAttachment.Report
  let concerns: [String]
  let most: Int

  var page: Page {
    Page(visit.text(WalletArchiveText.restoredTitle), .wallets) {
      Element.note(
        visit.text(
          WalletArchiveText.counts(
            restored: report.restored.count, there: report.unchanged.count, left: report.conflicts.count)),
        report.conflicts.isEmpty ? .good : .warning)
      for concern in concerns { Element.note(concern, .warning) }
      if !rows.isEmpty {
        Element.table(
          visit.text(WalletArchiveText.restoredTitle),
          [WalletArchiveText.file, .outcome].map { visit.text($0) }, isBelowTitle: true, rows: Array(rows.prefix(most)))
      }
      if report.attachment != nil {
        Element.paragraph(
          visit.text(WalletArchiveText.names(added: added.book.added.count, there: added.book.unchanged.count)))
      }
      list(.namesLeft, added.book.conflicts)
      list(.networksAdded, added.networks.added)
      list(.networksLeft, added.networks.conflicts)
      Element.action(visit.text(WalletPageText.title), to: Link("wallets"), isMain: true)
    }.below((visit.text(WalletPageText.title), Link("wallets")))
  }

  private var rows: [[[Element.Node]]] {
    func name(_ text: String) -> [Element.Node] { [.element(Element.foreign(text))] }
    return report.restored.map { entry in
      [
        name(entry.fileName) + (entry.address.map { [.text(" "), .element(Element.address($0))] } ?? []),
        [.text(visit.text(WalletArchiveText.restored))],
      ]
    } + report.unchanged.map { [name($0), [.text(visit.text(WalletArchiveText.there))]] }
      + report.conflicts.map { conflict in
        [
          name(conflict.fileName),
          [.text(visit.text(WalletArchiveText.left) + " ")] + name(conflict.existing),
        ]
      }
  }

  private func list(_ text: WalletArchiveText, _ names: [String]) -> [Element.Node] {
    guard !names.isEmpty else { return [] }
    return [
      .element(
        Element("div", ["class": "note warning"]) {
          Element.paragraph(visit.text(text))
          Element("ul") { for name in names.prefix(most) { Element("li") { Element.foreign(name) } } }
        })
    ]
  }
}
