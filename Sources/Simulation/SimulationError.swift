@_exported import Failures
import NodeRPC

/// A failure between a node's state and an execution on it.
///
/// The ``DomainError/cause`` is a `NodeError`, where one is underneath.
public typealias SimulationError = DomainError<SimulationErrors>

/// The domain of ``SimulationError``.
public enum SimulationErrors: ErrorDomain {}

extension ErrorCode<SimulationErrors> {
  /// The node knows no such block.
  public static var unknownBlock: Self { Self("unknownBlock") }
  /// The node does not give the state of the block, or could not be asked; ``SimulationError/cause`` says why.
  public static var stateUnavailable: Self { Self("stateUnavailable") }
  /// The block is no longer part of the chain.
  public static var reorganised: Self { Self("reorganised") }
  /// The node's answers contradict each other or what was asked.
  public static var badAnswer: Self { Self("badAnswer") }
}

extension SimulationError {
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
