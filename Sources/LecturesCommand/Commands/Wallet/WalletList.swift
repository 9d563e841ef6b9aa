import ArgumentParser
import Keystores
import NodeRPC
import Primitives
import StrictJSON

/// `lectures wallet list`: every account, without opening any.
struct WalletList: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the accounts; nothing is decrypted.",
    discussion: Help.examples([
      "lectures wallet list": "", "lectures wallet list --balances": "with what they hold, asked in one request",
    ]))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Flag(help: "Ask the node what each account holds.") var balances = false

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keystores()
    let entries = try await manager.list()
    let holdings = balances ? try await ask(entries, context) : nil
    let table = table(entries, holdings, directory: manager.directory)
    return Report([
      "directory": .string(manager.directory),
      "accounts": .array(
        entries.map { entry in
          var object = entry.json.object ?? [:]
          if let holdings {
            object["balance"] = holdings.of(entry).map { .amount($0, on: holdings.network) } ?? .null
          }
          return .object(object)
        }),
    ]) {
      table
      for entry in entries {
        if let problem = entry.problem {
          StyledText("\(entry.fileName): ", .bad) + StyledText(reason(problem))
        }
      }
    }
  }

  /// What is wrong, in a line; the text may begin with the file's name, which stands there already.
  private func reason(_ problem: KeystoreError) -> String {
    [problem.message, problem.reason].compactMap { $0 }.joined(separator: " ")
  }

  private func table(_ entries: [KeystoreEntry], _ holdings: Holdings?, directory: String) -> Table {
    let placeholder: StyledText =
      "There is no account in \(directory) yet; make one: \("lectures wallet new NAME", .action)"
    var table =
      holdings == nil
      ? Table(.name("Account"), .address("Address"), .text("Kind"), placeholder: placeholder)
      : Table(.name("Account"), .address("Address"), .text("Kind"), .number("Balance"), placeholder: placeholder)
    for entry in entries {
      table.add(
        StyledText(entry.name, .strong), StyledText(entry.address?.checksummed ?? "not told"), entry.kindText,
        StyledText(holdings.flatMap { $0.text(of: entry) } ?? ""))
    }
    return table
  }

  // MARK: Balances

  private struct Holdings {
    let network: Network
    let amounts: [Address: Amount]

    func of(_ entry: KeystoreEntry) -> Amount? { entry.address.flatMap { amounts[$0] } }
    func text(of entry: KeystoreEntry) -> String? { of(entry).map { network.text($0) } }
  }

  private func ask(_ entries: [KeystoreEntry], _ context: CommandContext) async throws -> Holdings {
    let place = try await context.workplace()
    let addresses = Array(Set(entries.compactMap(\.address)))
    guard !addresses.isEmpty else { return Holdings(network: place.network, amounts: [:]) }
    let amounts = try await context.progress("Asking for balances") { _ in
      try await place.node.batch(addresses.map { .balance(of: $0, at: .latest) }).map { try $0.get() }
    }
    return Holdings(
      network: place.network, amounts: Dictionary(zip(addresses, amounts), uniquingKeysWith: { first, _ in first }))
  }
}
