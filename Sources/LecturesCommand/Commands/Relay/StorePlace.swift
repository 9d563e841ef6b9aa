import Database
import Terminal

/// The place of a relay's store: a file by an option of its own, or a database that several relays share.
extension DatabaseOptions {
  /// Checks that one place is named at most.
  func validate(beside store: String?) throws {
    if store != nil, isGiven { throw UsageRule.either("--store", database == nil ? "--database-file" : "--database") }
  }

  /// The place that is named; memory where none is.
  ///
  /// - Parameter isNeeded: Whether one has to be.
  /// - Throws: as ``place(_:)``; `UsageRule`.
  func place(_ prompts: Prompts, store: String?, isNeeded: Bool = false) async throws -> DatabasePlace {
    if let store { return .file(store) }
    if let place = try await place(prompts) { return place }
    if isNeeded { throw UsageRule.storeMissing }
    return .memory
  }
}

extension DatabasePlace {
  /// The name for people; nil for memory.
  var shownName: String? { if case .memory = self { nil } else { name } }
}
