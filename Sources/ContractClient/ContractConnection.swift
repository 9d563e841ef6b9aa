import NodeRPC
import Primitives
import Sending

/// The connection to contracts: the node that answers calls and the sender that carries transactions.
public struct ContractConnection: Sendable {
  /// The sender that carries transactions.
  public let sender: TransactionSender
  /// The block whose state is read unless a call names another, and the last whose logs are.
  public let block: BlockTag
  let multicall: MulticallProbe

  /// The sender's node, which answers calls, too.
  public var node: NodeClient { sender.node }

  /// A connection over a sender; nothing is asked yet.
  public init(sender: TransactionSender, at block: BlockTag = .latest) {
    (self.sender, self.block) = (sender, block)
    self.multicall = MulticallProbe(node: sender.node)
  }
}
