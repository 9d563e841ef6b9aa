import Database
import Primitives

/// The rows of the rules by which the instances pay that share a budget: each writes down its own when it takes its lease,
/// so that none joins others who pay by other rules.
struct RulesRows {
  let db: Database.Connection

  /// Makes the table, as a step of the schema.
  @Sendable static func makeTable(in db: Database.Connection) throws {
    try db.execute(
      """
      CREATE TABLE instance_rule (
        instance TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (instance, name)
      ) WITHOUT ROWID
      """)
  }

  /// Lets an instance join those that live, in a change that no other comes beside.
  ///
  /// - Throws: `FeePayerError` `.otherRules` where one of them has other rules; nothing is written then.
  func join(_ instance: String, with rules: FeePayerRules) throws {
    let own = rules.parts
    for other in try Lease.held(AllotmentSweep.instances, in: db) where other != instance {
      let there = try parts(of: other)
      // One of a version that wrote none down is not known to have others.
      guard !there.isEmpty, there != own else { continue }
      let names = Set(own.keys).union(there.keys).filter { own[$0] != there[$0] }.sorted()
      throw FeePayerError(
        .otherRules, "An instance that runs over this database pays by other rules.",
        reason: names.map {
          Self.difference($0, own[$0].map(rules.text(ofPart:)), there[$0].map(rules.text(ofPart:)))
        }.joined(separator: "; ") + ".")
    }
    try leave(instance)
    try db.add(own.sorted { $0.key < $1.key }.map { [instance, $0.key, $0.value] }, to: "instance_rule", Self.columns)
  }

  /// Takes the rules of an instance away that ended.
  func leave(_ instance: String) throws {
    try db.execute("DELETE FROM instance_rule WHERE instance = ?", [instance])
  }

  /// The budget of a day by the rules of those that live; nil where none does, or none wrote down its rules.
  func budget() throws -> Amount? {
    for instance in try Lease.held(AllotmentSweep.instances, in: db) {
      guard let text = try parts(of: instance)["perDay"] else { continue }
      guard let budget = try? Amount(parsing: text) else { throw DatabaseError.unreadable("value") }
      return budget
    }
    return nil
  }

  private static let columns = ["instance", "name", "value"]

  private func parts(of instance: String) throws -> [String: String] {
    let rows = try db.rows("SELECT name, value FROM instance_rule WHERE instance = ?", [instance])
    return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.value("name"), try $0.value("value")) })
  }

  /// A rule that differs, with what it says here and there; of lists and of the keys only that they do.
  private static func difference(_ name: String, _ own: String?, _ other: String?) -> String {
    switch name {
    case "keys", "senders": "\(name) differ"
    default: "\(name): \(own ?? "not there") here, \(other ?? "not there") there"
    }
  }
}
