import ContractClient
import GasPrices
import LectureKit
import Primitives
import Sending

/// The gas that buying and rating a lecture take: tried on the contract in use where possible, else as measured.
package enum LectureActions {
  /// A purchase, as measured on a devnet with the contract of this package: the first one of a student.
  package static let purchase = UsualAction("purchase", gas: 79_536, .measured)
  /// A rating, as measured on a devnet with the contract of this package: the first one of a student.
  package static let evaluate = UsualAction("evaluate", gas: 82_669, .measured)

  /// The actions of an account on the contract in use.
  ///
  /// - Parameter account: The account that acts; nil where none is chosen.
  package static func of(_ place: Connection?, by account: Address?) async -> [UsualAction] {
    guard let place, place.session.contract != nil, let account,
      let client = try? await LectureClient.connect(place.session, over: place.connection)
    else { return [purchase, evaluate] }
    return [await purchase(client, account) ?? purchase, await evaluate(client, account) ?? evaluate]
  }

  /// The most that the fee of an action can cost an account as the chain is now, for who cannot pay for it yet, so that
  /// no node tries it.
  ///
  /// Where code runs, up to a fifth of the gas is refunded only at its end (EIP-3529), and the transaction has its
  /// margin. A tenth more is for prices, lectures and chains that differ.
  ///
  /// - Returns: Nil above one coin: a node's answer alone is no reason to ask for so much.
  /// - Throws: A `NodeError`.
  package static func mostFee(
    of action: UsualAction, by account: Address, at place: Connection, _ options: SendOptions
  ) async throws -> Amount? {
    let fees = try await place.connection.sender.pricer.state(of: account, options: options).fees
    let limit = action.origin == .fixed ? action.gas : action.gas * 5 / 4 * (100 + options.gas.margin) / 100
    return fees.maximumCost(gasLimit: limit * 11 / 10).flatMap { $0.wei <= place.session.unit.scale ? $0 : nil }
  }

  /// The first open lecture that the account can buy.
  private static func purchase(_ client: LectureClient, _ account: Address) async -> UsualAction? {
    guard let lectures = try? await client.lectures(limit: 200) else { return nil }
    for lecture in lectures.filter({ $0.isOpen == true }).prefix(5) {
      if let plan = try? await client.planPurchase(lecture.number, from: account) { return action("purchase", plan) }
    }
    return nil
  }

  /// The first lecture that the account has bought and can rate.
  private static func evaluate(_ client: LectureClient, _ account: Address) async -> UsualAction? {
    guard let enrolment = try? await client.enrolments(of: account).first(where: \.canRate),
      let scores = try? Scores([100, 80, 60, 40, 20]),
      let plan = try? await client.planEvaluation(enrolment.lecture.number, scores: scores, from: account)
    else { return nil }
    return action("evaluate", plan)
  }

  /// The estimate, without the margin that a transaction gets.
  private static func action(_ name: String, _ plan: PlannedCall) -> UsualAction {
    let margin = SendOptions().gas.margin
    return UsualAction(name, gas: plan.prepared.gasLimit * 100 / (100 + margin), .estimated)
  }
}
