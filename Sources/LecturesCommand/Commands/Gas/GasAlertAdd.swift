import Alerts
import ArgumentParser
import GasPrices
import Localization
import Operations
import Outbox
import Primitives
import Rates
import Terminal

/// `lectures gas alert add`
struct GasAlertAdd: ReportingCommand {
  static let configuration = CommandConfiguration(
    "add", "Add a gas price alert.",
    examples: [
      "lectures gas alert add --below 25": "in gwei (ston); on the terminal, and on the desktop if there is one",
      "lectures gas alert add --above 100 --tier fast --cool-down 1h": "",
      "lectures gas alert add --change 30% --within 10m --note \"look at the batch\"": "a sharp change, up or down",
      "lectures gas alert add --cost-of purchase --below 0.01 --once": "in the chain's coin; once, then it is removed",
      "lectures gas alert add --cost-of swap --fiat USD --above 2": "in other money, by the rates of markets",
      "lectures gas alert add --coin --fiat KRW --below 100": "the price of the coin itself",
      "lectures gas alert add --below 25 --command 'notify.sh \"$LECTURES_ALERT_MESSAGE\"'": "",
      "lectures gas alert add --below 25 --command 'echo \"$LECTURES_ALERT_MESSAGE\" | mail -s Gas me@example.org'":
        "by e-mail",
      "lectures gas alert add --below 25 --webhook https://example.org/hook --webhook-secret-file hook.key": "",
      "lectures gas alert add --below 25 --format ntfy --webhook https://ntfy.sh/my-topic":
        "for ntfy; slack and discord work likewise",
      "lectures gas alert add --below 25 --format telegram --telegram-chat -1001234567890 --webhook URL":
        "to a group; URL is that of the bot's sendMessage",
    ],
    after: """
      An alert is sent once when the price crosses its limit, and again only after the price has gone back by the \
      margin. A price that is beyond the limit already counts as a crossing. A change is counted from the price of the \
      last alert; with --within from the lowest and the highest price of that time. A webhook gets a POST of JSON, and \
      gets it again after failures: for half a day at most, for two minutes after a refusal, and not at all after status \
      410. X-Lectures-Delivery is the same at each attempt, and X-Lectures-Signature is sha256= and the HMAC of the \
      body with the secret. With --format the body is the one that the service wants: {"text"} for Slack, {"content"} \
      for Discord, {"chat_id", "text"} for the address of a Telegram bot's sendMessage, plain text for ntfy.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var bookOptions: GasBookOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: LectureContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @OptionGroup var options: AlertOptions
  @Option(help: ArgumentHelp("The speed: slow, standard or fast.", valueName: "speed")) var tier = FeeSpeed.standard
  @Option(
    help: ArgumentHelp(
      "Watch the cost of an action in the chain's coin, or in the money of --fiat: transfer, purchase, swap and others.",
      valueName: "action"))
  var costOf: String?
  @OptionGroup var actionOptions: ActionOptions
  @Flag(help: "Watch the price of the chain's coin in the money of --fiat.") var coin = false

  func validate() throws {
    guard options.hasOneLimit else { throw UsageRule.oneLimit }
    if coin && costOf != nil { throw UsageRule.either("--coin", "--cost-of") }
    if fiatOptions.fiat != nil && !coin && costOf == nil { throw UsageRule.goesWith("--fiat", "--cost-of") }
    if !actionOptions.action.isEmpty && costOf == nil { throw UsageRule.goesWith("--action", "--cost-of") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let network = try context.settings.network()
    let channels = try options.channels(GasSubject.topic)
    let measure = try await measure(of: network, context)
    let condition = try options.condition { text, option in
      switch measure {
      case .price: try GasSource.price(text, of: option)
      case .cost where measure.currency == nil: try network.amount(text, of: option).wei
      case .cost, .coin: try GasAlertAdd.coinPrice(text)
      }
    }
    let book = try GasBook(at: try context.settings.gas.place())
    let subject = GasSubject(
      chainID: try await context.nodes.gasChain(book), network: network.name, tier: tier, measure: measure)
    let rule = try GasAlertRule(
      watching: subject, condition, hold: try options.holdSeconds, coolDown: try options.coolDownSeconds,
      margin: options.margin, note: options.note, isOnce: options.once)
    let id = try await book.alerts.add(rule, channels: channels)
    return GasSubject.writer(in: context).added(
      id, rule, channels,
      isWatched: try await book.isWatched(rule.subject.scope, beside: context.settings.gas.book()))
  }

  /// The quantity that is watched. The gas of buying and rating is that of now: it is tried at the node where one answers.
  private func measure(of network: Network, _ context: CommandContext) async throws -> GasSubject.Measure {
    // A rate that is said once never changes: nobody would watch it.
    guard fiatOptions.fiatRate == nil else { throw CommandFailure(.usage, AlertRefusal.fixedRate) }
    let currency = coin || fiatOptions.fiat != nil ? try GasAlertAdd.currency(of: network, context) : nil
    guard let costOf else { return currency.map { .coin(currency: $0) } ?? .price }
    let own = try actionOptions.actions
    let usual = own + UsualAction.all
    let word = costOf.trimmed.lowercased()
    if let action = usual.first(where: { $0.word == word }) {
      return .cost(action: word, gas: action.gas, currency: currency)
    }
    let lectures = [LectureActions.purchase, LectureActions.evaluate]
    guard lectures.contains(where: { $0.word == word }) else {
      let known = (usual + lectures).map(\.word).joined(separator: ", ")
      throw CommandFailure(.usage, AlertRefusal.noAction(word, known: known))
    }
    let tried = await context.lectureActions(on: try? await context.nodes.connection())
    let gas = (tried + lectures).first { $0.word == word }?.gas ?? 0
    return .cost(action: word, gas: gas, currency: currency)
  }

  /// The code of the money that the settings name, in which markets trade the network's coin.
  private static func currency(of network: Network, _ context: CommandContext) throws -> String {
    guard let fiat = try context.settings.rates.fiat() else { throw CommandFailure(.usage, AlertRefusal.noFiat) }
    guard network.coin != nil else { throw CommandFailure(.usage, AlertRefusal.noCoin(network.name)) }
    return fiat.code
  }

  /// A price of a coin or of an action, in units of 10⁻¹⁸ of its money.
  private static func coinPrice(_ text: String) throws -> UInt256 {
    guard let price = ExactDecimal(try TypedNumber(text.trimmed).plain), price.isExact else {
      throw LocalizationError(.malformedNumber, "This is no number.")
    }
    return RateSubject.value(of: Fraction(price)) ?? .max
  }
}

/// The option of commands that tell the cost of actions: one's own.
struct ActionOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp("An action of your own and its gas, at most 16777216, as in swap=150000.", valueName: "name=gas")
  )
  var action: [String] = []

  var actions: [UsualAction] {
    get throws(CommandFailure) {
      var actions: [UsualAction] = []
      for text in action {
        guard let action = UsualAction(text) else {
          throw CommandFailure(.usage, ValueRefusal(text, of: "--action", isNo: .action))
        }
        actions.append(action)
      }
      return actions
    }
  }
}
