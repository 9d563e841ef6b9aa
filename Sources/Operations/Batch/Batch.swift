import ContractABI
import ContractClient
import EVM
import LectureKit
import Primitives
import Sending
import Simulation

/// The outcome of a row.
public enum BatchOutcome: Sendable {
  /// The row was sent, by this run or an interrupted one; the number of the lecture that it opened, if it opened one.
  case done(CallReceipt, opened: UInt256?)
  /// The row was done before: its difference from the row, if there is one, and the number of the lecture that it opened.
  case skipped(BatchDifference?, opened: UInt256?)
  /// The row could be done and was not sent, because another row cannot be done.
  case heldBack
  /// The row was simulated, after the rows before it.
  case simulated(DryRunOutcome)
  /// The row is not done.
  case failed(any Error)
}

/// The rows of a batch, of which those are known that are done or cannot be done, and the others were simulated.
public struct BatchPlan: Sendable {
  /// All rows, in their order.
  public let rows: [BatchRow]
  /// The rows that are to be sent, in their order.
  public let open: [BatchRow]
  /// The outcomes of the other rows, by their lines.
  public let settled: [Int: BatchOutcome]
  /// The simulated outcomes of the open rows, by their lines; nil where they could not be simulated.
  public let trials: [Int: DryRunOutcome]?
  /// The sum that settlements pay out of the escrow; nil if no open row is one.
  public let payout: Amount?
  /// The delegation of the fees.
  public let feeDelegation: FeeDelegation?
  let client: LectureClient
  let account: Address
  let options: SendOptions

  /// The sum of the simulated fees, whoever pays them; nil where the rows could not be simulated.
  public var fees: Amount? {
    get throws { try trials?.values.filter(\.outcome.isSuccess).reduce(Amount.zero) { try $0.adding($1.fee) } }
  }

  /// The outcomes of the open rows that were simulated, by their lines; a refusal of the contract's is in the platform's words.
  public var tried: [Int: BatchOutcome] {
    var outcomes = (trials ?? [:]).mapValues { BatchOutcome.simulated($0) }
    for row in open {
      guard let trial = trials?[row.line], case .reverted(let data) = trial.outcome.outcome else { continue }
      let refusal = ContractError(
        .reverted, "The transaction would fail.",
        about: .refusal(RevertReason(data, errors: trial.abi?.errors ?? [])), call: trial.call)
      if let explained = LectureError.explaining(refusal, about: row.action.lecture) {
        outcomes[row.line] = .failed(explained)
      }
    }
    return outcomes
  }

  /// The rows that cannot be done, by their lines: a contract refuses them, or they are of a run that is over.
  public var failing: [Int: BatchOutcome] {
    let impossible = settled.filter { if case .failed = $1 { true } else { false } }
    let refused = tried.filter { trials?[$0.key]?.outcome.isSuccess == false }
    return impossible.merging(refused) { first, _ in first }
  }

  /// The outcomes of all rows where nothing is sent because some of them cannot be done.
  public var heldBack: [Int: BatchOutcome] {
    let others = Dictionary(open.map { ($0.line, BatchOutcome.heldBack) }) { first, _ in first }
    return failing.merging(settled) { first, _ in first }.merging(others) { first, _ in first }
  }

  /// Sends the open rows one after the other: a row that fails does not keep the others from being sent.
  ///
  /// - Parameters:
  ///   - signers: the keys that sign.
  ///   - listen: gets the progress.
  /// - Returns: The outcomes of all rows, by their lines.
  /// - Throws: `CancellationError`.
  public func carryOut(
    by signers: Signers, telling listen: @escaping OperationListener = { _ in }
  ) async throws -> [Int: BatchOutcome] {
    var options = options
    options.events.tell(listen)
    if let payer = signers.feePayer { options.feeDelegation?.payer = .keys(payer) }
    var outcomes = settled
    for (index, row) in open.enumerated() {
      listen(.sendsRow(line: row.line, number: index + 1, of: open.count))
      do {
        let receipt = try await row.action.plan(client, account, options).send(from: signers.account, options: options)
        if case .evaluate(_, let scores) = row.action { try receipt.check(gave: scores) }
        var opened: UInt256?
        if case .create = row.action { opened = try client.createdNumber(in: receipt) }
        outcomes[row.line] = .done(receipt, opened: opened)
      } catch {
        // A person who wants to stop does not want the remaining rows tried.
        try Task.checkCancellation()
        outcomes[row.line] = .failed(error)
      }
    }
    return outcomes
  }
}

extension Planner {
  /// Plans the rows of a batch: looks which are done already, and simulates the others, each after those before it.
  ///
  /// - Throws: A `NodeError`; in a dry run what simulating them throws, too.
  public func batch(_ rows: [BatchRow], of client: LectureClient) async throws -> BatchPlan {
    listen(.began(.checking))
    let progress = try await BatchProgress(client: client, account: account)
    var open: [BatchRow] = []
    var settled: [Int: BatchOutcome] = [:]
    for row in rows {
      switch progress.status(of: row.action) {
      case .open: open.append(row)
      case .done(let difference):
        settled[row.line] = .skipped(difference, opened: progress.opened(by: row.action))
      case .impossible(let error): settled[row.line] = .failed(error)
      }
    }
    let trials: [Int: DryRunOutcome]?
    do {
      trials = settings.isDryRun || !open.isEmpty ? try await rehearse(open, client) : nil
    } catch {
      try Task.checkCancellation()
      // A row that cannot be simulated here may still be sent: the node tries each before.
      guard !settings.isDryRun else { throw error }
      trials = nil
    }
    return BatchPlan(
      rows: rows, open: open, settled: settled, trials: trials, payout: progress.payout(of: open.map(\.action)),
      feeDelegation: options.feeDelegation, client: client, account: account, options: options)
  }

  /// Simulates rows here, each after those before it.
  private func rehearse(_ rows: [BatchRow], _ client: LectureClient) async throws -> [Int: DryRunOutcome] {
    listen(.began(.simulating))
    let calls = rows.map { $0.action.call(client) }
    let drafts = try await connection.sender.pricer.drafts(
      of: calls.map { $0.sendRequest(from: account) }, options: options)
    let simulation = try await Simulation.begin(with: connection.node, cache: settings.stateCache)
    if !simulation.rules.areKnown { listen(.assumesRules(simulation.rules)) }
    let transactions = drafts.map(\.trial)
    let outcomes = try await simulation.rehearse(
      transactions, gasMargin: options.gas.margin, leniency: transactions.first?.trialLeniency ?? .nonce)
    var trials: [Int: DryRunOutcome] = [:]
    for (index, row) in rows.enumerated() {
      trials[row.line] = DryRunOutcome(
        title: row.action.title(in: client.session.unit), call: calls[index].readable,
        transaction: transactions[index], outcome: outcomes[index], simulation: simulation, abi: LectureMarket.abi)
    }
    return trials
  }
}
