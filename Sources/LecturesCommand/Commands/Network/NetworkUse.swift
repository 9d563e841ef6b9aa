import ArgumentParser
import Operations
import StrictJSON
import Terminal

/// `lectures network use`: keeps a network, and the other given settings, in the profile.
struct NetworkUse: ReportingCommand {
  static let configuration = CommandConfiguration(
    "use", "Choose the network for later commands.",
    examples: [
      "lectures network use kairos": "Kaia's test network",
      "lectures network use kaia --contract 0x… --from-block 123 --from teacher --max-total-fee 0.1":
        "everything given on the line is kept with it",
      "lectures network use kaia --profile school": "in a profile of its own",
      "lectures network use campus --endpoint http://10.0.0.5:8545 --chain-id 1337 --symbol KLAY --kaia true":
        "a network of your own",
    ],
    after: """
      The settings given on the same line are kept too, those of the definition for all profiles. `lectures config \
      unset` takes one back.
      """)

  static let fileUse = Settings.FileUse.making

  @Argument(help: "The network.", completion: .networks) var name: String

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var actingAccountOptions: ActingAccountOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: AccountOptions.title) var passwordFileOptions: PasswordFileOptions
  @OptionGroup(title: SpendingOptions.title) var spendingOptions: SpendingOptions
  @OptionGroup(title: SpendingOptions.title) var priceLimit: PriceLimitOptions
  @OptionGroup(title: TrackingOptions.title) var trackingOptions: TrackingOptions
  @OptionGroup(title: GasOptions.title) var gasOptions: GasOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @OptionGroup(title: DefinitionOptions.title) var definitionOptions: DefinitionOptions

  func validate() throws {
    guard name.count <= 64, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }) else {
      throw ValidationError("The name of a network has letters, digits, -, _ and . only.")
    }
    if let other = nodeOptions.network, other != name {
      throw ValidationError("The network is named twice: '\(name)' and --network '\(other)'.")
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    let settings = context.settings
    let kept = try ConfigEditor(settings).use(name).map(\.name)
    if let other = context.settings.environment[SettingKey.network.variable], !other.isEmpty, other != name {
      context.warn("\(SettingKey.network.variable)=\(other) is set in the environment and is stronger.")
    }
    return Report([
      "network": .string(name), "profile": .string(settings.profile), "file": .text(settings.file.path),
      "kept": .array(kept.map { .string($0) }),
    ]) {
      "Commands work on \(name, .strong) from now on (profile \(settings.profile))."
      if !kept.isEmpty { "Kept with it: \(kept.joined(separator: ", "))." }
      "\("lectures network show", .action) shows what is set."
    }
  }
}
