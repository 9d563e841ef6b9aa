import Platform

/// An error of the system, by its number.
package struct SystemFailure: Error, Sendable, Hashable, CustomStringConvertible {
  package let number: Int32
  /// The file or folder that it is about, where the caller does not know.
  package let path: String?

  package init(_ number: Int32, _ path: String? = nil) { (self.number, self.path) = (number, path) }

  package var description: String { String(cString: strerror(number)) }
}
