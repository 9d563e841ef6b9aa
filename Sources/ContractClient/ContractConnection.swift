import NodeRPC
import Primitives
import Sending

/// How contracts are reached: the node that answers calls and the sender that carries transactions.
public struct ContractConnection: Sendable {
  public let sender: TransactionSender
  let multicall: MulticallProbe

  public var node: NodeClient { sender.node }

  public init(sender: TransactionSender) {
    self.sender = sender
    self.multicall = MulticallProbe(node: sender.node)
  }
}
