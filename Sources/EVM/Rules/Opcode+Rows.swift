// The instructions that come in rows.
extension Opcode {
  /// PUSH0: zero (EIP-3855).
  public static let push0 = Opcode(rawValue: 0x5f)
  /// PUSH1: the next byte of the code.
  public static let push1 = Opcode(rawValue: 0x60)
  /// PUSH2: the next 2 bytes of the code.
  public static let push2 = Opcode(rawValue: 0x61)
  /// PUSH3: the next 3 bytes of the code.
  public static let push3 = Opcode(rawValue: 0x62)
  /// PUSH8: the next 8 bytes of the code.
  public static let push8 = Opcode(rawValue: 0x67)
  /// PUSH9: the next 9 bytes of the code.
  public static let push9 = Opcode(rawValue: 0x68)
  /// PUSH31: the next 31 bytes of the code.
  public static let push31 = Opcode(rawValue: 0x7e)
  /// PUSH32: the next 32 bytes of the code.
  public static let push32 = Opcode(rawValue: 0x7f)

  /// DUP1: the 1st word from the top once more.
  public static let dup1 = Opcode(rawValue: 0x80)
  /// DUP16: the 16th word from the top once more.
  public static let dup16 = Opcode(rawValue: 0x8f)

  /// SWAP1: exchanges the top with the 2nd word from it.
  public static let swap1 = Opcode(rawValue: 0x90)
  /// SWAP16: exchanges the top with the 17th word from it.
  public static let swap16 = Opcode(rawValue: 0x9f)

  /// LOG0: an event with no topic.
  public static let log0 = Opcode(rawValue: 0xa0)
  /// LOG4: an event with four topics.
  public static let log4 = Opcode(rawValue: 0xa4)

  /// A row of instructions, by the bytes of its first and its last.
  typealias Row = (first: UInt8, last: UInt8)

  // Transparent for the reason of the comparison with one instruction.
  /// The instructions from one to another, as a pattern.
  @_transparent
  static func ... (first: Opcode, last: Opcode) -> Row { (first.rawValue, last.rawValue) }

  /// Whether a switch is at an instruction of a row.
  @_transparent
  static func ~= (row: Row, opcode: Opcode) -> Bool { row.first <= opcode.rawValue && opcode.rawValue <= row.last }

  /// How many bytes of the code a PUSH puts on the stack.
  @inline(__always)
  var pushSize: Int { Int(rawValue) &- Int(Opcode.push0.rawValue) }

  /// Which word from the top a DUP puts there once more; the top is 1.
  @inline(__always)
  var dupPlace: Int { Int(rawValue) &- Int(Opcode.dup1.rawValue) &+ 1 }

  /// How far from the top the word is that a SWAP exchanges with it.
  @inline(__always)
  var swapDistance: Int { Int(rawValue) &- Int(Opcode.swap1.rawValue) &+ 1 }

  /// How many topics a LOG has.
  @inline(__always)
  var topicCount: Int { Int(rawValue) &- Int(Opcode.log0.rawValue) }

  /// PUSH0 to PUSH32 by their size in bytes.
  public static func push(_ size: Int) -> Opcode { Opcode(rawValue: push0.rawValue + UInt8(size)) }

  /// DUP1 to DUP16 by the word's place from the top, which is 1.
  public static func dup(_ place: Int) -> Opcode { Opcode(rawValue: dup1.rawValue + UInt8(place - 1)) }

  /// SWAP1 to SWAP16 by the word's distance from the top.
  public static func swap(_ distance: Int) -> Opcode { Opcode(rawValue: swap1.rawValue + UInt8(distance - 1)) }

  /// LOG0 to LOG4 by their number of topics.
  public static func log(_ topics: Int) -> Opcode { Opcode(rawValue: log0.rawValue + UInt8(topics)) }
}
