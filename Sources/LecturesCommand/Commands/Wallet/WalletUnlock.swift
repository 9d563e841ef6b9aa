import ArgumentParser
import Keys
import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures wallet unlock [NAME]`: keeps an account unlocked in a process of its own.
struct WalletUnlock: ReportingCommand {
  static let configuration = CommandConfiguration(
    "unlock", "Unlock an account for some minutes.",
    examples: [
      "lectures wallet unlock student1": "for ten minutes no command asks for its password",
      "lectures wallet unlock student1 --for 30m": "",
      "lectures wallet lock": "before that time",
    ],
    after: """
      A separate process keeps this account's keys, but no password, in locked memory. It gives them to your commands \
      until the time is over, or `wallet lock` or a signal ends it. Its socket is in $XDG_RUNTIME_DIR/lectures, else \
      below $XDG_STATE_HOME, in a folder that nobody else may open. Every program that runs as you can have the keys \
      meanwhile. Confirmations say that it is unlocked; `wallet export` and `wallet password` still ask for the \
      password.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @Argument(help: "The account's name, address or file; by default the account in use.", completion: .known(.accounts))
  var account: String?
  @Option(name: .customLong("for"), help: ArgumentHelp("The time, up to 60m.", valueName: "time")) var time = "10m"

  func run(in context: CommandContext) async throws -> Report {
    guard let seconds = Settings.duration(time)?.components.seconds, (1...KeyAgent.longest).contains(seconds) else {
      throw CommandFailure(.usage, ValueRefusal(time, of: "--for", isNo: .timeOfHour))
    }
    let manager = try context.keys.manager()
    let name = if let account { account } else { try await context.accounts.acting().name }
    let entry = try await manager.entry(name)
    let keyring = try await context.keys.unlockKeyring(entry, in: manager, isAsked: true)
    guard let agent = context.keys.agent(of: entry, in: manager),
      await agent.start(keyring, for: seconds, launch: { await AgentLaunch.start($0, with: $1) }),
      await agent.unlocked() != nil
    else { throw CommandFailure(.init("wallet.noAgent", .failure), UnlockRefusal.noAgent(entry.name)) }
    let until = LocalTime.now() + seconds
    return Report([
      "name": .string(entry.name), "address": .string(keyring.address.checksummed), "seconds": .integer(seconds),
      "until": .integer(until),
    ]) {
      context.language[UnlockText.unlocked(entry.name, until: LocalTime.text(until, in: context.language))]
    }
  }
}

/// `lectures wallet lock [NAME]`: has the keys of unlocked accounts forgotten.
struct WalletLock: ReportingCommand {
  static let configuration = CommandConfiguration(
    "lock", "Lock unlocked accounts.",
    examples: ["lectures wallet lock": "all of them", "lectures wallet lock student1": "this one"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "The account's name, address or file; by default all.", completion: .known(.accounts)) var account:
    String?

  func run(in context: CommandContext) async throws -> Report {
    var agents = await KeyAgent.all(context.settings.folders)
    if let account {
      let manager = try context.keys.manager()
      agents = [context.keys.agent(of: try await manager.entry(account), in: manager)].compactMap(\.self)
    }
    var locked: [Address] = []
    for agent in agents { if let held = await agent.lock() { locked.append(held.address) } }
    let names = await context.keys.names()
    let told = locked.map { names[$0] ?? $0.checksummed }
    return Report(["locked": .array(locked.map { .string($0.checksummed) })]) {
      told.isEmpty ? context.language[UnlockText.noneUnlocked] : context.language[UnlockText.locked(told)]
    }
  }
}
