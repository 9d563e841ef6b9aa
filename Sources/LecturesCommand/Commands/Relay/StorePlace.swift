import Database
import Terminal

/// The place of a relay's store: a file by an option of its own, or a database that several relays share.
extension DatabaseOptions {
  /// Checks that one place is named at most.
  ///
  /// - Parameter isNeeded: Whether one has to be.
  func validate(beside store: String?, isNeeded: Bool = false) throws {
    if store != nil, isGiven { throw UsageRule.either("--store", database == nil ? "--database-file" : "--database") }
    if isNeeded, store == nil, !isGiven { throw UsageRule.storeMissing }
  }

  /// The place that is named; memory where none is.
  ///
  /// - Throws: as ``place(_:)``.
  func place(_ prompts: Prompts, store: String?) async throws -> DatabasePlace {
    if let store { return .file(store) }
    return try await place(prompts) ?? .memory
  }
}

extension DatabasePlace {
  /// The name for people; nil for memory.
  var shownName: String? { if case .memory = self { nil } else { name } }
}
