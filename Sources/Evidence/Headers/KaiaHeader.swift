import JSONFields
import Primitives

/// A header of Kaia's with all that its hash is made of.
///
/// Reading one proves only that its fields belong together: see ``KaiaSeals`` and ``KaiaAnchor`` for what makes it part of
/// the chain.
public struct KaiaHeader: Hashable, Sendable {
  /// The block's number.
  public let number: UInt64
  /// The hash of the block before it.
  public let parentHash: Hash32
  /// The account that the block's reward goes to.
  public let rewardBase: Address
  /// The root of the accounts after the block.
  public let stateRoot: Hash32
  /// The root of its transactions, see ``DeriveShaImpl``.
  public let transactionsRoot: Hash32
  /// The root of its receipts, in their order in the block.
  public let receiptsRoot: Hash32
  /// The filter of all its logs, 256 bytes.
  public let logsBloom: Bytes
  /// The block's weight, 1 since there is Istanbul.
  public let blockScore: UInt256
  /// The gas that its transactions used.
  public let gasUsed: UInt64
  /// The time in seconds since 1970.
  public let time: UInt64
  /// The hundredths of a second after `time`.
  public let timeFoS: UInt8
  /// The parameters that change, as RLP; empty but in the first block of an epoch.
  public let governance: Bytes
  /// The vote that the proposer cast, as RLP; mostly empty.
  public let vote: Bytes
  /// The base fee in peb, from Magma on.
  public let baseFee: UInt256?
  /// The hash of the header, by which the block is known.
  public private(set) var hash: Hash32

  let extra: IstanbulExtra
  /// The fields of the hash after the base fee, in their order.
  let furtherFields: [RLP.Item]

  /// The validators that may seal this block.
  public var validators: [Address] { extra.validators }
  /// The round of consensus in which it was sealed: 0 unless a proposer was late.
  public var round: UInt8 { extra.round }
  /// The committed seals, 65 bytes each.
  public var committedSeals: [Bytes] { extra.committedSeals }
  /// The number and the hash.
  public var checkpoint: KaiaCheckpoint { KaiaCheckpoint(number: number, hash: hash) }

  /// The hash that a committed seal signs: of the block's hash and the number of the message "commit".
  var commitDigest: Hash32 { Keccak256.hash(hash.bytes + [2]) }

  /// The validator that proposed the block; nil if nobody signed it, as the first of a chain.
  public var proposer: Address? { Address(sealing: proposalDigest, extra.seal) }

  /// The hash that the proposer's seal signs: the header without seals is hashed twice.
  private var proposalDigest: Hash32 { Keccak256.hash(Keccak256.hash(encoded(withSeal: false)).bytes) }

  init(_ fields: EvidenceFields, of chain: KaiaChain) throws(EvidenceError) {
    number = try fields.required("number", .hexadecimal)
    parentHash = try fields.required("parentHash", .looseHash)
    rewardBase = try fields.required("reward", .address)
    stateRoot = try fields.required("stateRoot", .looseHash)
    transactionsRoot = try fields.required("transactionsRoot", .looseHash)
    receiptsRoot = try fields.required("receiptsRoot", .looseHash)
    logsBloom = try fields.required("logsBloom", .bytes(256...256))
    blockScore = try fields.required("blockScore", or: "blockscore", .hexadecimal)
    gasUsed = try fields.required("gasUsed", .hexadecimal)
    time = try fields.required("timestamp", .hexadecimal)
    guard let hundredths = UInt8(exactly: try fields.required("timestampFoS", JSONReader<UInt64>.hexadecimal)) else {
      throw fields.failure("timestampFoS", "is above 255")
    }
    timeFoS = hundredths
    extra = try IstanbulExtra(try fields.required("extraData", .bytes(0...IstanbulExtra.mostBytes)))
    governance = try fields.optional("governanceData", .bytes(0...1 << 16)) ?? []
    vote = try fields.optional("voteData", .bytes(0...1 << 16)) ?? []

    // By the fork and not by the node's answer: before Magma, too, nodes give a base fee, which no header has.
    let forks = chain.forks
    baseFee = KaiaForks.includes(forks.magma, number) ? try fields.required("baseFeePerGas", .hexadecimal) : nil
    var further: [RLP.Item] = []
    let (hasRandao, hasBlobs) = (KaiaForks.includes(forks.randao, number), KaiaForks.includes(forks.osaka, number))
    if hasRandao {
      further.append(.bytes(try fields.required("randomReveal", .bytes(96...96))))
      further.append(.hash(try fields.required("mixHash", or: "mixhash", .looseHash)))
    }
    if hasBlobs {
      if !hasRandao { further += [.bytes([]), .bytes([])] }
      further.append(.uint(try fields.required("blobGasUsed", JSONReader<UInt64>.hexadecimal)))
      further.append(.uint(try fields.required("excessBlobGas", JSONReader<UInt64>.hexadecimal)))
    }
    if !further.isEmpty && baseFee == nil {
      throw EvidenceError(
        .unknownParameters, "the header of block \(number) cannot be hashed",
        about: number,
        reason: "the chain's forks have Randao before Magma")
    }
    furtherFields = further
    hash = .zero
    hash = Keccak256.hash(encoded(withSeal: true))
  }
}
