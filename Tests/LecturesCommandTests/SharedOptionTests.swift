import ArgumentParser
import Operations
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("Options that commands share")
struct SharedOptionTests {
  /// The words of a command's help.
  private func help(_ name: String) async -> Set<Substring> {
    Set(await CommandRun("\(name) --help").output.split { $0.isWhitespace || ",.]".contains($0) })
  }

  /// The names in the first column of the help; the text of another option may speak of one.
  private func options(_ name: String) async -> Set<Substring> {
    let rows = await CommandRun("\(name) --help").output.split(separator: "\n").filter { $0.hasPrefix("  -") }
    return Set(rows.flatMap { ($0.dropFirst(2).split(separator: "  ").first ?? "").split { ", /".contains($0) } })
  }

  @Test("are of the commands that use them, and of no others")
  func need() async {
    var cases: [(option: String, takers: [String], others: [String])] =
      [
        (
          "--max-price", ["purchase", "network use"],
          ["batch", "contact list", "create", "tx send", "wallet transfer"]
        ),
        (
          "--limit-per-day", ["purchase", "wallet transfer", "tx resume"], ["list", "wallet new", "gas now", "tx list"]
        ),
        (
          "--endpoint", ["list", "balance", "purchase", "demo tour", "relay serve"],
          ["tx list", "wallet new", "contact add", "tx merge"]
        ),
        ("--contract", ["list", "purchase", "contract call"], ["balance", "wallet transfer", "contract deploy"]),
        ("--password-file", ["wallet new", "purchase", "wallet sign"], ["contact list", "list", "wallet list"]),
        ("--from", ["mine", "list", "purchase", "tx list"], ["wallet new", "show", "devnet run", "tx show"]),
        ("--yes", ["purchase", "wallet remove", "tx rebuild"], ["list", "balance", "wallet list", "gas now"]),
        ("--outbox", ["purchase", "tx list", "history", "doctor"], ["list", "wallet new", "contract call"]),
        ("--confirmations", ["purchase", "tx wait"], ["list", "tx list", "balance"]),
        ("--fee-payer", ["purchase", "daemon"], ["list"]),
        ("--network", ["list", "daemon"], ["wallet network"]),
        ("--from-block", ["list", "contract events", "index events"], ["contract call", "contract send", "gas now"]),
        // The others have a key of their own, or make no transaction.
        (
          "--id",
          [
            "create", "reclaim", "withdraw", "contract deploy", "contract send", "wallet transfer", "account update",
            "exchange fill", "exchange order", "exchange wrap",
          ],
          [
            "purchase", "evaluate", "reopen", "settle", "batch", "tx send", "tx speed-up", "tx cancel", "daemon",
            "exchange approve", "exchange cancel", "exchange deploy", "exchange tokens", "exchange trigger add",
            "wallet allowances",
          ]
        ),
        // What is signed, or priced by what it replaces, leaves no choice.
        ("--gas-limit", ["purchase", "tx speed-up", "tx cancel", "daemon", "exchange daemon"], ["tx send", "list"]),
      ]
    for option in ["--gas-speed", "--wait-for-price", "--deadline"] {
      cases.append(
        (
          option, ["purchase", "wallet transfer", "daemon", "exchange daemon"], ["tx send", "tx speed-up", "tx cancel"]
        ))
    }
    for option in ["--is", "--again", "--dry-run", "--yes"] {
      cases.append((option, ["purchase", "exchange fill"], ["daemon", "exchange daemon", "gas daemon"]))
    }
    for (option, takers, others) in cases {
      for name in takers { #expect(await help(name).contains(option[...]), "\(name) \(option)") }
      for name in others { #expect(await !options(name).contains(option[...]), "\(name) \(option)") }
    }
  }

  @Test("are refused by a command that does not use them, with those that do")
  func refused() async {
    let one = await CommandRun("contact list --max-price 5")
    #expect(one.status == .usage)
    #expect(
      one.errors.hasPrefix(
        """
        error: Unknown option '--max-price'.
          These commands take it: purchase, network use.

        """), "\(one.errors)")
    #expect(await CommandRun("--max-price 5 contact list").errors == one.errors)
    let many = await CommandRun("list --outbox file")
    #expect(many.errors.contains("\n  These commands take it: purchase, evaluate, history and "), "\(many.errors)")
    let only = await CommandRun("list --each-blok")
    #expect(!only.errors.contains("take"), "\(only.errors)")
  }

  @Test("reach the settings from whatever depth of groups, each under its own name")
  func reach() throws {
    let all: [any ParsableArguments.Type] = [
      AllSharedOptions.self, GasOptions.self, FiatOptions.self, RatesOptions.self, DefinitionOptions.self,
      ExchangeOptions.self, WebLimitOptions.self, IndexReadingOptions.self, SiteOptions.self,
      LogOptions.self,
    ]
    for key in SettingKey.allCases {
      let group = try #require(all.first { $0.helpMessage(columns: 400).contains(" \(key.flag)") }, "\(key.name)")
      let options = SharedOptions(of: try group.parse([key.flag, "5"]), try GlobalOptions.parse([]))
      #expect(options.given.values == [key: ["5"]], "\(key.name)")
    }
    let more = try AllSharedOptions.parse([
      "-y", "--password-fd", "3", "--profile", "school", "--endpoint", "a", "--rpc-url=b",
    ])
    let options = SharedOptions(of: more, more.global)
    #expect(options.yes && options.passwordDescriptor == 3 && options.given.profile == "school")
    #expect(options.given.values == [.endpoint: ["a", "b"]])
  }

  @Test("stand before the name of the command as well as behind it")
  func placement() async {
    let behind = await CommandRun("network list --json --network kairos --timeout 5")
    #expect(behind.output.hasPrefix("{\"ok\":true,\"result\":{\"inUse\":\"kairos\""))
    for line in [
      "--json --network kairos --timeout 5 network list", "--json network --network=kairos list --timeout 5",
      "--timeout 5 network --network kairos list --json",
    ] { #expect(await CommandRun(line).output == behind.output, "\(line)") }
    #expect(await CommandRun("--network kairos nework list").errors.contains("Did you mean 'network'?"))
  }
}
