import ArgumentParser
import Exchange
import Localization
import Locking
import Operations
import Orders
import Primitives
import Sending
import StrictJSON
import Terminal

/// `lectures exchange deploy`: sets up exchanges of the 0x protocol, each step once.
struct ExchangeDeploy: SendingCommand {
  static let configuration = CommandConfiguration(
    "deploy", "Set up an exchange on a network.",
    examples: [
      "lectures exchange deploy --from owner": "both versions, and a token for the network's coin where there is none",
      "lectures exchange deploy --protocol v4 --from owner": "version 4 alone",
    ],
    after: """
      The addresses are kept in the profile, so that later commands find them. What is there already is not set up \
      again, and a run that was ended goes on where it stopped.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var protocolOptions: ProtocolOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, place) = try await context.market()
    guard !context.isDryRun else { throw CommandFailure(.usage, ApprovalRefusal.severalSteps) }
    let versions = protocolOptions.version.map { [$0] } ?? OrderVersion.allCases
    let missing = versions.filter { market.contracts.exchange(of: $0) == nil }
    guard !missing.isEmpty || market.contracts.wrappedCoin == nil else {
      return report(market.contracts, steps: [], isNew: false, place, context)
    }
    var choice = ExchangeDeployer.Choice()
    choice.versions = Set(missing)
    let symbol = place.network.symbol
    choice.wrappedCoin = ExchangeDeployer.CoinName(name: "Wrapped \(symbol)", symbol: "W\(symbol)")
    let account = try await context.accounts.acting()
    let signers = try await context.accounts.unlock(account) {
      try await context.prompts.confirm(
        language[ApprovalText.setUpQuestion(network: place.network.name)],
        [
          language[ExchangeLabel.exchange]: StyledText(missing.map(\.rawValue).joined(separator: ", ")),
          language[Label.from]: "\(account.name) \(account.address)",
          language[Label.network]: language[
            ReviewValue.network(name: place.network.name, chainID: market.chainID)],
        ])
    }
    var options = try await context.choices.options()
    if let payer = signers.feePayer { options.feeDelegation?.payer = .keys(payer) }
    let done = StepList()
    let contracts = try await context.progress(language[ExchangeText.deploying(place.network.name)]) { [options] _ in
      try await ExchangeDeployer(over: place.connection, network: place.network.name).deploy(
        choice, beside: market.contracts, from: signers.account, options: options
      ) { done.add($0, $1) }
    }
    return report(contracts, steps: done.json, isNew: true, place, context)
  }

  private func report(
    _ contracts: ExchangeContracts, steps: [JSON], isNew: Bool, _ place: Connection, _ context: CommandContext
  ) -> Report {
    let language = context.language
    let isKept = isNew && keep(contracts, context)
    return Report([
      "exchangeV1": .text(contracts.v1?.exchange.checksummed), "proxy": .text(contracts.v1?.proxy.checksummed),
      "feeToken": .text(contracts.v1?.feeToken.checksummed), "exchangeV4": .text(contracts.v4?.checksummed),
      "wrappedCoin": .text(contracts.wrappedCoin?.checksummed), "steps": .array(steps), "kept": .bool(isKept),
    ]) {
      isNew ? language[ExchangeText.deployed] : language[ApprovalText.nothingToSetUp]
      fields(of: contracts, context)
      if isKept { language[ApprovalText.keptInProfile(context.settings.profile)] }
    }
  }

  private func fields(of contracts: ExchangeContracts, _ context: CommandContext) -> Fields {
    let language = context.language
    var fields: Fields = [:]
    fields.add("\(language[ExchangeLabel.exchange]) 4", contracts.v4.map { StyledText($0.checksummed) })
    fields.add("\(language[ExchangeLabel.exchange]) 1", contracts.v1.map { StyledText($0.exchange.checksummed) })
    fields.add(language[ExchangeLabel.proxy], contracts.v1.map { StyledText($0.proxy.checksummed) })
    fields.add(language[ExchangeLabel.feeToken], contracts.v1.map { StyledText($0.feeToken.checksummed) })
    fields.add(language[ExchangeLabel.wrappedCoin], contracts.wrappedCoin.map { StyledText($0.checksummed) })
    return fields
  }

  /// Keeps the addresses in the profile; that this fails must not hide that the contracts are there.
  private func keep(_ contracts: ExchangeContracts, _ context: CommandContext) -> Bool {
    var values: [SettingKey: String] = [:]
    values[.exchangeV1] = contracts.v1?.exchange.checksummed
    values[.exchangeV4] = contracts.v4?.checksummed
    values[.wrappedCoin] = contracts.wrappedCoin?.checksummed
    do {
      try ConfigEditor(context.settings).keep(values)
      return true
    } catch {
      context.warn(context.language[ApprovalText.notKept(CommandFailure(error).words(in: context.language).sentences)])
      return false
    }
  }
}

/// The finished steps, reported from any thread.
private final class StepList: Sendable {
  private let steps = Guarded<[JSON]>([])

  func add(_ step: DeploymentStep, _ contract: Address) {
    steps.withLock { $0.append(["step": .string(step.rawValue), "contract": .string(contract.checksummed)]) }
  }

  var json: [JSON] { steps.withLock { $0 } }
}
