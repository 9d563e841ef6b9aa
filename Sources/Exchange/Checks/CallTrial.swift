import ContractABI
import EVM
import NodeRPC
import Primitives
import Simulation

/// A transaction carried out on the newest state without being sent, with the holdings of accounts before and after.
public struct CallTrial: Sendable {
  /// The outcome.
  public let transaction: SimulatedTransaction
  /// The holdings of each account in each token, and in coins, in the order in which they were asked for.
  public let changes: [BalanceChange]
  /// The number of the block on whose state it was carried out.
  public let block: UInt64
  /// Whether the chain's rules are known: if not, the nearest were used.
  public let isCertain: Bool

  /// The events, as a receipt would have them.
  public var logs: [NodeRPC.Log] {
    transaction.logs.map { NodeRPC.Log(address: $0.address, topics: $0.topics, data: $0.data) }
  }

  /// The change of an account's holdings of a token; nil where it was not asked for.
  public func change(of account: Address, in token: Address?) -> BalanceChange? {
    changes.first { $0.account == account && $0.token == token }
  }

  /// Carries out a call.
  ///
  /// - Parameters:
  ///   - request: The call, with the account that sends it.
  ///   - holdings: The tokens and accounts whose holdings are compared.
  ///   - cache: States that earlier trials read; nil reads them anew.
  /// - Throws: `SimulationError`; `unsupportedToken` for a token that does not tell what accounts hold.
  public init(
    of request: CallRequest, comparing holdings: [(token: Address, account: Address)], on node: NodeClient,
    cache: StateCache? = nil
  ) async throws {
    let sender = request.from ?? .zero
    let simulation = try await Simulation.begin(with: node, cache: cache)
    let limit = simulation.highestGasLimit
    let questions = try holdings.map { token, account in
      EVMTransaction(
        sender: sender, nonce: 0, to: token, data: try Self.balanceOf.encodeCall([.address(account)]),
        gasLimit: min(limit, Self.questionGas))
    }
    let call = EVMTransaction(
      sender: sender, nonce: 0, to: request.to, value: (request.value ?? .zero).wei, data: request.data, gasLimit: limit
    )
    let outcomes = try await simulation.run(questions + [call] + questions, leniency: [.nonce, .fees])
    transaction = outcomes[questions.count]
    let after = outcomes[(questions.count + 1)...]
    changes = try zip(holdings, zip(outcomes, after)).map { holding, answers in
      BalanceChange(
        account: holding.account, token: holding.token, before: try Self.balance(answers.0, holding.token),
        after: try Self.balance(answers.1, holding.token))
    }
    block = simulation.state.block.number
    isCertain = simulation.rules.areCertain
  }

  private static let questionGas: UInt64 = 500_000

  private static let balanceOf = ABIFunction(
    name: "balanceOf", inputs: [ABIParameter("account", .address)], outputs: [ABIParameter("", .uint(256))],
    stateMutability: .view)

  private static func balance(_ answer: SimulatedTransaction, _ token: Address) throws -> UInt256 {
    guard case .success(let bytes) = answer.outcome, bytes.count >= 32,
      let balance = try? UInt256(bigEndian: bytes.prefix(32))
    else {
      throw ExchangeError(
        .unsupportedToken, "The contract at \(token) does not tell what accounts hold; nothing was sent.",
        reason: "It does not answer balanceOf as a token does.", facts: .contract(token))
    }
    return balance
  }
}
