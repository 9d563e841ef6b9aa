import NodeRPC
import Primitives
import Sending

/// The connection to contracts: the node that answers calls and the sender that carries transactions.
public struct ContractConnection: Sendable {
  /// The sender that carries transactions.
  public let sender: TransactionSender
  let multicall: MulticallProbe

  /// The sender's node, which answers calls, too.
  public var node: NodeClient { sender.node }

  /// A connection over a sender; nothing is asked yet.
  public init(sender: TransactionSender) {
    self.sender = sender
    self.multicall = MulticallProbe(node: sender.node)
  }
}
