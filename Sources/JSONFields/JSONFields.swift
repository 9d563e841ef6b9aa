import Primitives
import StrictJSON

/// The liberties that a format takes with the members of its objects.
public struct JSONFieldRules: OptionSet, Sendable {
  /// A bit for each rule.
  public let rawValue: Int

  /// `null` is as good as absent.
  public static let omittingNull = JSONFieldRules(rawValue: 1)
  /// Names are the same in any letters' case, and asked for in lower case.
  public static let ignoringCase = JSONFieldRules(rawValue: 2)

  /// Rules by their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// The members of a JSON object, read by name; what cannot be read is reported as an error of the target that reads.
///
/// ```swift
/// let fields = try JSONFields(json) { ReadingError("\($0)") }
/// let sender = try fields.required("from", .address)
/// let tip = try fields.optional("maxPriorityFeePerGas", .quantity) ?? 0
/// ```
public struct JSONFields<Failure: Error>: Sendable {
  /// The members.
  public let object: JSONObject
  /// Where the object stands, such as `accessList[2]`; empty for the outermost.
  public let path: String
  @usableFromInline let rules: JSONFieldRules
  @usableFromInline let failing: @Sendable (JSONFieldProblem) -> Failure

  /// Takes an object apart.
  ///
  /// - Throws: what `failing` makes of a value that is no object.
  public init(
    _ json: JSON, path: String = "", rules: JSONFieldRules = [.omittingNull],
    failing: @escaping @Sendable (JSONFieldProblem) -> Failure
  ) throws(Failure) {
    (self.path, self.rules, self.failing) = (path, rules, failing)
    do throws(JSONFieldProblem) {
      let members = try JSONReader.object(json)
      object = rules.contains(.ignoringCase) ? try members.lowercased() : members
    } catch { throw failing(error.inside(path)) }
  }

  /// The value of a member; nil if it is absent.
  @inlinable
  public subscript(name: String) -> JSON? {
    guard let value = object[name], !(value.isNull && rules.contains(.omittingNull)) else { return nil }
    return value
  }

  /// A member that has to be there, under the first name or else under the other; errors tell the first.
  @inlinable
  public func required<Value>(
    _ name: String, or other: String? = nil, _ reader: JSONReader<Value>
  ) throws(Failure) -> Value {
    guard let json = other.flatMap({ self[name] ?? self[$0] }) ?? object[name] else { throw missing(name, reader) }
    return try read(name, json, reader)
  }

  /// A member that may be absent.
  @inlinable
  public func optional<Value>(_ name: String, _ reader: JSONReader<Value>) throws(Failure) -> Value? {
    guard let json = self[name] else { return nil }
    return try read(name, json, reader)
  }

  @inlinable
  func read<Value>(_ name: String, _ json: JSON, _ reader: JSONReader<Value>) throws(Failure) -> Value {
    do throws(JSONFieldProblem) {
      return try reader(json)
    } catch { throw failure(name, error) }
  }

  /// The object in a member that has to be there.
  public func fields(_ name: String) throws(Failure) -> JSONFields {
    try JSONFields(object[name] ?? .null, path: place(name), rules: rules, failing: failing)
  }

  /// The objects of a list that may be absent, each with its place.
  public func objects(_ name: String) throws(Failure) -> [JSONFields]? {
    guard let items = try optional(name, .list(of: .any)) else { return nil }
    var list: [JSONFields] = []
    for (index, item) in items.enumerated() {
      list.append(try JSONFields(item, path: "\(place(name))[\(index)]", rules: rules, failing: failing))
    }
    return list
  }

  /// Refuses the first member that is not among those that are known.
  public func refuseOthers(than known: [String]) throws(Failure) {
    guard let name = object.keys.first(where: { !known.contains($0) }) else { return }
    throw failure(name, JSONFieldProblem(.unknown(name, among: known), due: .object))
  }

  @usableFromInline
  func missing<Value>(_ name: String, _ reader: JSONReader<Value>) -> Failure {
    // A reader tells the form that is due when it is given nothing.
    do throws(JSONFieldProblem) {
      _ = try reader(.null)
      return failure(name, JSONFieldProblem(.missing, due: .object))
    } catch { return failure(name, JSONFieldProblem(.missing, due: error.due)) }
  }

  /// The failure for a member with another flaw, in words that follow its name.
  public func failure(_ name: String, _ words: String) -> Failure { failure(name, JSONFieldProblem(words)) }

  @usableFromInline
  func failure(_ name: String, _ problem: JSONFieldProblem) -> Failure {
    failing(problem.inside(place(name)))
  }

  /// The place of a member.
  public func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension JSONObject {
  fileprivate func lowercased() throws(JSONFieldProblem) -> JSONObject {
    var object = JSONObject()
    for (name, value) in self {
      let lowercase = name.lowercased()
      guard object[lowercase] == nil else { throw JSONFieldProblem(.repeated, due: .object).inside(name) }
      object[lowercase] = value
    }
    return object
  }
}

extension JSONFields where Failure == JSONFieldProblem {
  /// Takes an object apart whose problems stay what they are.
  public init(_ json: JSON) throws(JSONFieldProblem) {
    try self.init(json, failing: { $0 })
  }
}
