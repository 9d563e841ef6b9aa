import Keys
import Primitives

extension SendingErrors {
  /// Facts on which the next step depends beyond the code; whoever shows the error has the words for that step.
  ///
  /// Intents are given by their number in the outbox.
  public enum Facts: Sendable, Hashable {
    /// The intent that it is about.
    case intent(Int64)
    /// An intent that is signed and keeps its nonce, which nodes refuse as it is, and whether a cancellation is what was
    /// signed for it last.
    case refusedAsItIs(intent: Int64, isCancellation: Bool)
    /// An intent with a lower nonce, before which nothing else of the account is mined.
    case blocked(by: Int64)
    /// An intent whose nonce is said to be used, and no node shows by what.
    case nonceUseNotShown(intent: Int64)
    /// An intent whose nonce a later one of this outbox has.
    case nonceReassigned(intent: Int64)
    /// An account and the lowest and the highest of its nonces that nothing has, below that of an intent: before they are
    /// used nothing of the intent is mined.
    case nonceGap(of: Address, first: UInt64, last: UInt64, intent: Int64?)
    /// An intent of which a fee delegation service has the sender's signature, and the name of the request by which it
    /// got that now; nil for an earlier run's.
    case handedOver(intent: Int64, request: String? = nil)
    /// An intent that another process works on, or that ended meanwhile.
    case takenElsewhere(intent: Int64)
    /// An intent for whose price another process waits.
    case waitingElsewhere(intent: Int64)
    /// An intent that was signed in a form that is not signed here; it can be cancelled.
    case onlyCancellable(intent: Int64)
    /// An endpoint, without its secrets.
    case endpoint(String)
    /// Endpoints that contradict each other on a transaction, without their secrets, and its intent.
    case contradiction(between: [String], intent: Int64?)
    /// A fee delegation service, by its address without secrets, and the name of the request that it may have seen.
    case service(String, request: String? = nil)
    /// The name of a request that a fee delegation service answered.
    case request(String)
    /// An account.
    case account(Address)
    /// An account and its key on the chain, for the role in which it was to sign.
    case accountKey(Address, AccountKey)
    /// The role in which an account's signatures are missing that others can add.
    case missingSignatures(AccountKey.Role)
    /// A price per unit of gas, in wei, that was not met.
    case priceLimit(UInt256)
    /// A fee that hardly any transaction has.
    case absurdFee(Amount)
    /// Units of gas that a transaction cannot have, whether somebody chose them or a node gave them, and the
    /// bounds that its gas limit has to keep.
    case absurdGas(UInt64, isChosen: Bool, GasBounds)
    /// An intent whose fee payer, nil for a service that does not name it, would have to sign again.
    case feePayer(Address?, intent: Int64)
    /// The nonce of an equal transaction of the account on the chain, and whether that can be named as what was wanted.
    case sameOnChain(nonce: UInt64, isNameable: Bool = true)
    /// An account and the lowest and the highest of its nonces whose use nothing shows.
    case unknownNonces(of: Address, first: UInt64, last: UInt64)
    /// A sum that would be spent, and its limit, in the chain's money.
    case spending(Amount, limit: Amount, Amount.Unit)
    /// The sum that an account needs, and the one that it holds, in the chain's money.
    case shortage(needed: Amount, held: Amount, Amount.Unit)
  }
}
