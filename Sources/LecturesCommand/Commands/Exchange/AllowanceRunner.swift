import Exchange
import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// Carries out the transactions of an allowance, each shown and agreed to.
struct AllowanceRunner: Sendable {
  let context: CommandContext
  let market: ExchangeMarket
  let place: Connection

  /// A transaction, and the amount that it leaves; nil is any amount.
  typealias Step = (call: ExchangeCall, amount: TokenAmount?)

  /// The reports of what was sent, or the simulation of the first step.
  enum Outcome {
    case simulated(Report)
    case sent([Report])
  }

  /// The transaction that takes back what a spender may move; none where it may move nothing.
  func revocation(of token: DirectoryToken, for spender: Address, from before: TokenAmount?) -> [Step] {
    if before?.units == 0 { return [] }
    return [(market.calls.revocation(of: token.address, for: spender), TokenAmount(0, of: token))]
  }

  /// Carries steps out.
  func carryOut(
    _ steps: [Step], of token: DirectoryToken, for spender: Address, by account: ActingAccount
  ) async throws -> Outcome {
    let language = context.language
    let isExchange = OrderVersion.allCases.contains { market.contracts.spender(of: $0) == spender }
    var sent: [Report] = []
    for step in steps {
      let report: Report
      do {
        report = try await context.runner.carryOut(language[ExchangeText.checking], by: account, at: place) {
          try await $0.trading.allow(step.call, step.amount, of: token, for: spender, isExchange: isExchange)
        } report: { receipt in
          Report([
            "amount": (step.amount ?? TokenAmount(.max, of: token)).json,
            "transaction": receipt.json(on: place.network),
          ]) {
            receipt.fields(on: place.network, in: language)
          }
        }
      } catch {
        if !sent.isEmpty { context.warn(language[ApprovalText.leftAtZero(token.shown)]) }
        throw error
      }
      if context.isDryRun { return .simulated(report) }
      sent.append(report)
    }
    return .sent(sent)
  }
}
