import ArgumentParser
import Exchange
import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal

/// `lectures exchange deploy`
struct ExchangeDeploy: SendingCommand {
  static let configuration = CommandConfiguration(
    "deploy", "Set up an exchange.",
    examples: [
      "lectures exchange deploy --from owner": "both versions and a token for the coin, where they are missing",
      "lectures exchange deploy --protocol v4 --from owner": "the limit orders of version 4 alone",
    ],
    after: """
      Each step is one transaction and is done once: after a run that was ended the same command does the rest. The \
      addresses are kept in the profile. Of version 1 nobody can let others move tokens afterwards: the proxy has no \
      owner any more.
      """)

  static let fileUse = Settings.FileUse.making

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var chosen: ProtocolOptions

  func validate() throws {
    if sending.trial.dryRun { throw ValidationError("--dry-run tries one transaction, and this makes several.") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, place) = try await context.market()
    let account = try await context.accounts.acting()
    var choice = ExchangeDeployer.Choice()
    if let version = chosen.version { choice.versions = [version] }
    let coin = "W" + place.network.symbol
    choice.wrappedCoin = ExchangeDeployer.CoinName(name: "Wrapped \(place.network.symbol)", symbol: coin)
    let signers = try await context.accounts.unlock(account) {
      try await context.prompts.confirm(
        language[DeploymentQuestion(network: place.network.name)],
        [
          language[Label.from]: "\(account.name) \(account.address)",
          language[ExchangeLabel.exchange]: StyledText(
            choice.versions.map(\.rawValue).sorted().joined(separator: ", ")),
        ])
    }
    let options = try await context.choices.settings(accepting: []).options
    let contracts = try await context.progress(language[ExchangeText.deploying("…")]) { [choice] progress in
      try await ExchangeDeployer(over: place.connection, network: place.network.name).deploy(
        choice, beside: market.contracts, from: signers.account, options: options
      ) { step, address in
        progress.update(language[ExchangeText.deploying("\(step.rawValue) \(address)")])
      }
    }
    let kept = keep(contracts, context)
    return Report([
      "exchangeV1": .text(contracts.v1?.exchange.checksummed), "proxy": .text(contracts.v1?.proxy.checksummed),
      "feeToken": .text(contracts.v1?.feeToken.checksummed), "exchangeV4": .text(contracts.v4?.checksummed),
      "wrappedCoin": .text(contracts.wrappedCoin?.checksummed), "kept": .bool(kept),
    ]) {
      language[ExchangeText.deployed]
      fields(of: contracts, language)
    }
  }

  private func fields(of contracts: ExchangeContracts, _ language: Language) -> Fields {
    var fields: Fields = [:]
    fields.add("\(language[ExchangeLabel.exchange]) v4", contracts.v4.map { "\($0)" })
    fields.add("\(language[ExchangeLabel.exchange]) v1", contracts.v1.map { "\($0.exchange)" })
    fields.add(language[ExchangeLabel.proxy], contracts.v1.map { "\($0.proxy)" })
    fields.add(language[ExchangeLabel.feeToken], contracts.v1.map { "\($0.feeToken)" })
    fields.add(language[ExchangeLabel.wrappedCoin], contracts.wrappedCoin.map { "\($0)" })
    return fields
  }

  /// Keeps the addresses in the profile; that this fails must not hide that the contracts are there.
  private func keep(_ contracts: ExchangeContracts, _ context: CommandContext) -> Bool {
    let found: [SettingKey: Address?] = [
      .exchangeV1: contracts.v1?.exchange, .exchangeV4: contracts.v4, .wrappedCoin: contracts.wrappedCoin,
    ]
    do {
      try ConfigEditor(context.settings).keep(found.compactMapValues { $0?.checksummed })
      return true
    } catch {
      context.warn(StyledText(CommandFailure(error).words(in: context.language).sentences))
      return false
    }
  }
}

/// The question whether an exchange is to be set up.
struct DeploymentQuestion: Phrase {
  let network: String

  var english: StyledText { "Set up an exchange on \(network)?" }
  var korean: StyledText { "\(network) 네트워크에 거래소를 설치하시겠습니까?" }
  var ukrainian: StyledText { "Встановити біржу в мережі \(network)?" }
}
