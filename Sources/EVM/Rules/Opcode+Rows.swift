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
  /// PUSH4: the next 4 bytes of the code.
  public static let push4 = Opcode(rawValue: 0x63)
  /// PUSH5: the next 5 bytes of the code.
  public static let push5 = Opcode(rawValue: 0x64)
  /// PUSH6: the next 6 bytes of the code.
  public static let push6 = Opcode(rawValue: 0x65)
  /// PUSH7: the next 7 bytes of the code.
  public static let push7 = Opcode(rawValue: 0x66)
  /// PUSH8: the next 8 bytes of the code.
  public static let push8 = Opcode(rawValue: 0x67)
  /// PUSH9: the next 9 bytes of the code.
  public static let push9 = Opcode(rawValue: 0x68)
  /// PUSH10: the next 10 bytes of the code.
  public static let push10 = Opcode(rawValue: 0x69)
  /// PUSH11: the next 11 bytes of the code.
  public static let push11 = Opcode(rawValue: 0x6a)
  /// PUSH12: the next 12 bytes of the code.
  public static let push12 = Opcode(rawValue: 0x6b)
  /// PUSH13: the next 13 bytes of the code.
  public static let push13 = Opcode(rawValue: 0x6c)
  /// PUSH14: the next 14 bytes of the code.
  public static let push14 = Opcode(rawValue: 0x6d)
  /// PUSH15: the next 15 bytes of the code.
  public static let push15 = Opcode(rawValue: 0x6e)
  /// PUSH16: the next 16 bytes of the code.
  public static let push16 = Opcode(rawValue: 0x6f)
  /// PUSH17: the next 17 bytes of the code.
  public static let push17 = Opcode(rawValue: 0x70)
  /// PUSH18: the next 18 bytes of the code.
  public static let push18 = Opcode(rawValue: 0x71)
  /// PUSH19: the next 19 bytes of the code.
  public static let push19 = Opcode(rawValue: 0x72)
  /// PUSH20: the next 20 bytes of the code.
  public static let push20 = Opcode(rawValue: 0x73)
  /// PUSH21: the next 21 bytes of the code.
  public static let push21 = Opcode(rawValue: 0x74)
  /// PUSH22: the next 22 bytes of the code.
  public static let push22 = Opcode(rawValue: 0x75)
  /// PUSH23: the next 23 bytes of the code.
  public static let push23 = Opcode(rawValue: 0x76)
  /// PUSH24: the next 24 bytes of the code.
  public static let push24 = Opcode(rawValue: 0x77)
  /// PUSH25: the next 25 bytes of the code.
  public static let push25 = Opcode(rawValue: 0x78)
  /// PUSH26: the next 26 bytes of the code.
  public static let push26 = Opcode(rawValue: 0x79)
  /// PUSH27: the next 27 bytes of the code.
  public static let push27 = Opcode(rawValue: 0x7a)
  /// PUSH28: the next 28 bytes of the code.
  public static let push28 = Opcode(rawValue: 0x7b)
  /// PUSH29: the next 29 bytes of the code.
  public static let push29 = Opcode(rawValue: 0x7c)
  /// PUSH30: the next 30 bytes of the code.
  public static let push30 = Opcode(rawValue: 0x7d)
  /// PUSH31: the next 31 bytes of the code.
  public static let push31 = Opcode(rawValue: 0x7e)
  /// PUSH32: the next 32 bytes of the code.
  public static let push32 = Opcode(rawValue: 0x7f)

  /// DUP1: the 1st word from the top once more.
  public static let dup1 = Opcode(rawValue: 0x80)
  /// DUP2: the 2nd word from the top once more.
  public static let dup2 = Opcode(rawValue: 0x81)
  /// DUP3: the 3rd word from the top once more.
  public static let dup3 = Opcode(rawValue: 0x82)
  /// DUP4: the 4th word from the top once more.
  public static let dup4 = Opcode(rawValue: 0x83)
  /// DUP5: the 5th word from the top once more.
  public static let dup5 = Opcode(rawValue: 0x84)
  /// DUP6: the 6th word from the top once more.
  public static let dup6 = Opcode(rawValue: 0x85)
  /// DUP7: the 7th word from the top once more.
  public static let dup7 = Opcode(rawValue: 0x86)
  /// DUP8: the 8th word from the top once more.
  public static let dup8 = Opcode(rawValue: 0x87)
  /// DUP9: the 9th word from the top once more.
  public static let dup9 = Opcode(rawValue: 0x88)
  /// DUP10: the 10th word from the top once more.
  public static let dup10 = Opcode(rawValue: 0x89)
  /// DUP11: the 11th word from the top once more.
  public static let dup11 = Opcode(rawValue: 0x8a)
  /// DUP12: the 12th word from the top once more.
  public static let dup12 = Opcode(rawValue: 0x8b)
  /// DUP13: the 13th word from the top once more.
  public static let dup13 = Opcode(rawValue: 0x8c)
  /// DUP14: the 14th word from the top once more.
  public static let dup14 = Opcode(rawValue: 0x8d)
  /// DUP15: the 15th word from the top once more.
  public static let dup15 = Opcode(rawValue: 0x8e)
  /// DUP16: the 16th word from the top once more.
  public static let dup16 = Opcode(rawValue: 0x8f)

  /// SWAP1: exchanges the top with the 2nd word from it.
  public static let swap1 = Opcode(rawValue: 0x90)
  /// SWAP2: exchanges the top with the 3rd word from it.
  public static let swap2 = Opcode(rawValue: 0x91)
  /// SWAP3: exchanges the top with the 4th word from it.
  public static let swap3 = Opcode(rawValue: 0x92)
  /// SWAP4: exchanges the top with the 5th word from it.
  public static let swap4 = Opcode(rawValue: 0x93)
  /// SWAP5: exchanges the top with the 6th word from it.
  public static let swap5 = Opcode(rawValue: 0x94)
  /// SWAP6: exchanges the top with the 7th word from it.
  public static let swap6 = Opcode(rawValue: 0x95)
  /// SWAP7: exchanges the top with the 8th word from it.
  public static let swap7 = Opcode(rawValue: 0x96)
  /// SWAP8: exchanges the top with the 9th word from it.
  public static let swap8 = Opcode(rawValue: 0x97)
  /// SWAP9: exchanges the top with the 10th word from it.
  public static let swap9 = Opcode(rawValue: 0x98)
  /// SWAP10: exchanges the top with the 11th word from it.
  public static let swap10 = Opcode(rawValue: 0x99)
  /// SWAP11: exchanges the top with the 12th word from it.
  public static let swap11 = Opcode(rawValue: 0x9a)
  /// SWAP12: exchanges the top with the 13th word from it.
  public static let swap12 = Opcode(rawValue: 0x9b)
  /// SWAP13: exchanges the top with the 14th word from it.
  public static let swap13 = Opcode(rawValue: 0x9c)
  /// SWAP14: exchanges the top with the 15th word from it.
  public static let swap14 = Opcode(rawValue: 0x9d)
  /// SWAP15: exchanges the top with the 16th word from it.
  public static let swap15 = Opcode(rawValue: 0x9e)
  /// SWAP16: exchanges the top with the 17th word from it.
  public static let swap16 = Opcode(rawValue: 0x9f)

  /// LOG0: an event with no topic.
  public static let log0 = Opcode(rawValue: 0xa0)
  /// LOG1: an event with one topic.
  public static let log1 = Opcode(rawValue: 0xa1)
  /// LOG2: an event with two topics.
  public static let log2 = Opcode(rawValue: 0xa2)
  /// LOG3: an event with three topics.
  public static let log3 = Opcode(rawValue: 0xa3)
  /// LOG4: an event with four topics.
  public static let log4 = Opcode(rawValue: 0xa4)

  /// The number of bytes of the code that a PUSH puts on the stack.
  @inline(__always)
  var pushSize: Int { Int(rawValue) &- Int(Opcode.push0.rawValue) }

  /// Which word from the top a DUP puts there once more; the top is 1.
  @inline(__always)
  var dupPlace: Int { Int(rawValue) &- Int(Opcode.dup1.rawValue) &+ 1 }

  /// The distance from the top of the word that a SWAP exchanges with it.
  @inline(__always)
  var swapDistance: Int { Int(rawValue) &- Int(Opcode.swap1.rawValue) &+ 1 }

  /// The number of topics of a LOG.
  @inline(__always)
  var topicCount: Int { Int(rawValue) &- Int(Opcode.log0.rawValue) }

  /// PUSH0 to PUSH32 by their size in bytes.
  static func push(_ size: Int) -> Opcode { Opcode(rawValue: push0.rawValue + UInt8(size)) }

  /// DUP1 to DUP16 by the word's place from the top, which is 1.
  static func dup(_ place: Int) -> Opcode { Opcode(rawValue: dup1.rawValue + UInt8(place - 1)) }

  /// SWAP1 to SWAP16 by the word's distance from the top.
  static func swap(_ distance: Int) -> Opcode { Opcode(rawValue: swap1.rawValue + UInt8(distance - 1)) }

  /// LOG0 to LOG4 by their number of topics.
  static func log(_ topics: Int) -> Opcode { Opcode(rawValue: log0.rawValue + UInt8(topics)) }
}
