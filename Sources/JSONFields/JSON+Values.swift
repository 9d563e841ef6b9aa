import Primitives
import StrictJSON

/// Values as Ethereum's JSON-RPC writes them.
extension JSON {
  /// A number as `0x` and digits without leading zeros.
  public static func quantity(_ number: UInt256) -> JSON { .string(number.quantity) }

  /// A number as `0x` and digits without leading zeros.
  public static func quantity(_ number: UInt64) -> JSON { .string("0x" + String(number, radix: 16)) }

  /// Bytes as `0x` and pairs of digits.
  public static func bytes(_ bytes: Bytes) -> JSON { .string(bytes.hex) }

  /// 32 bytes as `0x` and digits.
  public static func hash(_ hash: Hash32) -> JSON { .string(hash.hex) }

  /// An address in small letters, as nodes have it.
  public static func address(_ address: Address) -> JSON { .string(address.lowercaseHex) }
}
