import EVM
import Primitives

/// A state in which some accounts have no less than a balance; all else of them (nonce, code, storage, key) is as below.
///
/// The accounts are looked up when somebody asks for them: a fork begins without a question about any of them.
struct FundedState: StateReader, Sendable {
  let base: any StateReader & Sendable
  let funded: Set<Address>
  /// Wei.
  let balance: UInt256

  func account(_ address: Address) throws -> Account? {
    let account = try base.account(address)
    guard funded.contains(address), balance > account?.balance ?? 0 else { return account }
    var richer = account ?? Account()
    richer.balance = balance
    return richer
  }

  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 { try base.storage(address, slot) }

  func code(_ address: Address, hash: Hash32) throws -> Code { try base.code(address, hash: hash) }

  func hasStorage(_ address: Address) throws -> Bool { try base.hasStorage(address) }
}
