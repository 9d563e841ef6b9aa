import ArgumentParser
import Testing

@testable import LecturesCommand

@Suite("--dry-run")
struct DryRunCommandTests {
  /// The commands that do something themselves, by what is typed.
  private static func commands(
    _ command: any ParsableCommand.Type = Lectures.self, _ path: [String] = []
  ) -> [(name: String, command: any ParsableCommand.Type)] {
    let below = command.configuration.subcommands
    guard below.isEmpty else {
      return below.flatMap { commands($0, path + [$0._commandName]) }
    }
    return [(path.joined(separator: " "), command)]
  }

  /// Those that never send a transaction of anybody's at once. The fee payer's service answers others, and the demo and
  /// the devnet have a chain of their own; a daemon does what was agreed to before, which no trial of it can show.
  private static let neverSend: Set<String> = [
    "account show", "average", "balance", "config get", "config list", "config set", "config unset", "contact add",
    "contact list", "contact remove", "contact rename",
    "contract call", "contract decode", "contract encode", "contract events", "daemon", "demo exchange", "demo tour",
    "demo web",
    "describe", "devnet api-test", "devnet fund", "devnet run",
    "devnet state-test", "doctor",
    "exchange book", "exchange daemon", "exchange orders", "exchange pairs", "exchange price", "exchange trades",
    "exchange trigger list", "exchange trigger remove", "exchange watch", "fee-payer rules",
    "fee-payer serve", "fee-payer show", "gas alert add",
    "gas alert list", "gas alert remove", "gas alert snooze", "gas daemon", "gas history", "gas now", "gas watch",
    "history", "index events", "index hook add", "index hook list", "index hook remove",
    "index run", "index status", "index verify", "link", "list", "manual", "mine", "network invite",
    "network list", "network show", "network use", "points",
    "rates alert add", "rates alert list", "rates alert remove", "rates alert snooze", "rates banks",
    "rates convert", "rates daemon", "rates history", "rates line", "rates news", "rates now", "rates sources",
    "rates widget", "receipt check", "receipt make", "relay check", "relay export", "relay import", "relay rules",
    "relay serve", "relay status", "show", "students",
    "tx decode", "tx export", "tx list", "tx merge", "tx move", "tx rebuild", "tx show", "tx sign", "tx wait",
    "wallet backup",
    "wallet export", "wallet history", "wallet import", "wallet list", "wallet lock", "wallet network", "wallet new",
    "wallet password", "wallet qr", "wallet remove", "wallet rename", "wallet restore", "wallet show", "wallet sign",
    "wallet unlock", "wallet use", "wallet verify", "wallet watch", "web",
  ]

  @Test("is an option of every command that can send, and of no other", arguments: commands().map(\.name))
  func option(name: String) throws {
    let command = try #require(Self.commands().first { $0.name == name }?.command)
    let hasOption = command.helpMessage(includeHidden: true, columns: 200).contains("--dry-run")
    #expect(hasOption == !Self.neverSend.contains(name))
    #expect((command is any DryRunCommand.Type) == hasOption)
  }

  @Test("the list of those that never send names commands that there are")
  func list() { #expect(Self.neverSend.isSubset(of: Self.commands().map(\.name))) }
}
