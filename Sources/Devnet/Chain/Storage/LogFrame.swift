import Primitives

/// The head of a record in the log: 32 bytes, then the payload.
///
///     0   "LDN" and the version of the format
///     4   how many bytes the payload has, little endian
///     8   how many bytes of the file were known to be on the disk when this was written, little endian
///     16  the first 8 bytes of the payload's Keccak-256
///     24  the same of these 24 bytes and the record's offset in the file, little endian
///
/// The second check lets a reader believe the length, and find records again behind damaged ones.
struct LogFrame {
  static let size = 32
  static let version: UInt8 = 1
  static let magic: [UInt8] = [0x4c, 0x44, 0x4e, version]
  /// The longest payload.
  static let longest = 1 << 30

  let payloadSize: Int
  let durable: UInt64
  private let payloadCheck: [UInt8]

  /// A record's bytes.
  static func encode(_ payload: [UInt8], at offset: UInt64, durable: UInt64) -> [UInt8] {
    var bytes = magic
    bytes.reserveCapacity(size + payload.count)
    for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift)) }
    bytes += littleEndian(durable)
    bytes += check(payload)
    bytes += check(bytes + littleEndian(offset))
    return bytes + payload
  }

  /// Reads the head of the record at an offset; nil if there is none.
  init?(_ bytes: some Collection<UInt8>, at offset: UInt64) {
    let bytes = [UInt8](bytes)
    guard bytes.count == Self.size, bytes.starts(with: Self.magic),
      Self.check(bytes[..<24] + Self.littleEndian(offset)) == Array(bytes[24...])
    else { return nil }
    payloadSize = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    durable = bytes[8..<16].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    payloadCheck = Array(bytes[16..<24])
  }

  /// Whether this is the head of a payload.
  func isHead(of payload: [UInt8]) -> Bool { payload.count == payloadSize && Self.check(payload) == payloadCheck }

  private static func check(_ bytes: some Collection<UInt8>) -> [UInt8] {
    Array(Keccak256.hash(Array(bytes)).bytes.prefix(8))
  }

  private static func littleEndian(_ number: UInt64) -> [UInt8] {
    stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
