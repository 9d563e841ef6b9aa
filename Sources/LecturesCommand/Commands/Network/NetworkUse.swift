import ArgumentParser
import Localization
import NodeRPC
import Operations
import Primitives
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
      "lectures network use invitation.png": "that of an invitation, or of its link in quotes; shows it and asks",
    ],
    after: """
      The settings on the same line are kept, too, those of the definition options for all profiles. `config unset` \
      removes one. An invitation (`lectures network invite`) brings a network, its chain and the lecture contract; \
      what it says is shown and confirmed before anything is kept. With `--yes` it is kept only if its nodes have a \
      code at the contract's address that this program knows; otherwise you are asked at a terminal to type the \
      address.
      """)

  static let fileUse = Settings.FileUse.making

  @Argument(help: "The network, or an invitation: its link, or a picture of its code.", completion: .known(.networks))
  var name: String

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
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
    if isInvitation {
      for (option, value) in [
        ("--network", nodeOptions.network), ("--endpoint", nodeOptions.endpoint.first),
        ("--chain-id", nodeOptions.chainID),
        ("--contract", contractOptions.contract), ("--from-block", contractOptions.fromBlock),
      ] where value != nil {
        throw UsageRule.invitationSays(option)
      }
      return
    }
    guard Network.isName(name) else {
      throw UsageRule.networkName
    }
    if let other = nodeOptions.network, other != name {
      throw UsageRule.networkTwice(name, option: other)
    }
  }

  private var isPicture: Bool { CommandContext.isPicture(name) }
  private var isInvitation: Bool { isPicture || Invitation.isMeant(by: name) }

  func run(in context: CommandContext) async throws -> Report {
    if isInvitation {
      return try await join(Invitation(parsing: isPicture ? try await context.codeText(in: name) : name), context)
    }
    let settings = context.settings
    let kept = try ConfigEditor(settings).use(name).map(\.name)
    if let other = context.settings.environment[SettingKey.network.variable], !other.isEmpty, other != name {
      context.warn(context.language[NetworkText.stronger("\(SettingKey.network.variable)=\(other)")])
    }
    let language = context.language
    return Report([
      "network": .string(name), "profile": .string(settings.profile), "file": .text(settings.file.path),
      "kept": .array(kept.map { .string($0) }),
    ]) {
      language[NetworkText.inUse(name, profile: settings.profile)]
      if !kept.isEmpty { language[NetworkText.kept(kept.joined(separator: ", "))] }
      language[NetworkText.look(command: "lectures network show")]
    }
  }

  /// Shows an invitation beside what it would replace, asks, and keeps it; where its contract is not known, the address
  /// has to be typed.
  private func join(_ invitation: Invitation, _ context: CommandContext) async throws -> Report {
    let (settings, language) = (context.settings, context.language)
    let replaced = try ConfigEditor(settings).replaced(by: invitation)
    var fields = invitation.fields(in: language)
    fields.add(
      language[InvitationText.chainNow].plain, replaced.chainID.map { StyledText("\($0)", .warning) })
    fields.add(
      language[InvitationText.contractNow].plain, replaced.contract.map { StyledText(PlainText.escaped($0), .warning) })
    fields.add(
      language[InvitationText.endpointNow].plain,
      replaced.endpoints.map { StyledText($0.map(Endpoint.redacted).joined(separator: ", "), .warning) })
    fields.add(
      language[InvitationText.siteNow].plain, replaced.site.map { StyledText(PlainText.escaped($0), .warning) })
    let warning = try await context.progress(language[InvitationText.looking]) { _ in
      try await InvitationWarning.about(invitation, by: settings)
    }
    if let warning {
      guard !context.prompts.isAgreed else {
        throw CommandFailure(.init("invitation.doubtful", .notConfirmed), InvitationRefusal(invitation, warning))
      }
      context.warn(StyledText(language[warning]))
    }
    try await context.prompts.confirm(
      language[InvitationText.question(network: invitation.network)], fields,
      typing: warning == nil ? nil : invitation.contract.checksummed)
    let kept = try ConfigEditor(settings).use(invitation).map(\.name)
    return Report([
      "network": .string(invitation.network), "profile": .string(settings.profile),
      "file": .text(settings.file.path), "kept": .array(kept.map { .string($0) }),
    ]) {
      language[InvitationText.taken(network: invitation.network)]
    }
  }
}
