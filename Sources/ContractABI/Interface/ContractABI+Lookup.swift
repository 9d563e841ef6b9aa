import Primitives

extension ContractABI {
  /// Finds a function by its name, or among overloads by its signature (`name(uint256)`).
  ///
  /// - Parameter argumentCount: distinguishes overloads of different arity, where it is known.
  /// - Throws: `notFound` with a name that is near; `ambiguous` with the candidates; `invalidType`.
  public func function(_ name: String, argumentCount: Int? = nil) throws(ContractABIError) -> ABIFunction {
    let candidates = try candidates(named: name, among: functions, .function, \.name, \.signature)
    if candidates.count > 1, let argumentCount {
      let fitting = candidates.filter { $0.inputs.count == argumentCount }
      if fitting.count == 1 { return fitting[0] }
    }
    return try single(candidates, named: name, "functions")
  }

  /// Finds the function that calldata begins with.
  public func function(selector: ABISelector) -> ABIFunction? { functions.first { $0.selector == selector } }

  /// Finds an event by its name or its signature.
  ///
  /// - Throws: `notFound` with a name that is near; `ambiguous` with the candidates; `invalidType`.
  public func event(_ name: String) throws(ContractABIError) -> ABIEvent {
    try single(try candidates(named: name, among: events, .event, \.name, \.signature), named: name, "events")
  }

  /// Finds the event a log is of; named events come before anonymous ones, which match by their count of topics alone.
  public func event(topics: [Hash32]) -> ABIEvent? {
    events.first { !$0.isAnonymous && $0.matches(topics: topics) }
      ?? events.first { $0.isAnonymous && $0.matches(topics: topics) }
  }

  /// Finds a custom error by its name or its signature.
  ///
  /// - Throws: `notFound` with a name that is near; `ambiguous` with the candidates; `invalidType`.
  public func error(_ name: String) throws(ContractABIError) -> ABIError {
    try single(try candidates(named: name, among: errors, .error, \.name, \.signature), named: name, "errors")
  }

  /// Reads revert data of this contract; it never fails.
  public func revertReason(_ data: Bytes) -> RevertReason { RevertReason(data, errors: errors) }

  /// Decodes a log of this contract.
  ///
  /// - Throws: `notFound` if no event has such topics, else what ``ABIEvent/decode(topics:data:options:)`` throws.
  public func decodeLog(
    topics: [Hash32], data: Bytes, options: ABIDecodingOptions = .strict
  ) throws(ContractABIError) -> DecodedEvent {
    guard let event = event(topics: topics) else {
      throw ContractABIError(
        .notFound, "the ABI has no event for this log",
        reason: "its \(topics.count) topics begin with \(topics.first?.hex ?? "nothing")")
    }
    return try event.decode(topics: topics, data: data, options: options)
  }

  /// A call for people, whatever the calldata is: `purchaseLecture(lectureNumber: 0)`; safe for a terminal.
  public func readable(calldata: Bytes) -> String {
    guard !calldata.isEmpty else { return "no call" }
    guard let selector = ABISelector(prefixOf: calldata), let function = function(selector: selector) else {
      return "unknown call \(TerminalSafe.shorten(calldata))"
    }
    return function.readable(calldata: calldata)
  }

  private func candidates<Item>(
    named text: String, among items: [Item], _ kind: UnusableEntry.Kind, _ name: (Item) -> String,
    _ signature: (Item) -> String
  ) throws(ContractABIError) -> [Item] {
    let what = kind.rawValue
    guard text.contains("(") else {
      let found = items.filter { name($0) == text }
      // An unusable entry may be the one that is meant; beside usable ones of its name the whole signature tells.
      if let entry = unusable.first(where: { $0.kind == kind && $0.name == text }) {
        guard let other = found.first else { throw entry.problem }
        throw ContractABIError(
          .ambiguous, "one of the \(what)s called \(TerminalSafe.escape(text)) cannot be used",
          reason: "\(entry.problem.path): \(entry.problem.message)",
          advice: "Give the whole signature of the one that is meant, as in \(signature(other)).")
      }
      guard found.isEmpty else { return found }
      throw notFound(text, what, all: items.map(name))
    }
    var scanner = SignatureScanner(text, failing: .invalidSignature)
    guard let wanted = scanner.identifier() else { throw scanner.failure("a name was expected") }
    let canonical = try scanner.parameters(indexed: true).signature(named: wanted)
    try scanner.end()
    let found = items.filter { signature($0) == canonical }
    guard found.isEmpty else { return found }
    let overloads = items.filter { name($0) == wanted }.map(signature)
    guard !overloads.isEmpty else { throw notFound(canonical, what, all: items.map(name), wanted: wanted) }
    throw ContractABIError(
      .notFound, "the ABI has no \(what) \(canonical)", reason: "it has \(overloads.joined(separator: ", "))")
  }

  private func notFound(_ text: String, _ what: String, all names: [String], wanted: String? = nil) -> ContractABIError
  {
    let near = NearMatch.closest(to: wanted ?? text, among: names)
    var advice = near.map { "Did you mean \($0)?" }
    if advice == nil, !names.isEmpty {
      let shown = names.prefix(12).joined(separator: ", ")
      advice = "It has \(shown)\(names.count > 12 ? " and \(names.count - 12) more" : "")."
    }
    return ContractABIError(.notFound, "the ABI has no \(what) \(TerminalSafe.quote(text, limit: 80))", advice: advice)
  }

  private func single<Item: CustomStringConvertible>(
    _ candidates: [Item], named name: String, _ what: String
  ) throws(ContractABIError) -> Item {
    guard candidates.count == 1 else {
      throw ContractABIError(
        .ambiguous, "\(candidates.count) \(what) are called \(TerminalSafe.escape(name))",
        reason: candidates.map(\.description).joined(separator: "; "),
        advice: "Give the whole signature, with the types of the arguments.")
    }
    return candidates[0]
  }
}

extension ContractABI {
  /// The constructor to deploy with: without arguments where the ABI has none.
  ///
  /// - Throws: `invalidType` if the ABI has one that cannot be used.
  public func usableConstructor() throws(ContractABIError) -> ABIConstructor {
    if let entry = unusable.first(where: { $0.kind == .constructor }) { throw entry.problem }
    return constructor ?? ABIConstructor()
  }
}
