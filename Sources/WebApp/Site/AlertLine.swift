/// An alert as lists show it.
package struct AlertLine: Sendable, Hashable {
  /// The rule with its note: `below 25 gwei (standard) on kaia`.
  package let rule: String
  /// The state that it is in.
  package let state: String
  /// The channels by which it is delivered.
  package let channels: String

  /// A line of its parts.
  package init(rule: String, state: String, channels: String) {
    (self.rule, self.state, self.channels) = (rule, state, channels)
  }
}
