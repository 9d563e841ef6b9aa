internal import GRDB

/// A function of ours that SQL may call, in a file.
package struct SQLFunction: Sendable {
  let name: String
  let body: @Sendable ([StoredValue]) -> StoredValue

  /// - Parameter body: gives the same for the same arguments, however often it is called.
  package init(_ name: String, _ body: @escaping @Sendable ([StoredValue]) -> StoredValue) {
    (self.name, self.body) = (name, body)
  }

  var function: DatabaseFunction {
    DatabaseFunction(name, pure: true) { [body] values in body(values.map { StoredValue($0) }).value }
  }
}
