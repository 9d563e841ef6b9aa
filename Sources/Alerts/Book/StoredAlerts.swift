import Database
import Primitives

extension AlertState.Phase: Storable {}
extension AlertChannel.Kind: Storable {}
extension DeliveryState: Storable {}

extension UInt256: Storable {
  /// Reads digits; nil for anything else.
  package init?(_ stored: StoredValue) {
    guard case .text(let digits) = stored, let value = try? UInt256(parsing: digits) else { return nil }
    self = value
  }

  /// The digits, for a number of the database ends at 2⁶³.
  package var stored: StoredValue { .text(description) }
}

extension Row {
  fileprivate func subject<Subject: AlertSubject>() throws -> Subject {
    guard let subject = Subject(scope: try value("scope"), stored: try value("subject")) else {
      throw DatabaseError.unreadable("subject")
    }
    return subject
  }

  fileprivate func condition() throws -> AlertCondition {
    guard
      let condition = AlertCondition(
        name: try value("condition"), number: try value("threshold"), window: try optional("within"))
    else {
      throw DatabaseError.unreadable("threshold")
    }
    return condition
  }
}

extension Alert {
  init(row: Row, channels: [AlertChannel]) throws {
    var state = AlertState()
    state.phase = AlertState.Phase(rawValue: try row.value("phase")) ?? .armed
    state.since = try row.value("since")
    state.lastSeen = try row.optional("lastSeen")
    state.lastFired = try row.optional("lastFired")
    state.snoozedUntil = try row.optional("snoozedUntil")
    state.reference = try row.optional("reference")
    state.recent = RecentValues(stored: try row.optional("recent") ?? "") ?? RecentValues()
    let longest = AlertRule<Subject>.longest
    let rule = try AlertRule<Subject>(
      row.subject(), row.condition(), hold: row.count("hold", upTo: longest),
      coolDown: row.count("coolDown", upTo: longest), margin: row.count("margin", upTo: AlertRule<Subject>.widest),
      note: row.optional("note"), isOnce: row.value("isOnce", as: Int64.self) != 0)
    self.init(
      id: try row.value("id"), rule: rule, state: state, crossings: try row.count("crossings"), channels: channels)
  }
}

extension Delivery {
  init(row: Row) throws {
    self.init(
      id: try row.value("id"), alert: try row.value("alert"), crossing: try row.value("crossing"),
      time: try row.value("time"), subject: try row.subject(), condition: try row.condition(),
      reference: try row.optional("reference"), value: try row.value("value"), message: try row.value("message"),
      note: try row.optional("note"),
      channel: try AlertChannel(row: row), state: DeliveryState(rawValue: try row.value("state")) ?? .unclear,
      attempts: try row.count("attempts"), due: try row.value("due"), problem: try row.optional("problem"))
  }
}

extension AlertChannel {
  init(row: Row) throws {
    self.init(
      Kind(rawValue: try row.value("kind")) ?? .terminal, target: try row.value("target"),
      secretFile: try row.optional("secretFile"),
      format: Format(stored: try row.optional("format") ?? "") ?? .full)
  }
}
