/// The rows of a rule set as the interpreter's loop reads them: eight bytes an opcode.
final class OperationTable {
  struct Entry {
    var gas: UInt32
    /// The number of bytes that the stack must hold, 32 for a word.
    var required: UInt16
    /// The number of bytes that it may hold beyond them, so that the result still fits.
    var room: UInt16
  }

  /// The most words a stack holds (Yellow Paper, 9.1).
  static let stackLimit = 1024
  /// No stack is that high: the check of an opcode that isn't there always fails.
  static let undefined = Entry(gas: 0, required: .max, room: 0)

  let entries: UnsafeMutablePointer<Entry>

  init(_ operations: [Operation?]) {
    entries = .allocate(capacity: 256)
    entries.initialize(repeating: Self.undefined, count: 256)
    for case let row? in operations where row.takes >= 0 && row.gives >= 0 {
      let growth = max(0, row.gives - row.takes)
      let room = Self.stackLimit - growth - row.takes
      guard room >= 0 else { continue }
      entries[Int(row.opcode.rawValue)] = Entry(
        gas: UInt32(clamping: row.gas), required: UInt16(32 * row.takes), room: UInt16(32 * room))
    }
  }

  deinit { entries.deallocate() }

  func isDefined(_ byte: UInt8) -> Bool { entries[Int(byte)].required != Self.undefined.required }
}
