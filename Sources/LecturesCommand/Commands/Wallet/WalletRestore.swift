import ArgumentParser
import Keystores
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
      Nothing is overwritten: a file whose name or address is taken is left out and reported, and so is a taken name \
      of the wallet book. A network that is here, or that the program knows by itself, stays as it is.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: AccountOptions.title) var passwordOptions: PasswordOptions
  @Argument(help: "The backup.", completion: .file()) var file: String
  @Flag(help: "List what is in the backup and write nothing.") var list = false

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keys.manager()
    let bytes = try PrivateFile.read(file, limit: 128 << 20).bytes
    let password = try await context.prompts.password(
      from: context.prompts.passwordSource(), prompt: "Password of the backup \(file, .strong): ")
    if list {
      let (entries, book) = try await context.progress("Opening \(file)") { _ in
        try await manager.inspectBackup(bytes, password: password, attachment: BackupAttachment.name)
      }
      return listing(entries, book, in: context)
    }
    let before = try await context.names.addressBook()
    let report = try await context.progress("Restoring \(file)") { _ in
      try await manager.restore(bytes, password: password, attachment: BackupAttachment.name)
    }
    let added = try await BackupAttachment.restore(
      report.attachment, into: context.names.book, context.settings, now: LocalTime.now())
    let (book, networks) = (added.book, added.networks)
    // A person who had the backup may have added names to it.
    for new in try await context.names.addressBook().known where !before.known.contains(new) {
      let alike = new.address.map { address in
        before.lookAlikes(of: address).map { ReceiverRisk.looksLikeKnown(address, $0).warning }
      }
      for concern in before.concerns(about: new.name, of: new.address).map(\.warning) + (alike ?? []) {
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
      table(report)
      "\(report.restored.count) restored, \(report.unchanged.count) there already, \(report.conflicts.count) left out."
      if report.attachment != nil {
        "Of the wallet book \(book.added.count) names were added, \(book.unchanged.count) were there already."
      }
      if !networks.added.isEmpty {
        "These networks were added; look at their nodes before you use them: \(networks.added.map(PlainText.escaped).joined(separator: ", "))."
      }
      if !networks.conflicts.isEmpty {
        StyledText("These networks are others here, or of no use, and were left: ", .warning)
          + StyledText(networks.conflicts.map(PlainText.escaped).joined(separator: ", "))
      }
      if !book.conflicts.isEmpty {
        StyledText("These names stand for another address here, and were left: ", .warning)
          + StyledText(book.conflicts.joined(separator: ", "))
      }
    }
  }

  /// The contents of the backup, of which nothing is written.
  private func listing(_ entries: [KeystoreEntry], _ book: Bytes?, in context: CommandContext) -> Report {
    var accounts = Table(.name("Account"), .address("Address"), .text("Kind", .useful))
    for entry in entries {
      accounts.add(
        StyledText(entry.name, .strong), StyledText(entry.address?.checksummed ?? "not told"),
        entry.kindText(in: context.language))
    }
    let networks = book.map { BackupAttachment.networks(of: $0, context.settings) } ?? []
    var nodes = Table(.name("Network"), .number("Chain id"), .text("Endpoint"))
    for (name, network) in networks {
      nodes.add(
        StyledText(PlainText.escaped(name), .strong),
        StyledText(network.map { $0.chainID?.description ?? "any" } ?? ""),
        network.map { StyledText($0.endpoints.map(Endpoint.redacted).joined(separator: ", ")) }
          ?? StyledText("of no use", .bad))
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
      if book != nil { "The wallet book is in it." }
      if !networks.isEmpty {
        ""
        reached
      }
    }
  }

  private func failure(_ report: RestoreReport) -> CommandFailure? {
    guard let first = report.conflicts.first else { return nil }
    let count = report.conflicts.count
    return CommandFailure(
      .leftOut, "\(count) account\(count == 1 ? "" : "s") of the backup \(count == 1 ? "was" : "were") left out.",
      reason: "\(PlainText.escaped(first.fileName)): \(first.reason)",
      advice: "Rename what is in the way and restore again, or restore into another directory with --keystore-dir.")
  }

  private func table(_ report: RestoreReport) -> Table {
    var table = Table(
      .name("File"), .address("Address", .useful), .text("Outcome"), placeholder: "The backup is empty.")
    for entry in report.restored {
      table.add(
        StyledText(entry.fileName), StyledText(entry.address?.checksummed ?? "not told"), StyledText("restored", .good))
    }
    for name in report.unchanged { table.add(StyledText(name), "", StyledText("there already", .dim)) }
    for conflict in report.conflicts {
      table.add(
        StyledText(conflict.fileName), StyledText(conflict.address?.checksummed ?? "not told"),
        StyledText("left out: ", .bad) + StyledText(conflict.reason))
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
