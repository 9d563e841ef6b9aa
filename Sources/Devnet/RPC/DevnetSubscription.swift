import JSONFields
import StrictJSON

/// A subscription of `eth_subscribe`, whose notifications are geth's; one of `kaia_subscribe` has Kaia's objects.
public struct DevnetSubscription: Sendable {
  private enum Kind: Sendable {
    case heads
    case logs(LogFilter)
    case pending(full: Bool)
    /// A devnet is never behind others: there is nothing to tell.
    case syncing
  }

  private let kind: Kind
  private let namespace: String

  /// Reads the parameters of `eth_subscribe`: `newHeads`, `logs` with a filter, `newPendingTransactions` with whether
  /// whole transactions are wanted, or `syncing`.
  ///
  /// - Parameter namespace: One of ``Devnet/subscriptionNamespaces``.
  /// - Throws: `methodNotFound` or `invalidParameters`.
  public init(parameters: [JSON], namespace: String = "eth") throws(DevnetError) {
    self.namespace = namespace
    let parameters = Parameters(values: parameters)
    let name = try parameters(0)
    switch name.json.string {
    case "newHeads": kind = .heads
    case "logs":
      kind = .logs(try LogFilter(parameters.optional(1) ?? Argument(json: [:], place: "argument 1")))
    case "newPendingTransactions": kind = .pending(full: try parameters.optional(1)?.bool() ?? false)
    case "syncing": kind = .syncing
    case let other?:
      throw DevnetError(.methodNotFound, "no \"\(other.prefix(100))\" subscription in \(namespace) namespace")
    case nil: throw name.invalid("it is not a string")
    }
  }

  /// The method of the notifications.
  public var notification: String { "\(namespace)_subscription" }

  /// The results of the notifications of an event; none if the client did not ask for it.
  public func results(of event: Devnet.Event) -> [JSON] {
    switch (kind, event) {
    case (.heads, .added(let block)) where isKaia: return [block.kaiaHeaderJSON]
    case (.heads, .added(let block)): return [block.headerJSON]
    case (.logs(let filter), .added(let block)): return filter.logs(of: block, areRemoved: false)
    case (.logs(let filter), .removed(let block)): return filter.logs(of: block, areRemoved: true)
    case (.pending(true), .pending(let sent)) where isKaia: return [.object(sent.kaiaJSON())]
    case (.pending(let full), .pending(let sent)): return [full ? sent.waitingJSON : .hash(sent.hash)]
    default: return []
    }
  }

  private var isKaia: Bool { namespace != "eth" }
}

extension Devnet {
  /// A subscription of a client.
  public typealias Subscription = DevnetSubscription
}

extension LogFilter {
  fileprivate func logs(of block: DevnetBlock, areRemoved: Bool) -> [JSON] {
    guard mayMatch(block.header.logsBloom) else { return [] }
    return block.receipts.flatMap { receipt in
      receipt.logs.indices.filter { matches(receipt.logs[$0]) }.map { receipt.logJSON(at: $0, isRemoved: areRemoved) }
    }
  }
}
