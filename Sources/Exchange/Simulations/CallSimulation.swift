import EVM
import NodeRPC
import Primitives
import Simulation
import Tokens

/// A question to a token whose answer is one number.
struct TokenQuestion: Sendable, Hashable {
  let token: Address
  let data: Bytes
}

/// The simulation of a transaction on the newest state, with the answers of tokens before and after.
public struct CallSimulation: Sendable {
  /// The simulated transaction: its gas, its events, and how it ended.
  public let transaction: SimulatedTransaction
  /// The holdings of each account in each token, in the order in which they were asked for.
  public let changes: [BalanceChange]
  /// The number of the block on whose state it was carried out.
  public let block: UInt64
  /// Whether the chain's rules are known: if not, the nearest were used.
  public let isCertain: Bool
  /// The answers of tokens, before and after.
  let answers: [(before: UInt256, after: UInt256)]

  /// The events, as a receipt would have them.
  public var logs: [NodeRPC.Log] {
    transaction.logs.map { NodeRPC.Log(address: $0.address, topics: $0.topics, data: $0.data) }
  }

  /// The change of an account's holdings of a token; nil where it was not asked for.
  public func change(of account: Address, in token: Address) -> BalanceChange? {
    changes.first { $0.account == account && $0.token == token }
  }

  /// Carries out a call, comparing what accounts hold.
  ///
  /// - Parameters:
  ///   - request: The call, with the account that sends it.
  ///   - earlier: Calls that are carried out before it.
  ///   - holdings: The tokens and accounts whose holdings are compared.
  ///   - cache: States that earlier trials read; nil reads them anew.
  /// - Throws: `SimulationError`; `unsupportedToken` for a token that does not report balances,
  ///   and for an earlier call that fails.
  public init(
    of request: CallRequest, after earlier: [CallRequest] = [],
    comparing holdings: [(token: Address, account: Address)], on node: NodeClient, cache: StateCache? = nil
  ) async throws {
    try await self.init(
      of: request, after: earlier, comparing: holdings,
      reading: holdings.map { TokenQuestion(token: $0.token, data: TokenCalls.balance(of: $0.account)) }, on: node,
      cache: cache)
  }

  /// Carries out a call, comparing answers of tokens.
  init(
    of request: CallRequest, after earlier: [CallRequest] = [],
    comparing holdings: [(token: Address, account: Address)] = [], reading questions: [TokenQuestion],
    on node: NodeClient, cache: StateCache? = nil
  ) async throws {
    let sender = request.from ?? .zero
    let simulation = try await Simulation.begin(with: node, cache: cache)
    let limit = simulation.highestGasLimit
    let readings = questions.map {
      EVMTransaction(sender: sender, nonce: 0, to: $0.token, data: $0.data, gasLimit: min(limit, Self.questionGas))
    }
    let calls = (earlier + [request]).map {
      EVMTransaction(
        sender: $0.from ?? sender, nonce: 0, to: $0.to, value: ($0.value ?? .zero).wei, data: $0.data, gasLimit: limit)
    }
    let outcomes = try await simulation.run(readings + calls + readings, leniency: [.nonce, .fees])
    for (call, outcome) in zip(earlier, outcomes.dropFirst(readings.count)) where !outcome.isSuccess {
      throw ExchangeError(
        .unsupportedToken, "A transaction that has to be sent before would fail; nothing was sent.",
        reason: "A trial on the newest state reverts.", facts: call.to.map { .contract($0) })
    }
    transaction = outcomes[readings.count + earlier.count]
    answers = try questions.indices.map { index in
      let token = questions[index].token
      return (
        try Self.number(outcomes[index], token), try Self.number(outcomes[readings.count + calls.count + index], token)
      )
    }
    changes = zip(holdings, answers).map { holding, answer in
      BalanceChange(account: holding.account, token: holding.token, before: answer.before, after: answer.after)
    }
    block = simulation.state.block.number
    isCertain = simulation.rules.areCertain
  }

  private static let questionGas: UInt64 = 500_000

  private static func number(_ answer: SimulatedTransaction, _ token: Address) throws -> UInt256 {
    guard case .success(let bytes) = answer.outcome, bytes.count >= 32,
      let number = try? UInt256(bigEndian: bytes.prefix(32))
    else {
      throw ExchangeError(
        .unsupportedToken, "The contract at \(token) does not answer as a token does; nothing was sent.",
        reason: "A question about what accounts hold, or let others move, has no number for an answer.",
        facts: .contract(token))
    }
    return number
  }
}
