import ArgumentParser
import ContractClient
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures purchase N`: buys a lecture at the price on the chain, never above the agreed one.
struct PurchaseCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    "purchase", "Buy a lecture.",
    examples: [
      "lectures purchase 0 --from student1": "shows the price and asks",
      "lectures purchase 0 --from student1 --yes --price 10": "in a script: 10 coins at most, and 1 for gas",
    ],
    after: """
      The price is read from the chain. With --yes, set the most to pay: by --price, or by --max-price, which a profile \
      can have, too; the lower one counts.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: SpendingOptions.title) var priceLimit: PriceLimitOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber
  @Option(help: "The most to pay, a whole number of coins.") var price: String?

  func run(in context: CommandContext) async throws -> Report {
    let agreed = try agreedPrice(context)
    let (client, place) = try await context.nodes.agreedLectureClient()
    let account = try await context.accounts.acting()
    let checking = context.language[ProgressText.checkingLecture(lecture.value)]
    return try await context.runner.carryOut(checking, by: account, at: place) { planner in
      do {
        return try await planner.purchase(lecture.value, agreed: agreed, of: client)
      } catch let error as LectureError where error.code == .priceChanged && error.cause == nil {
        throw try aboveLimit(error, context, place) ?? error
      }
    } report: {
      report($0, context, place)
    }
  }

  private func report(_ purchase: Purchase, _ context: CommandContext, _ place: Connection) -> Report {
    let (receipt, language) = (purchase.receipt, context.language)
    return Report([
      "lecture": .integer(lecture.value), "student": .string(purchase.student.checksummed),
      "paid": .amount(receipt.value, on: place.network), "transaction": receipt.json(on: place.network),
    ]) {
      if let earlier = receipt.earlier {
        StyledText(language[EarlierText(earlier, did: .purchase(lecture.value))], .good)
      } else {
        language[LectureText.yours(lecture.value)]
      }
      receipt.fields(on: place.network, in: language, earlierIsTold: true)
      language[LectureText.rateIt(command: "lectures evaluate \(lecture.value)")]
    }
  }

  /// The refusal of a price above the limit of the settings, which no `--price` raises; nil where `--price` is the
  /// limit that refused.
  private func aboveLimit(
    _ error: LectureError, _ context: CommandContext, _ place: Connection
  ) throws -> (any Error)? {
    guard let limit = try context.settings.spending.maxPrice(),
      try price.map({ try Price(parsing: $0) > limit }) ?? true
    else {
      return nil
    }
    let failure = CommandFailure(error)
    let origin = context.settings.raw(.maxPrice).map { " (\($0.origin))" } ?? ""
    return CommandFailure(
      failure.code,
      CommandRefusal.aboveMaxPrice(failure, origin: origin, limit: limit.text(in: place.network.unit)))
  }

  /// The lower of `--price` and the limit of the settings.
  private func agreedPrice(_ context: CommandContext) throws -> Price? {
    let given = try price.map { try Price(parsing: $0) }
    let limit = try context.settings.spending.maxPrice()
    let agreed = [given, limit].compactMap { $0 }.min()
    guard agreed != nil || !context.options.yes else {
      throw CommandFailure(.usage, CommandRefusal.noAgreedPrice)
    }
    return agreed
  }
}
