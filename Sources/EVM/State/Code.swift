import Primitives

/// A contract's code, with what the interpreter wants to know of it: its hash, and where jumps may land.
///
/// Immutable; made once and shared.
public final class Code: Sendable {
  /// Code of no bytes.
  public static let empty = Code([])

  /// Keccak-256 of the bytes.
  public let hash: Hash32
  /// The number of bytes.
  public let count: Int
  /// The account whose code runs in this one's stead, if this is `0xef0100 ‖ address` (EIP-7702).
  public let delegate: Address?

  /// The bytes and then 33 zeros, so that neither the next opcode nor a PUSH's operand needs a check.
  // Never written after init: that is why sharing it is safe.
  nonisolated(unsafe) let start: UnsafeMutablePointer<UInt8>
  /// A bit for every byte: whether it is a JUMPDEST that is not part of a PUSH's operand.
  nonisolated(unsafe) let jumps: UnsafeMutablePointer<UInt8>

  /// Code of some bytes, of which the hash may be known.
  ///
  /// - Complexity: O(n).
  public init(_ bytes: [UInt8], hash: Hash32? = nil) {
    self.hash = hash ?? Keccak256.hash(bytes)
    count = bytes.count
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 33)
    start.initialize(repeating: 0, count: bytes.count + 33)
    bytes.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { start.update(from: base, count: source.count) }
    }
    self.start = start
    let bits = bytes.count / 8 + 1
    jumps = .allocate(capacity: bits)
    jumps.initialize(repeating: 0, count: bits)
    let isDelegation = bytes.count == 23 && bytes.starts(with: Self.delegationPrefix)
    delegate = isDelegation ? try? Address(bytes[3...]) : nil
    var position = 0
    while position < count {
      let byte = start[position]
      if byte == Opcode.jumpdest.rawValue {
        jumps[position >> 3] |= 1 &<< UInt8(truncatingIfNeeded: position & 7)
      } else if byte >= Opcode.push1.rawValue && byte <= Opcode.push32.rawValue {
        position &+= Opcode(rawValue: byte).pushSize
      }
      position &+= 1
    }
  }

  deinit {
    start.deallocate()
    jumps.deallocate()
  }

  /// The first bytes of code that names another account (EIP-7702).
  static let delegationPrefix: [UInt8] = [0xef, 0x01, 0x00]

  /// Code that names another account.
  public static func delegation(to address: Address) -> Code { Code(delegationPrefix + address.bytes) }

  /// A copy of the program as it is deployed.
  public var bytes: [UInt8] { [UInt8](UnsafeBufferPointer(start: start, count: count)) }

  /// Whether a jump may land there.
  @inline(__always)
  func isJumpDestination(_ position: Int) -> Bool {
    jumps[position >> 3] &>> UInt8(truncatingIfNeeded: position & 7) & 1 != 0
  }
}

extension Code: Hashable {
  /// Equal by the hash of the bytes.
  public static func == (left: Code, right: Code) -> Bool { left.hash == right.hash }

  /// Hashes the hash of the bytes alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
