import Primitives

extension Journal {
  /// Where a slot of an account is, after fetching it if need be.
  func slot(_ entry: Int32, _ key: UInt256) throws -> Int32 {
    let storage = entries[Int(entry)].storage
    let place = Int(truncatingIfNeeded: key.low64 &+ UInt64(truncatingIfNeeded: storage) &* 37) & 255
    let hint = slotHints[place]
    if hint >= 0, slots[Int(hint)].storage == storage, slots[Int(hint)].key == key { return hint }
    let slotKey = SlotKey(storage: storage, key: key)
    let position = try slotPositions[slotKey] ?? fetch(entry, slotKey)
    slotHints[place] = position
    return position
  }

  private func fetch(_ entry: Int32, _ place: SlotKey) throws -> Int32 {
    let (storage, key) = (place.storage, place.key)
    let value = entries[Int(entry)].storageIsNew ? 0 : try reader.storage(entries[Int(entry)].address, key)
    let position = Int32(slots.count)
    slots.append(Slot(entry: entry, storage: storage, key: key, first: value, original: value, value: value))
    slotPositions[place] = position
    entries[Int(entry)].hasSlots = true
    return position
  }

  /// Whether this is the transaction's first access to a slot; it isn't from then on.
  func access(slot: Int32) -> Bool {
    guard slots[Int(slot)].accessed != transaction else { return false }
    slots[Int(slot)].accessed = transaction
    undo.append(.slotAccess(slot))
    return true
  }

  /// A slot's value at the transaction's beginning.
  func original(slot: Int32) -> UInt256 {
    slots[Int(slot)].changed == transaction ? slots[Int(slot)].original : slots[Int(slot)].value
  }

  func set(slot: Int32, to value: UInt256) {
    let old = slots[Int(slot)].value
    undo.append(.slot(slot, old))
    if slots[Int(slot)].changed != transaction {
      slots[Int(slot)].changed = transaction
      slots[Int(slot)].original = old
    }
    slots[Int(slot)].value = value
  }

  func transientValue(_ entry: Int32, _ key: UInt256) -> UInt256 {
    transientPositions[SlotKey(storage: entry, key: key)].map { transient[Int($0)] } ?? 0
  }

  func setTransient(_ entry: Int32, _ key: UInt256, _ value: UInt256) {
    let place = SlotKey(storage: entry, key: key)
    let position: Int32
    if let known = transientPositions[place] {
      position = known
    } else {
      position = Int32(transient.count)
      transient.append(0)
      transientPositions[place] = position
    }
    undo.append(.transient(position, transient[Int(position)]))
    transient[Int(position)] = value
  }

  /// A slot of an account's storage.
  ///
  /// - Throws: what the reader throws.
  public func storage(_ address: Address, _ key: UInt256) throws -> UInt256 {
    slots[Int(try slot(entry(address), key))].value
  }

  /// Sets a slot of an account's storage.
  ///
  /// - Throws: what the reader throws.
  public func setStorage(_ address: Address, _ key: UInt256, _ value: UInt256) throws {
    set(slot: try slot(entry(address), key), to: value)
  }
}
