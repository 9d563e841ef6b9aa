import ArgumentParser
import Keys
import Keystores
import LectureKit
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures account show [ADDRESS]`: an account of Kaia and who may sign for it.
struct AccountShow: ReportingCommand {
  static let configuration = CommandConfiguration(
    "show", "Show a Kaia account with its balance and keys.",
    examples: [
      "lectures account show 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB": "",
      "lectures account show --from platform": "",
    ],
    after: """
      On Kaia an account's key can be changed, and an account can have several: one for each role (sending, changing \
      the keys, paying other accounts' fees), or a multisig, whose keys have to sign together until their weights \
      reach a threshold. Public keys are shown; the last column names the keystore here that holds the private key. \
      A keystore of Kaia's version 4 that another program made reveals its keys only with its password: such \
      keystores are named above the keys.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @Argument(help: "An address or a name.", completion: .known(.names)) var account: String?

  func run(in context: CommandContext) async throws -> Report {
    let address = try await context.accounts.address(account, of: "'<account>'")
    let place = try await context.nodes.connection()
    let (key, balance, count, code) = try await context.progress(context.language[AccountUpdateText.lookingAtAccount]) {
      _ in
      let key = try await place.accountKey(of: address)
      let (balance, count, code) = try await place.node.send(
        together: .balance(of: address, at: .latest), .transactionCount(of: address, at: .latest),
        .code(of: address, at: .latest))
      return (key, balance, count, code)
    }
    let (network, language) = (place.network, context.language)
    func label(_ text: AccountUpdateText) -> String { language[text].plain }
    let name = await context.names.text(of: address)
    let names = await context.keys.names()
    let keyrings = await context.keys.names(of: address)
    return Report([
      "address": .string(address.checksummed), "contract": .bool(!code.isEmpty),
      "balance": .amount(balance, on: network),
      "transactions": .integer(count), "key": key.json, "kind": .string(key.kind.name),
      "encoded": .string(Hex.encode(key.encoded)), "keystores": .array(keyrings.map { .string($0) }),
    ]) {
      [
        language[Label.account]: name,
        language[Label.kind]: language[code.isEmpty ? AccountUpdateText.account : .contract],
        language[Label.balance]: StyledText(network.text(balance, in: language)),
        label(.transactions): "\(count)", label(.key): StyledText(language[AccountKeyText(key)], .strong),
        label(.keystores): keyrings.isEmpty
          ? language[AccountUpdateText.noKeystore] : StyledText(keyrings.joined(separator: ", ")),
        language[Label.network]: language[
          AccountUpdateText.network(network.name, chain: "\(place.session.chainID)")],
      ] as Fields
      ""
      key.table(of: address, names: names, in: language)
    }
  }
}

extension AccountKey {
  /// A table of the keys that may sign, by role.
  func table(of address: Address, names: [Address: String], in language: Language) -> Table {
    func heading(_ text: AccountUpdateText) -> String { language[text].plain }
    func words(_ key: AccountKey, _ style: Style = .plain) -> StyledText {
      StyledText(language[AccountKeyText(key)], style)
    }
    var table = Table(
      .name(heading(.role)), .text(heading(.key)), .number(heading(.weight), .important),
      .text(heading(.keystore), .useful))
    let roles: [(String, AccountKey)] =
      if case .roles = self {
        Role.allCases.map { (language[RoleText($0)], key(for: $0)) }
      } else {
        [(language[RoleText(nil)], self)]
      }
    for (role, key) in roles {
      switch key {
      case .legacy: table.add(StyledText(role), words(key), "", StyledText(names[address] ?? ""))
      case .publicKey(let key):
        table.add(StyledText(role), StyledText("\(key)"), "", StyledText(names[key.address] ?? ""))
      case .multisig(let multisig):
        table.add(StyledText(role), language[AccountUpdateText.together(multisig.threshold)], "", "")
        for member in multisig.keys {
          table.add(
            "", StyledText("\(member.key)"), "\(member.weight)", StyledText(names[member.key.address] ?? ""))
        }
      case .none, .fail, .roles: table.add(StyledText(role), words(key, .warning), "", "")
      }
    }
    return table
  }
}
