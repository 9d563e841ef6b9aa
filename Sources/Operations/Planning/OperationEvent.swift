import Outbox
import Sending
import Simulation

/// Gets the events of an operation, on any thread.
public typealias OperationListener = @Sendable (OperationEvent) -> Void

/// Progress of an operation, for code that shows it: values, and no text.
public enum OperationEvent: Sendable {
  /// A step has begun.
  case began(OperationStep)
  /// A transaction of an earlier run, or of another process, is waited for.
  case follows(SentTransaction)
  /// An endpoint of several lags, lies or is silent.
  case disagreement(EndpointDisagreement)
  /// A transaction with a lower nonce stands in the way, and the reason why no node takes it.
  case obstacle(Intent, any Error)
  /// A node's estimate of gas is contradicted by a simulation, and not used.
  case gasDisagreement(GasCheck.Disagreement)
  /// The intent of this number in the outbox waits for its price.
  case waits(Int64, PriceObstacle, PriceWait)
  /// The row of a batch that stands in this line is sent, with its place among those that are.
  case sendsRow(line: Int, number: Int, of: Int)
  /// The rules of the chain are not known: rows are simulated by the nearest.
  case assumesRules(BlockRules)
}

/// A step on the way from a wish to its outcome.
public enum OperationStep: Sendable, Hashable {
  /// An earlier run that did it is looked for.
  case lookingForEarlier
  /// The action is read, tried and priced.
  case checking
  /// The action is simulated for a dry run.
  case simulating
  /// The account's transactions that the outbox does not know are looked up.
  case readingHistory
  /// The chain is asked once more whether what was agreed to is still so.
  case rechecking
  /// The action is signed, sent and waited for.
  case sending
}

extension SendEvents {
  /// Tells a listener of them; what is checked before signing stays.
  public mutating func tell(_ listen: @escaping OperationListener) {
    onDisagreement = { listen(.disagreement($0)) }
    onObstacle = { listen(.obstacle($0, $1)) }
    onEarlier = { listen(.follows($0)) }
    onWait = { listen(.waits($0, $1, $2)) }
  }
}
