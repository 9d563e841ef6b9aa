/// A step of a schema from one version to the next, which says whether programs of the version before go on at the tables.
package struct SchemaStep: Sendable {
  typealias Change = @Sendable (Connection) throws -> Void

  /// Whether programs of the version before may read and write the tables after it.
  let isForEarlier: Bool
  let run: Change

  /// A step that programs of the version before need not know: it adds tables, indices, or columns that are NULL or have a
  /// value of their own in a row that does not name them.
  ///
  /// Those that are at work wait for it: it rewrites no rows where it can do without. What programs write after it, those
  /// before it can read.
  package static func adding(_ run: @escaping @Sendable (Connection) throws -> Void) -> SchemaStep {
    SchemaStep(isForEarlier: true, run: run)
  }

  /// A step after which programs of the version before are refused: they would fail at the tables, misread what stands there,
  /// or leave out what programs after it rely on.
  package static func changing(_ run: @escaping @Sendable (Connection) throws -> Void) -> SchemaStep {
    SchemaStep(isForEarlier: false, run: run)
  }
}
