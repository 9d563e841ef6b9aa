import Database
import Files
import Primitives

/// An outbox that is open: the tables of intents, at the place where they are kept, and the one who has them open.
///
/// Everything here blocks, and is called where that may be. A body that changes something gets the store as it is in
/// that change: its owner is the one for whom the change is made.
protocol OutboxStore: Sendable {
  /// The threads on which it is waited for.
  var threads: BlockingThreads { get }
  /// The owner of what is begun or taken up.
  var ownerID: String { get }
  /// The words for this opening, whichever owners it has one after another.
  var run: String { get }
  /// Seconds since 1970.
  var clock: @Sendable () -> UInt64 { get }
  /// Whether an owner can be taken for dead while it works: then it signs nothing for what it has from before.
  var isFenced: Bool { get }

  /// Reads one state of the outbox.
  func read<Value>(_ body: (Connection, any OutboxStore) throws -> Value) throws -> Value

  /// One change, whole or not at all, in the turn of an account. On a server the body may run again.
  func write<Value>(
    _ durability: Durability, in turn: AccountLockKey, _ body: (Connection, any OutboxStore) throws -> Value
  ) throws -> Value

  /// Whether nobody works on what has this owner.
  func isFree(_ other: String?, _ db: Connection) throws -> Bool

  /// Whether an owner is, or was, one of this opening.
  func wasOwner(_ other: String?) -> Bool

  /// Starts to note in the user's state folder that a nonce is signed, in the change that keeps what was signed.
  ///
  /// - Returns: what brings it to the disk; nil if nothing has to be.
  func mark(_ intent: Int64, _ nonce: UInt64, _ db: Connection) throws -> (@Sendable () throws -> Void)?

  /// Compares the outbox with itself as far as its place can, and reads every row.
  func check() throws

  /// Puts what a log holds into the file, if it has grown large; never between a command and its broadcast.
  func tidy()

  /// Ends it: from now on this owner is dead.
  func end() throws
}

/// The changes that come one after another: those of one account on one chain, whichever block that chain begins with.
enum AccountLockKey: Sendable, Hashable {
  case account(Address, UInt256)
  /// The turn of an intent's account.
  case intent(Int64)
  /// The turn of the account whose transaction it is, by its hash.
  case attempt(Hash32)

  /// The turn of an account and a chain.
  static func of(_ account: Address, on chain: ChainMark) -> AccountLockKey { .account(account, chain.chainID) }

  /// The name of the turn, with which a change begins.
  var name: String {
    switch self {
    case .account(let account, let id): "\(id):\(account.lowercaseHex)"
    case .intent(let id): "intent \(id)"
    case .attempt(let hash): "attempt \(hash.hex)"
    }
  }

  /// Takes the turn of the account, where the change began with another.
  func take(_ db: Connection) throws {
    let row: Row?
    switch self {
    case .account: return
    case .intent(let id): row = try db.row("SELECT chain, account FROM intent WHERE id = ?", [id])
    case .attempt(let hash):
      row = try db.row(
        "SELECT chain, account FROM intent WHERE id = (SELECT intent FROM attempt WHERE hash = ?)", [hash])
    }
    guard let row, let chain = ChainMark(text: try row.value("chain")) else { return }
    try db.acquireLock(AccountLockKey.of(try row.value("account"), on: chain).name)
  }
}
