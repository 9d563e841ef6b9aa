import EVM
import JSONFields
import Primitives
import StrictJSON
import Transactions

/// The accounts that a transaction touched, as they were before it, and in what they are different after it: geth's
/// `prestateTracer`.
struct Prestate {
  private struct Picture: Equatable {
    var account: Account?
    var code: Bytes
    var storage: [UInt256: UInt256]
  }

  private var before: [Address: Picture] = [:]
  private var after: [Address: Picture] = [:]
  private let options: TraceOptions.PrestateOptions

  /// Reads what a tracer saw named, before and after.
  ///
  /// - Parameter before: what the transactions before this one changed.
  /// - Throws: what the state's reader throws.
  init(
    _ transaction: EVMTransaction, _ tracer: AccessTracer, before: StateChanges, machine: Machine,
    _ options: TraceOptions.PrestateOptions
  ) throws {
    self.options = options
    var accesses = tracer.accesses
    var others: [Address] = [transaction.sender, machine.block.coinbase]
    if let to = transaction.to { others.append(to) }
    if let payer = transaction.feePayment?.payer { others.append(payer) }
    others += transaction.authorizations.compactMap { try? $0.authority() }
    for address in tracer.created.union(others) where accesses[address] == nil { accesses[address] = [] }
    let (state, reader) = (machine.state, machine.state.reader)
    for (address, slots) in accesses {
      let slots = options.leavesOutStorage ? [] : slots
      let account = try before.account(address, over: reader)
      var picture = Picture(account: account, code: [], storage: [:])
      if !options.leavesOutCode, let hash = account?.codeHash, hash != Code.empty.hash {
        picture.code = try before.code(address, hash: hash, over: reader).bytes
      }
      for slot in slots { picture.storage[slot] = try before.storage(address, slot, over: reader) }
      self.before[address] = picture
      guard options.isDifference else { continue }
      picture = Picture(account: try state.account(address), code: [], storage: [:])
      if !options.leavesOutCode { picture.code = try state.code(address).bytes }
      for slot in slots { picture.storage[slot] = try state.storage(address, slot) }
      after[address] = picture
    }
  }

  /// The accounts by address; of a difference `pre` and `post`.
  var json: JSON {
    guard options.isDifference else {
      let known = before.filter { options.includesEmpty || $0.value.account?.isEmpty == false }
      return Self.json(known.mapValues { Self.whole($0) })
    }
    var (pre, post) = ([Address: JSON](), [Address: JSON]())
    for (address, old) in before {
      guard let new = after[address], old != new else { continue }
      var past = old
      past.storage = old.storage.filter { $0.value != 0 && new.storage[$0.key] != $0.value }
      if options.includesEmpty || old.account?.isEmpty == false { pre[address] = Self.whole(past) }
      // An account that is gone has no state after.
      if new.account != nil || old.account == nil { post[address] = Self.difference(old, new) }
    }
    return ["pre": Self.json(pre), "post": Self.json(post)]
  }

  private static func json(_ accounts: [Address: JSON]) -> JSON {
    .object(JSONObject(accounts.sorted { $0.key < $1.key }.map { ($0.key.bytes.hex, $0.value) }))
  }

  private static func whole(_ picture: Picture) -> JSON {
    var object: JSONObject = ["balance": .quantity(picture.account?.balance ?? 0)]
    if !picture.code.isEmpty { object["code"] = .bytes(picture.code) }
    if let nonce = picture.account?.nonce, nonce > 0 { object["nonce"] = .number("\(nonce)") }
    if !picture.storage.isEmpty { object["storage"] = picture.storage.json }
    return .object(object)
  }

  private static func difference(_ old: Picture, _ new: Picture) -> JSON {
    var object = JSONObject()
    let (before, now) = (old.account ?? Account(), new.account ?? Account())
    if now.balance != before.balance { object["balance"] = .quantity(now.balance) }
    if new.code != old.code { object["code"] = .bytes(new.code) }
    if now.nonce != before.nonce { object["nonce"] = .number("\(now.nonce)") }
    let storage = new.storage.filter { $0.value != 0 && old.storage[$0.key] != $0.value }
    if !storage.isEmpty { object["storage"] = storage.json }
    return .object(object)
  }
}
