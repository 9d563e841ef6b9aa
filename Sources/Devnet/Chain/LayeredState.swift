import EVM
import Primitives

/// The state of another chain at one of its blocks, and over it what is different here. A value.
///
/// Nothing is read to change it: an account's layer says what is different, and taking a change back brings the layer
/// before back, or uncovers the origin.
struct LayeredState: StateReader, Sendable {
  let origin: OriginState
  private(set) var changes = StateChanges()

  /// The layers before a change.
  struct Undo: Sendable {
    fileprivate var layers: [Address: Layer] = [:]
  }

  fileprivate struct Layer: Sendable {
    /// Nil if there was none.
    var change: StateChanges.Change?
    /// Slots as they were in it, nil for those that were not; the others are as they are now. Nil if `change` has all.
    var slots: [UInt256: UInt256?]?
  }

  init(origin: OriginState) { self.origin = origin }

  // MARK: Reading

  func account(_ address: Address) throws -> Account? { try changes.account(address, over: origin) }

  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 {
    try changes.storage(address, slot, over: origin)
  }

  func code(_ address: Address, hash: Hash32) throws -> Code { try changes.code(address, hash: hash, over: origin) }

  func hasStorage(_ address: Address) throws -> Bool { try hasStorage(address, beside: [:]) }

  /// Whether an account has storage in other slots than these, as far as the origin can tell.
  func hasStorage(_ address: Address, beside slots: [UInt256: UInt256]) throws -> Bool {
    guard let change = changes.accounts[address] else { return try origin.hasStorage(address) }
    if change.account == nil { return false }
    if change.storage.contains(where: { $0.value != 0 && slots[$0.key] == nil }) { return true }
    return try !change.replacesStorage && origin.hasStorage(address)
  }

  // MARK: Changing

  /// - Complexity: O(changes).
  mutating func apply(_ changes: StateChanges) -> Undo {
    var undo = Undo()
    for (address, change) in changes.accounts { undo.layers[address] = apply(change, to: address) }
    return undo
  }

  private mutating func apply(_ change: StateChanges.Change, to address: Address) -> Layer {
    let replaces = change.account == nil || change.replacesStorage
    // Taken out, so that its storage is changed in place.
    guard var merged = changes.accounts.removeValue(forKey: address) else {
      changes.accounts[address] = Self.layer(change, replaces)
      return Layer()
    }
    guard !replaces else {
      var layer = Self.layer(change, replaces)
      layer.code = layer.code ?? merged.code
      changes.accounts[address] = layer
      return Layer(change: merged)
    }
    var layer = Layer(change: merged, slots: [:])
    layer.change?.storage = [:]
    for (slot, value) in change.storage {
      layer.slots?.updateValue(merged.storage.updateValue(value, forKey: slot), forKey: slot)
    }
    merged.account = change.account
    merged.code = change.code ?? merged.code
    changes.accounts[address] = merged
    return layer
  }

  /// The first layer of an account, or one that hides all that was below.
  private static func layer(_ change: StateChanges.Change, _ replaces: Bool) -> StateChanges.Change {
    var layer = change
    layer.replacesStorage = replaces
    if change.account == nil { layer.storage = [:] }
    return layer
  }

  /// - Complexity: O(changes).
  mutating func takeBack(_ undo: Undo) {
    for (address, layer) in undo.layers {
      let storage = changes.accounts.removeValue(forKey: address)?.storage
      guard var before = layer.change else { continue }
      if let slots = layer.slots {
        before.storage = storage ?? [:]
        for (slot, value) in slots { before.storage[slot] = value }
      }
      changes.accounts[address] = before
    }
  }
}
