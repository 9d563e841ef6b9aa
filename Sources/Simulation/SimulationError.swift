import NodeRPC
import Primitives

/// A failure between a node's state and an execution on it.
///
/// Two errors are equal when their codes are equal. The text has at most four lines: what failed, why, the call and
/// what to do next.
public struct SimulationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure; open, so that later versions can add to them.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The node knows no such block.
    public static let unknownBlock = Code("unknownBlock")
    /// The node does not give the state of the block, or could not be asked; ``SimulationError/cause`` says why.
    public static let stateUnavailable = Code("stateUnavailable")
    /// The block is no longer part of the chain.
    public static let reorganised = Code("reorganised")
    /// The node's answers contradict each other or what was asked.
    public static let badAnswer = Code("badAnswer")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// Why it failed, if known.
  public let reason: String?
  /// The method and the endpoint.
  public let call: String?
  /// The next step to take.
  public let advice: String?
  /// The node's failure underneath.
  public let cause: NodeError?

  /// An error from its lines.
  public init(
    _ code: Code, _ message: String, reason: String? = nil, call: String? = nil, advice: String? = nil,
    cause: NodeError? = nil
  ) {
    self.code = code
    self.message = message
    self.reason = reason
    self.call = call
    self.advice = advice
    self.cause = cause
  }

  public static func == (left: SimulationError, right: SimulationError) -> Bool { left.code == right.code }

  public var description: String {
    [message, reason, call.map { "Call: \($0)" }, advice].compactMap { $0 }.joined(separator: "\n")
  }

  /// A node's failure to give the state of a block.
  init(_ error: NodeError, reading place: String) {
    let isAnswer = error.code == .rpc && !error.isMethodMissing
    self.init(
      error.code == .badReply ? .badAnswer : .stateUnavailable, "The state \(place) can't be read from the node.",
      reason: error.rpcMessage ?? error.message, call: error.call,
      advice: isAnswer ? "Use a node that keeps the state of this block, or a newer block." : error.advice,
      cause: error)
  }
}
