@_exported import Failures
import Primitives

/// The reason why a node's answer proves nothing, or is proven false.
public typealias EvidenceError = DomainError<EvidenceErrors>

/// The domain of ``EvidenceError``.
public enum EvidenceErrors: ErrorDomain {
  /// The number of a block.
  public typealias Subject = UInt64
}

extension ErrorCode<EvidenceErrors> {
  // Answers that cannot be read.

  /// A header that is none of Kaia's, or lacks fields of its hash.
  public static var malformedHeader: Self { Self("malformedHeader") }
  /// A list with something that is no transaction.
  public static var malformedTransaction: Self { Self("malformedTransaction") }
  /// A receipt that lacks fields of its encoding.
  public static var malformedReceipt: Self { Self("malformedReceipt") }
  /// An answer that is no account proof, or a leaf that is no account.
  public static var malformedProof: Self { Self("malformedProof") }
  /// Text that is no checkpoint.
  public static var malformedCheckpoint: Self { Self("malformedCheckpoint") }
  /// A sealed header whose governance data cannot be read.
  public static var malformedGovernance: Self { Self("malformedGovernance") }

  // Answers that are false.

  /// Fields that do not have the hash given with them, or the hash that is known.
  public static var wrongHash: Self { Self("wrongHash") }
  /// A header of another number than the one asked for.
  public static var wrongBlock: Self { Self("wrongBlock") }
  /// Too few seals, one of a stranger, or two of one validator.
  public static var notSealed: Self { Self("notSealed") }
  /// A list that does not have the root in the header.
  public static var wrongRoot: Self { Self("wrongRoot") }
  /// An account proof that does not hold.
  public static var wrongProof: Self { Self("wrongProof") }

  // Answers that cannot be proven.

  /// The node has no such block.
  public static var missingBlock: Self { Self("missingBlock") }
  /// Validators of which too few are known.
  public static var unknownCouncil: Self { Self("unknownCouncil") }
  /// A trusted block so old that its validators' keys may have been sold.
  public static var staleAnchor: Self { Self("staleAnchor") }
  /// A block too far from every trusted one.
  public static var tooFar: Self { Self("tooFar") }
  /// A chain, or a range of its blocks, whose parameters are not known.
  public static var unknownParameters: Self { Self("unknownParameters") }
  /// A node that gives no account proofs, or has not got the state any more.
  public static var noProof: Self { Self("noProof") }
}

extension EvidenceError {
  /// The block that it is about, where there is one.
  public var block: UInt64? { subject }
}

/// Reads RLP; what is wrong with it becomes the reason of an error of ours.
func reading<Value>(
  orFail failure: (String) -> EvidenceError, _ read: () throws(RLPError) -> Value
) throws(EvidenceError) -> Value {
  do throws(RLPError) { return try read() } catch { throw failure("\(error)") }
}
