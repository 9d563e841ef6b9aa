import Primitives

/// A value of a type of EIP-712.
public indirect enum TypedValue: Sendable, Hashable {
  /// Of any `uintN` that it fits.
  case uint(UInt256)
  /// Of any `intN` that it fits.
  case int(Int256)
  /// Of `address`.
  case address(Address)
  /// Of `bool`.
  case bool(Bool)
  /// Of `string`; its UTF-8 is hashed.
  case string(String)
  /// Of `bytes`, or of the `bytesN` with as many bytes.
  case bytes(Bytes)
  /// Of an array of any length or of a fixed one, which is checked.
  case array([TypedValue])
  /// A struct: each field's value by its name. Values that the type has no field for are not signed.
  case structure([String: TypedValue])
  /// A struct that is not there; it counts as 32 zero bytes, which is how recursive types end.
  case absent
}

/// The place of a value in typed data, for messages; put into words only when something is wrong.
struct TypedPath {
  private enum Step {
    case root(String)
    case field(String)
    case item(Int)

    var text: String {
      switch self {
      case .root(let name): name
      case .field(let name): "." + name
      case .item(let index): "[\(index)]"
      }
    }
  }

  private var steps: [Step]

  init(_ root: String) { steps = [.root(root)] }

  mutating func push(_ field: String) { steps.append(.field(field)) }

  mutating func push(_ index: Int) { steps.append(.item(index)) }

  mutating func pop() { steps.removeLast() }

  /// The depth of the place.
  var depth: Int { steps.count }

  var description: String {
    let text = steps.map(\.text).joined()
    return text.unicodeScalars.count <= 160 ? text : String(text.unicodeScalars.prefix(159)) + "…"
  }

  /// - Throws: `limitExceeded` beyond 64 levels.
  func checkDepth() throws(KeysError) {
    guard depth <= 64 else {
      throw KeysError(.limitExceeded, "cannot read typed data: values nest more than 64 deep at \(description)")
    }
  }

  func mismatch(_ why: String) -> KeysError {
    KeysError(.typeMismatch, "cannot read typed data: \(description) \(why)")
  }

  func missing(_ type: String) -> KeysError {
    KeysError(
      .missingValue,
      "cannot read typed data: \(description), of type \(quoted(type)), is missing\ngive every field of the type a value"
    )
  }
}
