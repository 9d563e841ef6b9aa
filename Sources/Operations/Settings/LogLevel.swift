/// The severity of a line in the log of a server, the least first; the names are swift-log's.
package enum LogLevel: String, Sendable, CaseIterable {
  case trace, debug
  /// Each answer to a request.
  case info
  /// A change that whoever runs the server wants to know of.
  case notice
  /// An obstacle.
  case warning
  case error, critical
}
