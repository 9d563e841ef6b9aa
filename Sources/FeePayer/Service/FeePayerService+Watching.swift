import Database
import Listening
import Primitives

extension FeePayerService {
  /// The longest that who watches the service waits for its ledger or its node, and whoever sends an order for its
  /// ledger.
  private static let patience = Duration.seconds(4)

  /// The obstacle that keeps it from paying now, in words for those who watch it; nil where it can pay.
  package func obstacle() async -> String? {
    if stop != nil { return "The account paid for what the ledger does not know." }
    do {
      guard try await isLedgerWritable() else { return Self.unwritable }
    } catch let error as FeePayerError where error.code == .otherRules {
      return error.message
    } catch { return error.callForRestart.map { "\(Self.unwritable) \($0)" } ?? Self.unwritable }
    let chain = chain
    let block = try? await Timeout.value(of: Task { try await chain.blockNumber() }, within: Self.patience)
    return block == nil ? "No node answers." : nil
  }

  private static let unwritable = "The ledger cannot be written."

  /// Makes sure that the ledger can be used, as far as it tells soon: who sends an order does not wait half a minute to
  /// hear that a database is away.
  ///
  /// - Throws: `ServiceAnswer`.
  nonisolated func requireLedger() async throws {
    let isWritable: Bool
    do {
      isWritable = try await isLedgerWritable()
    } catch let error as FeePayerError where [.storeFailed, .otherRules].contains(error.code) {
      throw ServiceAnswer(error)
    } catch {
      // Of a journal that cannot grow an order that was carried out is still answered.
      isWritable = true
    }
    guard isWritable else { throw ServiceAnswer.storeUnavailable }
  }

  private nonisolated func isLedgerWritable() async throws -> Bool {
    let ledger = ledger
    let check = Task {
      try await ledger.check()
      return true
    }
    return try await Timeout.value(of: check, within: Self.patience) ?? false
  }

  /// The figures for those who watch the service; amounts are in peb, those of the ledger are of all instances that
  /// share it.
  package func metrics() async -> [Metric] {
    let (ledger, chain, feePayer) = (ledger, chain, feePayer)
    async let told = try? Timeout.value(
      of: Task { try await chain.balance(of: feePayer).wei }, within: Self.patience)
    let figures = try? await Timeout.value(of: Task { try await ledger.figures() }, within: Self.patience)
    var metrics = counts.metrics
    if let balance = await told ?? nil {
      metrics.append(
        Metric(
          "lectures_fee_payer_balance_peb", .gauge, "The money of the account that pays, as the node tells it.", balance
        ))
    }
    guard let figures = figures ?? nil else { return metrics }
    let left = rules.perDay.wei.subtractingDownToNone(figures.spent.wei)
    return metrics + [
      Metric("lectures_fee_payer_budget_peb", .gauge, "The budget of a day (UTC).", rules.perDay.wei),
      Metric("lectures_fee_payer_budget_left_peb", .gauge, "The part of today's budget that is not spent.", left),
      Metric(
        "lectures_fee_payer_allotted_peb", .gauge, "The part of it that instances hold for orders to come.",
        figures.allotted.wei),
      Metric(
        "lectures_fee_payer_unsettled_orders", .gauge, "Signed orders that are in no block yet.", figures.unsettled),
    ]
  }
}
