import ArgumentParser
import Keystores
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// `lectures wallet restore FILE`: puts a backup's key files back.
struct WalletRestore: ReportingCommand {
  static let configuration = CommandConfiguration(
    "restore", "Restore the accounts of a backup.",
    examples: [
      "lectures wallet restore accounts.backup": "",
      "lectures wallet restore accounts.backup --list": "only lists what is in it",
    ],
    after: """
      Nothing is overwritten: a file whose name or address is taken is left out and reported, and so is a name that \
      is taken. A network that is here, or that the program knows by itself, stays as it is.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: AccountOptions.title) var passwordOptions: PasswordOptions
  @Argument(help: "The backup.", completion: .file()) var file: String
  @Flag(help: "List what is in the backup and write nothing.") var list = false

  func run(in context: CommandContext) async throws -> Report {
    let (manager, language) = (try context.keys.manager(), context.language)
    let bytes = try PrivateFile.read(file, limit: 128 << 20).bytes
    let password = try await context.prompts.password(
      from: context.prompts.passwordSource(), prompt: language[BackupText.password(file)])
    if list {
      let (entries, book) = try await context.progress(language[WalletMakingText.opening(file)]) { _ in
        try await manager.inspectBackup(bytes, password: password, attachment: BackupAttachment.name)
      }
      return listing(entries, book, in: context)
    }
    let before = try await context.names.addressBook()
    let report = try await context.progress(language[BackupText.restoring(file)]) { _ in
      try await manager.restore(bytes, password: password, attachment: BackupAttachment.name)
    }
    let added = try await BackupAttachment.restore(
      report.attachment, into: context.names.book, context.settings, now: LocalTime.now())
    let (book, networks) = (added.book, added.networks)
    // A person who had the backup may have added names to it.
    for new in try await context.names.addressBook().known where !before.known.contains(new) {
      let alike = new.address.map { address in
        before.lookAlikes(of: address).map { language[ReceiverWarning(.looksLikeKnown(address, $0))] }
      }
      let concerns = before.concerns(about: new.name, of: new.address).map { language[NameWarning($0)] }
      for concern in concerns + (alike ?? []) {
        context.warn("\(new.name): " + concern)
      }
    }
    return Report(
      [
        "file": .string(file), "directory": .string(manager.directory),
        "restored": .array(report.restored.map(\.json)), "unchanged": .array(report.unchanged.map { .string($0) }),
        "conflicts": .array(report.conflicts.map(\.json)),
        "book": [
          "added": .array(book.added.map { .string($0) }), "unchanged": .array(book.unchanged.map { .string($0) }),
          "conflicts": .array(book.conflicts.map { .string($0) }),
        ],
        "networks": [
          "added": .array(networks.added.map { .string($0) }),
          "unchanged": .array(networks.unchanged.map { .string($0) }),
          "conflicts": .array(networks.conflicts.map { .string($0) }),
        ],
      ], failure: failure(report)
    ) {
      table(report, in: language)
      language[
        BackupText.counts(
          restored: report.restored.count, unchanged: report.unchanged.count, leftOut: report.conflicts.count)]
      if report.attachment != nil {
        language[BackupText.names(added: book.added.count, unchanged: book.unchanged.count)]
      }
      if !networks.added.isEmpty { language[BackupText.networksAdded(Self.list(networks.added))] }
      if !networks.conflicts.isEmpty { language[BackupText.otherNetworks(Self.list(networks.conflicts))] }
      if !book.conflicts.isEmpty { language[BackupText.otherNames(book.conflicts.joined(separator: ", "))] }
    }
  }

  private static func list(_ names: [String]) -> String { names.map(PlainText.escaped).joined(separator: ", ") }

  /// The contents of the backup, of which nothing is written.
  private func listing(_ entries: [KeystoreEntry], _ book: Bytes?, in context: CommandContext) -> Report {
    let language = context.language
    var accounts = Table(
      .name(language[Label.account]), .address(language[Label.address]), .text(language[Label.kind], .useful))
    for entry in entries {
      accounts.add(
        StyledText(entry.name, .strong),
        entry.address.map { StyledText($0.checksummed) } ?? language[WalletText.addressNotTold],
        entry.kindText(in: language))
    }
    let networks = book.map { BackupAttachment.networks(of: $0, context.settings) } ?? []
    var nodes = Table(
      .name(language[Label.network]), .number(language[NetworkText.chainID].plain),
      .text(language[BackupText.endpoint].plain))
    for (name, network) in networks {
      nodes.add(
        StyledText(PlainText.escaped(name), .strong),
        network.map { $0.chainID.map { StyledText("\($0)") } ?? language[BackupText.anyChain] } ?? "",
        network.map { StyledText($0.endpoints.map(Endpoint.redacted).joined(separator: ", ")) }
          ?? language[BackupText.ofNoUse])
    }
    let (listed, reached) = (accounts, nodes)
    return Report([
      "file": .string(file), "accounts": .array(entries.map(\.json)), "book": .bool(book != nil),
      "networks": .array(
        networks.map { name, network in
          [
            "name": .string(name), "usable": .bool(network != nil), "chainID": .integer(network?.chainID),
            "symbol": .text(network?.symbol),
            "endpoints": .array((network?.endpoints ?? []).map { .string(Endpoint.redacted($0)) }),
          ]
        }),
    ]) {
      listed
      if book != nil { language[BackupText.hasBook] }
      if !networks.isEmpty {
        ""
        reached
      }
    }
  }

  private func failure(_ report: RestoreReport) -> CommandFailure? {
    guard let first = report.conflicts.first else { return nil }
    return CommandFailure(
      .leftOut,
      WalletRefusal.leftOut(
        report.conflicts.count, first: PlainText.escaped(first.fileName), reason: first.reason))
  }

  private func table(_ report: RestoreReport, in language: Language) -> Table {
    func text(_ address: Address?) -> StyledText {
      address.map { StyledText($0.checksummed) } ?? language[WalletText.addressNotTold]
    }
    var table = Table(
      .name(language[Label.file]), .address(language[Label.address], .useful),
      .text(language[BackupText.outcome].plain), placeholder: language[BackupText.empty])
    for entry in report.restored {
      table.add(StyledText(entry.fileName), text(entry.address), language[BackupText.restored])
    }
    for name in report.unchanged { table.add(StyledText(name), "", language[BackupText.thereAlready]) }
    for conflict in report.conflicts {
      table.add(
        StyledText(conflict.fileName), text(conflict.address), language[BackupText.leftOut(conflict.reason)])
    }
    return table
  }
}

extension CommandFailure.Code {
  /// A backup was restored but for accounts whose name or address is taken.
  static let leftOut = Self("keystore.leftOut", .failure)
}

extension RestoreReport.Conflict {
  fileprivate var json: JSON {
    [
      "file": .string(fileName), "address": .text(address), "existing": .string(existing), "reason": .string(reason),
    ]
  }
}
