import Primitives

extension ABIType {
  /// Whether an encoding has an offset in its place and the value further back.
  public var isDynamic: Bool {
    switch self {
    case .bytes, .string, .array: true
    case .fixedArray(let element, _): element.isDynamic
    case .tuple(let components): components.contains { $0.type.isDynamic }
    default: false
    }
  }

  /// Bytes that an encoding takes in its place: all of it for a static type, the offset's 32 for a dynamic one.
  ///
  /// `Int.max` where a hostile length leaves the range.
  public var headSize: Int { isDynamic ? 32 : inlineSize }

  /// Bytes of the heads of what is inside a fixed array or tuple; 32 for anything else.
  var inlineSize: Int {
    switch self {
    case .fixedArray(let element, let count):
      return element.headSize.multipliedSaturated(by: max(0, count))
    case .tuple(let components):
      return components.reduce(0) { $0.addingSaturated($1.type.headSize) }
    default: return 32
    }
  }

  /// Whether an event's topic holds the value itself, and not its hash.
  public var isValueType: Bool {
    switch self {
    case .bytes, .string, .array, .fixedArray, .tuple: false
    default: true
    }
  }

  /// The number of types inside each other, this one included.
  var depth: Int {
    switch self {
    case .array(let element), .fixedArray(let element, _): element.depth + 1
    case .tuple(let components): (components.map(\.type.depth).max() ?? 0) + 1
    default: 1
    }
  }
}
