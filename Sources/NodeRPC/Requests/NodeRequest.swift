import JSONFields
import StrictJSON

/// A question to a node and how its answer is read.
///
/// Made by the static members, such as `.balance(of:at:)`, or by hand for any other method. One request is asked by
/// ``NodeClient/send(_:)``, many in one round trip by ``NodeClient/batch(_:)-([NodeRequest<Value>])``.
public struct NodeRequest<Value: Sendable>: Sendable {
  /// The method's full name.
  public let method: String
  /// The method's parameters, in order.
  public let params: [JSON]
  let read: @Sendable (JSON) throws -> Value

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: The method's full name.
  ///   - params: Its parameters in order.
  ///   - read: Reads the result, null included; what it throws becomes a `NodeError` `.badReply`.
  public init(_ method: String, _ params: [JSON] = [], read: @escaping @Sendable (JSON) throws -> Value) {
    self.method = method
    self.params = params
    self.read = read
  }

  /// Makes a request whose result is read by a reader of JSON; what it throws becomes a `NodeError` `.badReply`.
  public init(_ method: String, _ params: [JSON] = [], read: JSONReader<Value>) {
    self.init(method, params) { (json) throws(JSONFieldProblem) in try read(json) }
  }

  /// A copy of the request that reads the answer in another way.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) throws -> Other) -> NodeRequest<Other> {
    let read = read
    return NodeRequest<Other>(method, params) { try transform(read($0)) }
  }

  func value(of result: JSON) throws(NodeError) -> Value {
    do {
      return try read(result)
    } catch let problem as JSONFieldProblem {
      throw NodeError(
        .badReply, kind: .badField, detail: problem.description, method: method,
        field: problem.field.isEmpty ? "result" : problem.field)
    } catch {
      throw NodeError(.badReply, kind: .badField, detail: "\(error)", method: method, field: "result")
    }
  }
}
