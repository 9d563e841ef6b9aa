import Failures
import Primitives

/// One wish to send a transaction, and what became of it.
public struct Intent: Sendable, Hashable, Identifiable {
  /// Its number in the outbox, which grows.
  public let id: Int64
  /// The chain that it is for: its nonce and its key count there alone.
  public let chain: ChainMark
  /// The sender.
  public let account: Address
  /// Nil for what may be sent any number of times.
  public let key: IntentKey?
  /// The readable form for people.
  public let label: String
  /// Nil for a deployment, and for what of Kaia's own has no receiver.
  public let to: Address?
  /// The amount that goes to the receiver; the fee is not in it.
  public let value: Amount
  /// The calldata, or the init code of a deployment.
  public let data: Bytes
  /// The digest that equal ones share.
  package let digest: Bytes
  /// The most that leaves the account; once it has ended, what left it.
  public let cost: Amount
  /// The dearest that was signed for it: what leaves the account at most, whatever a node says of it.
  let maximum: Amount
  /// Its state, as far as was seen.
  public let state: IntentState
  /// The evidence for how it ended; nil for what is under way, and for an end that only one node's word stands for.
  public let evidence: EvidenceLevel?
  /// The account's nonce that is kept for it; nil as long as none is.
  public let nonce: UInt64?
  /// The open outbox that works on it; nil for none.
  let owner: String?
  /// The open outbox that wrote it down.
  let run: String
  /// The time it was wanted; of what waited for its price, when that was met. By the wall clock, in seconds since 1970.
  public let created: UInt64
  /// The time of the chain's newest block then, as far as nodes gave it, in seconds since 1970; nil if nobody asked.
  let blockTime: UInt64?
  /// The time when its row was last worked on, by the wall clock, in seconds since 1970; of what is in a block the first
  /// look that saw it there.
  public let changed: UInt64
  /// The block that the chain put it into, as far as it was seen.
  public let block: UInt64?
  /// The hash of that block; nil as long as there is none, and where no receipt gave it.
  public let blockHash: Hash32?
  /// The cost of its gas, whoever paid it.
  public let fee: Amount?
  /// The reason why it ended as it did.
  public let reason: String?
  /// The price that it waits for, or waited for, before it took a nonce; nil for none.
  public let wait: PriceWait?
  /// Whether its row holds all that it takes to send it: it is none of Kaia's own types, and pays its fee itself.
  public let isPlain: Bool
  /// The name of the request over HTTP for which it was written down, else that by which a fee delegation service was asked
  /// to pay for it; nil of what had neither. Who asked may have chosen it.
  public let request: String?
  /// The attempts that were signed for it, the oldest first.
  public let attempts: [Attempt]

  /// The last that was signed, but for what no node took in the place of another.
  public var lastAttempt: Attempt? { attempts.last { $0.refused == nil } ?? attempts.last }

  /// The one to wait for: the last that does what was wanted. Whoever waits learns of a cancellation, too.
  public var awaited: Attempt? {
    attempts.last { $0.kind != .cancellation && !$0.isHandedOver && $0.refused == nil } ?? lastAttempt
  }

  /// The kind of a replacement of the last that was signed: a cancellation at a higher price still cancels.
  public func replacement(_ wanted: Attempt.Kind) -> Attempt.Kind {
    wanted == .speedUp && lastAttempt?.kind == .cancellation ? .cancellation : wanted
  }

  /// Whether something that was signed for it may be mined, as far as is proven.
  public var isOpen: Bool { state.mayBeSent || state.mayBeMined && evidence == nil && !attempts.isEmpty }
}

/// Bytes that were signed for an intent.
public struct Attempt: Sendable, Hashable {
  /// The reason why it was signed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The first of its intent.
    case first
    /// A replacement at a higher price.
    case speedUp
    /// Nothing in its place.
    case cancellation
    /// A new one with another nonce, because somebody else used the first.
    case anew
  }

  /// Of the transaction; of the sender's part where a service signs the rest.
  public let hash: Hash32
  /// The hash of the sender's part where somebody else pays.
  public let senderTxHash: Hash32?
  /// The whole transaction; the sender's part where a service signs the rest.
  public let raw: Bytes
  /// Whether a fee delegation service signs the rest and sends it.
  public let isHandedOver: Bool
  /// The account's nonce that these bytes use; one that was signed anew uses another.
  public let nonce: UInt64
  /// Its relation to the attempts before it.
  public let kind: Kind
  /// The most that a unit of gas may cost, in wei.
  public let maximumPerGas: UInt256
  /// By the wall clock, in seconds since 1970.
  public let signed: UInt64
  /// The time when a node took it; nil while that is not known.
  public let broadcast: UInt64?
  /// The time when no node took it in the place of another; nil for what none refused so. It may be mined all the same.
  public let refused: UInt64?

  /// This attempt as it is on the chain, once a service has signed the rest of it.
  package func found(as hash: Hash32, raw: Bytes) -> Attempt {
    Attempt(
      hash: hash, senderTxHash: self.hash, raw: raw, isHandedOver: false, nonce: nonce, kind: kind,
      maximumPerGas: maximumPerGas, signed: signed, broadcast: broadcast, refused: refused)
  }
}

/// A choice of intents to list.
public struct IntentFilter: Sendable {
  /// The chain they are for; nil is all.
  public var chain: ChainMark?
  /// The account they are of; nil is all.
  public var account: Address?
  /// Whether something can still come of them; nil is both.
  public var isLive: Bool?
  /// At most so many, the newest first.
  public var limit = 1000

  /// The newest of all chains and accounts, in whatever state, unless something is given.
  public init(chain: ChainMark? = nil, account: Address? = nil, isLive: Bool? = nil, limit: Int = 1000) {
    (self.chain, self.account, self.isLive, self.limit) = (chain, account, isLive, limit)
  }
}

/// The values of an intent, before it has a row.
package struct IntentDraft: Sendable {
  package var chain: ChainMark
  package var account: Address
  package var key: IntentKey?
  package var label: String
  package var to: Address?
  package var value: Amount
  package var data: Bytes
  /// Distinguishes operations of Kaia's own types from a call with the same receiver and data.
  package var operation: String
  /// The most that leaves the account.
  package var cost: Amount
  /// A nonce that the caller chose; nil takes the lowest that is free.
  package var nonce: UInt64?
  /// Whether one with the same key is what is wanted; nil compares them.
  package var isSame: (@Sendable (Intent) -> Bool)?
  /// Send although the same was sent.
  package var again = false
  /// The intents with its key of which the chain proved a moment ago that nothing of them will be mined.
  package var cleared: Set<Int64> = []
  /// Equal ones that were written down so many seconds ago are not sent again.
  package var equalWithin: UInt64?
  package var limits: SpendingLimits?
  /// The time of the chain's newest block, in seconds since 1970: a clock that jumps ends no day of the limits. Nil
  /// where there are none, or no node gives it.
  package var blockTime: UInt64?
  /// The price that it waits for before it takes a nonce.
  package var wait: PriceWait?
  /// The one that waits, if this is to go on with it and nothing else.
  package var waiting: Int64?
  /// Whether these values hold all that it takes to send it.
  package var isPlain = false
  /// Whether nonces that the outbox does not know are still to be looked up before it may be signed.
  package var isUnchecked = false
  /// The name of the request for which it is written down.
  let request = RequestID.current?.description
  /// Of the chain's money, for texts.
  package var unit = Amount.Unit.klay

  package init(
    chain: ChainMark, account: Address, key: IntentKey? = nil, label: String, to: Address?, value: Amount = .zero,
    data: Bytes = [], operation: String = "", cost: Amount
  ) {
    self.chain = chain
    self.account = account
    self.key = key
    self.label = label
    self.to = to
    self.value = value
    self.data = data
    self.operation = operation
    self.cost = cost
  }

  /// The digest that equal ones share.
  var digest: Bytes { Intent.digest(to: to, value: value, data: data, operation: operation) }

  /// Makes sure that one with the same key is what is wanted.
  func check(_ earlier: Intent) throws(OutboxError) {
    guard isSame?(earlier) ?? (earlier.digest == digest) else { throw OutboxError.otherWithID(earlier) }
  }
}

extension Intent {
  /// The digest of a transaction's effect, which equal ones share.
  package static func digest(to: Address?, value: Amount, data: Bytes, operation: String) -> Bytes {
    let parts: [RLP.Item] = [
      .bytes(to?.bytes ?? []), .bytes(Bytes("\(value.wei)".utf8)), .bytes(data), .bytes(Bytes(operation.utf8)),
    ]
    return Array(Keccak256.hash(RLP.encode(.list(parts))).bytes.prefix(16))
  }
}

/// The values of an attempt, before it has a row.
package struct AttemptDraft: Sendable {
  package var hash: Hash32
  package var senderTxHash: Hash32?
  package var raw: Bytes
  package var isHandedOver = false
  package var nonce: UInt64
  package var kind = Attempt.Kind.first
  package var maximumPerGas: UInt256

  package init(
    hash: Hash32, senderTxHash: Hash32? = nil, raw: Bytes, isHandedOver: Bool = false, nonce: UInt64,
    kind: Attempt.Kind = .first, maximumPerGas: UInt256
  ) {
    self.hash = hash
    self.senderTxHash = senderTxHash
    self.raw = raw
    self.isHandedOver = isHandedOver
    self.nonce = nonce
    self.kind = kind
    self.maximumPerGas = maximumPerGas
  }
}

extension Intent {
  /// Whether it has a receiver, a value and data: what it does, whatever it is called.
  package func does(_ to: Address?, _ value: Amount, _ data: Bytes) -> Bool {
    self.to == to && self.value == value && self.data == data
  }

  /// Whether a service was handed it, and nothing is known to have come of that.
  package var isOpenHandOver: Bool { state.mayBeSent && lastAttempt?.isHandedOver == true }
}

/// The result of an attempt to begin a send.
package enum Beginning: Sendable {
  /// The intent has a row and a nonce, and nobody else works on it. `stranded` are those of the same account that nobody works
  /// on and that may have to be offered again, so that this one is not stuck behind them.
  case begun(Intent, stranded: [Intent])
  /// There is one with this key; if its process is dead or gave it up, it is this outbox's now.
  case found(Intent, isOurs: Bool)
  /// An intent with this key was signed and has ended without effect, as far as nodes said: nothing else is begun before the
  /// chain shows what became of it.
  case bound(Intent)
}

/// The end of an intent, or the block that it is in.
package struct IntentOutcome: Sendable {
  package var state: IntentState
  package var hash: Hash32?
  package var block: UInt64?
  package var blockHash: Hash32?
  package var fee: Amount?
  /// The amount that left the account; nil keeps what was feared.
  package var cost: Amount?
  package var reason: String?
  /// The evidence for it; nil for one node's word.
  package var evidence: EvidenceLevel?

  package init(
    _ state: IntentState, hash: Hash32? = nil, block: UInt64? = nil, blockHash: Hash32? = nil, fee: Amount? = nil,
    cost: Amount? = nil, reason: String? = nil, evidence: EvidenceLevel? = nil
  ) {
    self.evidence = evidence
    self.state = state
    self.hash = hash
    self.block = block
    self.blockHash = blockHash
    self.fee = fee
    self.cost = cost
    self.reason = reason
  }
}
