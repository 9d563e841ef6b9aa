import NodeRPC
import StrictJSON
import Transactions

/// The least and the most units of gas that a transaction's limit may have.
///
/// The least is what its bytes cost before any code runs (EIP-2028, EIP-3860, EIP-7623, and what Kaia adds for fee payers,
/// signatures and keys); the most is what its chain lets one transaction have. Pure arithmetic, no node.
public struct GasBounds: Sendable, Hashable {
  /// Below it no chain of this kind takes the transaction.
  public let least: UInt64
  /// Above it no block takes the transaction.
  public let most: UInt64
  /// The most that is believed of one node's estimate that nothing confirms: half a block.
  public let mostUnconfirmed: UInt64

  /// The most gas of a transaction since Osaka (EIP-7825). Kaia allows more; nothing sensible needs it there.
  public static let mostPerTransaction: UInt64 = 1 << 24

  /// The bounds of a transaction, whatever its own limit is.
  ///
  /// - Parameters:
  ///   - transaction: The transaction to be sent; its nonce and fees do not matter.
  ///   - signatures: The number that the sender and the fee payer give at least; each but the first costs gas on Kaia.
  ///   - newest: The chain's newest block, which shows what it charges for and how much gas a block has; nil if it is not
  ///     known: then the least is the lowest of all forks.
  ///   - isKaia: Whether the chain is one of Kaia's kind, whose blocks have no limit of gas.
  public init(
    of transaction: UnsignedTransaction, signatures: (sender: Int, feePayer: Int) = (1, 1), newest: Block?,
    isKaia: Bool
  ) {
    let rules = Self.rules(newest, isKaia: isKaia)
    least =
      transaction.intrinsicGas(
        under: rules, senderSignatures: signatures.sender, feePayerSignatures: signatures.feePayer
      ).minimumGasLimit
    // A limit that holds not even a transfer is ignored.
    let block = isKaia ? nil : newest?.gasLimit.flatMap { $0 < rules.baseGas ? nil : $0 }
    // Blocks of Prague have a hash of requests; Osaka, which brought the limit, shows in no header.
    let isCapped = isKaia || block == nil || newest?.shows("requestsHash") ?? true
    most = min(block ?? .max, isCapped ? Self.mostPerTransaction : .max)
    mostUnconfirmed = min(most, max(least, block.map { $0 / 2 } ?? .max))
  }

  /// Whether a transaction can have so much gas, and, if nothing confirms the number, whether one node is believed that.
  public func admits(_ gas: UInt64, isConfirmed: Bool = true) -> Bool {
    least <= gas && gas <= (isConfirmed ? most : mostUnconfirmed)
  }

  /// The oldest rules that a chain with this newest block can have: they ask the least.
  static func rules(_ newest: Block?, isKaia: Bool) -> TransactionRules {
    if isKaia {
      // Before Prague a byte cost 100: what Prague charges is less than all forks before that have a base fee.
      guard newest?.baseFeePerGas == nil else { return .kaiaPrague }
      return TransactionRules.kaiaPrague.fork("Kaia's least") { $0.floorGasPerToken = 0 }
    }
    guard let newest else { return .istanbul }
    if newest.shows("requestsHash") { return .prague }
    return newest.shows("withdrawalsRoot") ? .shanghai : .istanbul
  }
}

extension Block {
  /// Whether its header has a field.
  fileprivate func shows(_ field: String) -> Bool { raw[field].map { $0 != .null } ?? false }
}
