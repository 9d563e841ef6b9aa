import Primitives
import StrictJSON

/// One account of an access list (EIP-2930) and the storage slots of it.
public struct AccessListEntry: Sendable, Hashable {
  /// The account.
  public var address: Address
  /// The slots, as 32 bytes each; empty where only the account itself is announced.
  public var storageKeys: [Hash32]

  /// Takes the parts as they are; a slot may come twice.
  public init(address: Address, storageKeys: [Hash32]) {
    self.address = address
    self.storageKeys = storageKeys
  }

  /// The entry as a parameter.
  public var json: JSON {
    ["address": .string(address.lowercaseHex), "storageKeys": .array(storageKeys.map { .string($0.hex) })]
  }
}

/// The answer to `eth_createAccessList`.
public struct AccessListEstimate: Sendable, Hashable {
  /// The addresses and storage slots that the call accesses.
  public let accessList: [AccessListEntry]
  /// The gas the call uses with this list.
  public let gasUsed: UInt64
  /// Why the call fails, if it does.
  public let error: String?
}
