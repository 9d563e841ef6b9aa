/// A type of the contract ABI.
///
/// Two tuples are equal when their components' names are too; compare ``canonical`` to ask for the same encoding.
public indirect enum ABIType: Sendable, Hashable {
  /// An unsigned integer of 8…256 bits.
  case uint(Int)
  /// A signed integer of 8…256 bits.
  case int(Int)
  /// 20 bytes, at the end of a word.
  case address
  /// A word that is 0 or 1.
  case bool
  /// Bytes of any length.
  case bytes
  /// 1…32 bytes.
  case fixedBytes(Int)
  /// UTF-8 text.
  case string
  /// An address and a selector, 24 bytes.
  case function
  /// A signed decimal number of 8…256 bits, scaled by 10^decimals.
  case fixed(bits: Int, decimals: Int)
  /// An unsigned decimal number of 8…256 bits, scaled by 10^decimals.
  case ufixed(bits: Int, decimals: Int)
  /// An array of any length.
  case array(ABIType)
  /// An array whose length is part of the type.
  case fixedArray(ABIType, Int)
  /// A struct, or whatever stands in brackets: its components in order.
  case tuple([ABIParameter])

  /// The deepest nesting of types that are read or coded.
  public static let maximumDepth = 64

  /// The name that selectors and topics are made of: `uint256`, `(address,uint8[3])[]`.
  public var canonical: String {
    switch self {
    case .uint(let bits): "uint\(bits)"
    case .int(let bits): "int\(bits)"
    case .address: "address"
    case .bool: "bool"
    case .bytes: "bytes"
    case .fixedBytes(let count): "bytes\(count)"
    case .string: "string"
    case .function: "function"
    case .fixed(let bits, let decimals): "fixed\(bits)x\(decimals)"
    case .ufixed(let bits, let decimals): "ufixed\(bits)x\(decimals)"
    case .array(let element): "\(element.canonical)[]"
    case .fixedArray(let element, let count): "\(element.canonical)[\(count)]"
    case .tuple(let components): "(\(components.map(\.type.canonical).joined(separator: ",")))"
    }
  }

  /// The type with the names of its components: `(address teacher, uint256 cost)[]`.
  public var humanReadable: String {
    switch self {
    case .array(let element): "\(element.humanReadable)[]"
    case .fixedArray(let element, let count): "\(element.humanReadable)[\(count)]"
    case .tuple(let components): "(\(components.map(\.description).joined(separator: ", ")))"
    default: canonical
    }
  }
}

extension ABIType: CustomStringConvertible {
  /// The canonical name, as selectors are computed of it: `uint256[2][]`.
  public var description: String { canonical }
}
