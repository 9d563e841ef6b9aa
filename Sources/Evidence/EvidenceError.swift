import Primitives

/// The reason why a node's answer proves nothing, or is proven false.
///
/// Two errors are equal when their codes are; message and reason are for people.
public struct EvidenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    private init(_ description: String) { self.description = description }

    // Answers that cannot be read.

    /// A header that is none of Kaia's, or lacks fields of its hash.
    public static let malformedHeader = Code("malformedHeader")
    /// A list with something that is no transaction.
    public static let malformedTransaction = Code("malformedTransaction")
    /// A receipt that lacks fields of its encoding.
    public static let malformedReceipt = Code("malformedReceipt")
    /// An answer that is no account proof, or a leaf that is no account.
    public static let malformedProof = Code("malformedProof")
    /// Text that is no checkpoint.
    public static let malformedCheckpoint = Code("malformedCheckpoint")
    /// A sealed header whose governance data cannot be read.
    public static let malformedGovernance = Code("malformedGovernance")

    // Answers that are false.

    /// Fields that do not have the hash given with them, or the hash that is known.
    public static let wrongHash = Code("wrongHash")
    /// A header of another number than the one asked for.
    public static let wrongBlock = Code("wrongBlock")
    /// Too few seals, one of a stranger, or two of one validator.
    public static let notSealed = Code("notSealed")
    /// A list that does not have the root in the header.
    public static let wrongRoot = Code("wrongRoot")
    /// An account proof that does not hold.
    public static let wrongProof = Code("wrongProof")

    // Answers that cannot be proven.

    /// The node has no such block.
    public static let missingBlock = Code("missingBlock")
    /// Validators of which too few are known.
    public static let unknownCouncil = Code("unknownCouncil")
    /// A trusted block so old that its validators' keys may have been sold.
    public static let staleAnchor = Code("staleAnchor")
    /// A block too far from every trusted one.
    public static let tooFar = Code("tooFar")
    /// A chain, or a range of its blocks, whose parameters are not known.
    public static let unknownParameters = Code("unknownParameters")
    /// A node that gives no account proofs, or has not got the state any more.
    public static let noProof = Code("noProof")
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// The reason, with the numbers.
  public let reason: String
  /// The block that it is about, where there is one.
  public let block: UInt64?

  init(_ code: Code, _ message: String, _ reason: String, block: UInt64? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
    self.block = block
  }

  public var description: String { "\(message)\n\(reason)" }

  public static func == (left: EvidenceError, right: EvidenceError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// Reads RLP; what is wrong with it becomes the reason of an error of ours.
func reading<Value>(
  orFail failure: (String) -> EvidenceError, _ read: () throws(RLPError) -> Value
) throws(EvidenceError) -> Value {
  do throws(RLPError) { return try read() } catch { throw failure("\(error)") }
}
