import EVM
import Primitives
import Transactions

/// The access list with which a call announces all the storage it uses, and what the call then does (EIP-2930).
public struct AccessListOutcome: Sendable, Hashable {
  /// By address, the slots of each in order.
  public var accessList: [AccessListEntry]
  /// The gas that the call uses with the list.
  public var gasUsed: UInt64
  /// Why the call fails; nil if it doesn't.
  public var failure: DevnetError?
}

extension Trial {
  /// The most trials of a call until its list stays the same.
  private static let mostTries = 32

  /// Tries a call with the accesses of the try before as its list, until they stay the same.
  ///
  /// Addresses that are warm anyway are left out unless their storage is used: the sender, the recipient, the
  /// precompiles and the authorities of authorizations (EIP-7702).
  ///
  /// - Throws: a refusal such as `insufficientFunds`.
  func accessList() throws -> AccessListOutcome {
    let excluded = try warmAddresses()
    var list = request.accessList ?? []
    for _ in 1...Self.mostTries {
      var tracer = AccessTracer()
      let result = try run(gas: request.gas ?? callGasLimit, accessList: list, observedBy: &tracer)
      let found = Self.accessList(list, tracer.accesses, without: excluded)
      if found == list {
        return AccessListOutcome(accessList: list, gasUsed: result.gasUsed, failure: kind.failure(result))
      }
      list = found
    }
    throw DevnetError(
      .executionFailed, "the access list is another one after every one of \(Self.mostTries) tries: give one")
  }

  /// An access list with what a try named added, in order.
  private static func accessList(
    _ list: [AccessListEntry], _ accesses: [Address: Set<UInt256>], without excluded: Set<Address>
  ) -> [AccessListEntry] {
    var slots: [Address: Set<UInt256>] = [:]
    for entry in list { slots[entry.address, default: []].formUnion(entry.storageKeys.map { UInt256($0) }) }
    slots.merge(accesses) { $0.union($1) }
    return slots.filter { !$0.value.isEmpty || !excluded.contains($0.key) }.sorted { $0.key < $1.key }.map {
      AccessListEntry(address: $0.key, storageKeys: $0.value.sorted().map { Hash32($0) })
    }
  }

  /// The accounts whose first access costs no more, whatever an access list says.
  func warmAddresses() throws -> Set<Address> {
    let sender = request.from ?? .zero
    let nonce = try state.account(sender)?.nonce ?? 0
    let recipient = request.to ?? .contract(deployer: sender, nonce: nonce)
    var addresses = Set(rules.precompiles.keys).union([sender, recipient])
    for authorization in request.authorizations ?? []
    where authorization.chainID == 0 || authorization.chainID == environment.chainID {
      if let authority = try? authorization.authority() { addresses.insert(authority) }
    }
    return addresses
  }
}
