import StrictJSON

/// A way to read a JSON value: strict about form and bounds, and named for them.
public struct JSONReader<Value>: Sendable {
  @usableFromInline let read: @Sendable (JSON) throws(JSONFieldProblem) -> Value

  /// A reader by a function.
  @inlinable
  public init(_ read: @escaping @Sendable (JSON) throws(JSONFieldProblem) -> Value) { self.read = read }

  /// Reads a value.
  ///
  /// - Throws: the problem, with its place inside the value.
  @inlinable
  public func callAsFunction(_ json: JSON) throws(JSONFieldProblem) -> Value { try read(json) }
}

extension JSONReader {
  /// `null` as nil, anything else by a reader.
  @inlinable
  public static func nullable<Wrapped>(_ reader: JSONReader<Wrapped>) -> JSONReader where Value == Wrapped? {
    JSONReader { (json) throws(JSONFieldProblem) in json.isNull ? nil : try reader(json) }
  }

  /// Every item of an array, which has at most so many.
  @inlinable
  public static func list<Item>(of reader: JSONReader<Item>, atMost most: Int = .max) -> JSONReader
  where Value == [Item] {
    JSONReader { (json) throws(JSONFieldProblem) in
      guard case .array(let items) = json else { throw JSONFieldProblem(.otherKind, due: .list, found: json) }
      guard items.count <= most else { throw JSONFieldProblem(.tooMany(items.count, most: most), due: .list) }
      var values: [Item] = []
      values.reserveCapacity(items.count)
      for index in items.indices {
        do throws(JSONFieldProblem) {
          values.append(try reader(items[index]))
        } catch { throw error.inside("[\(index)]") }
      }
      return values
    }
  }

  /// Every item of an array; `null` counts as an empty one.
  @inlinable
  public static func listOrNull<Item>(of reader: JSONReader<Item>) -> JSONReader where Value == [Item] {
    let list = JSONReader.list(of: reader)
    return JSONReader { (json) throws(JSONFieldProblem) in json.isNull ? [] : try list(json) }
  }
}

extension JSONReader where Value == JSON {
  /// The value as it is.
  public static var any: JSONReader { JSONReader { (json) throws(JSONFieldProblem) in json } }
}

extension JSONReader where Value == JSONObject {
  /// An object with any members.
  public static var object: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      guard case .object(let object) = json else { throw JSONFieldProblem(.otherKind, due: .object, found: json) }
      return object
    }
  }
}

extension JSONReader where Value == Bool {
  /// True or false.
  public static var bool: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      guard case .bool(let value) = json else { throw JSONFieldProblem(.otherKind, due: .bool, found: json) }
      return value
    }
  }
}

extension JSONReader where Value == String {
  /// Any text.
  public static var string: JSONReader { JSONReader { (json) throws(JSONFieldProblem) in try json.text(.string) } }
}

extension JSONReader where Value == Double {
  /// A number from 0 up that may have a fraction, such as a share of gas used.
  public static var ratio: JSONReader {
    JSONReader { (json) throws(JSONFieldProblem) in
      guard case .number(let text) = json, let value = Double(text), value.isFinite, value >= 0 else {
        throw JSONFieldProblem(.otherKind, due: .ratio, found: json)
      }
      return value
    }
  }
}
