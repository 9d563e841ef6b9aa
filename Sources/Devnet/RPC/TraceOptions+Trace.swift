import EVM
import Primitives
import StrictJSON

extension TraceOptions {
  /// Carries a transaction out on a machine and gives its trace.
  ///
  /// - Throws: what `execute` throws, and `limitExceeded` for a trace that would be too long.
  func trace(
    _ transaction: EVMTransaction, at place: Place, on machine: Machine, _ execute: () throws -> ExecutionResult
  ) throws -> JSON {
    let kinds = if case .several(let several) = kind { several.map(\.kind) } else { [kind] }
    let before = machine.state.changes
    var group = TracerGroup(kinds.map { $0.tracer(machine.rules) })
    let result = try machine.observed(by: &group, execute)
    let traces = try zip(kinds, group.members).map { kind, tracer in
      try kind.json(tracer, transaction, result, at: place, on: machine, before: before)
    }
    guard case .several(let several) = kind else { return traces.first ?? .null }
    return .object(JSONObject(zip(several.map(\.name), traces)))
  }
}

extension Trial {
  /// Carries the request out and gives its trace.
  func trace(_ options: TraceOptions) throws -> JSON {
    let gas = request.gas ?? callGasLimit
    let machine = machine
    let place = TraceOptions.Place(block: nil, number: environment.number, transaction: nil, index: 0)
    return try options.trace(execution(request, gas: gas), at: place, on: machine) {
      try run(request, on: machine, gas: gas)
    }
  }
}

/// The tracer that records nothing.
private struct Nothing: Tracer {}

extension TraceOptions.Kind {
  fileprivate func tracer(_ rules: RuleSet) -> any Tracer {
    switch self {
    case .structLogs(let options, let limit):
      StructLogTracer(options, limit: limit, byteLimit: TraceOptions.mostBytes)
    case .calls, .flatCalls: CallTreeTracer(byteLimit: TraceOptions.mostBytes)
    case .prestate: AccessTracer()
    case .selectors: SelectorTracer(precompiles: rules.precompiles.keys)
    case .nothing, .several: Nothing()
    }
  }

  /// The trace that a tracer of this kind has made.
  fileprivate func json(
    _ tracer: any Tracer, _ transaction: EVMTransaction, _ result: ExecutionResult, at place: TraceOptions.Place,
    on machine: Machine, before: StateChanges
  ) throws -> JSON {
    switch (self, tracer) {
    case (.structLogs, let tracer as StructLogTracer):
      guard !tracer.isTooLarge else { throw TraceOptions.tooLong }
      return tracer.json(result, machine.rules)
    case (.calls(let onlyTop, let withLogs), let tracer as CallTreeTracer):
      guard !tracer.isTooLarge || onlyTop else { throw TraceOptions.tooLong }
      return tracer.json(transaction, result, onlyTop: onlyTop, withLogs: withLogs)
    case (.flatCalls(let options), let tracer as CallTreeTracer):
      guard !tracer.isTooLarge else { throw TraceOptions.tooLong }
      return tracer.flatJSON(transaction, result, at: place, precompiles: machine.rules.precompiles.keys, options)
    case (.prestate(let options), let tracer as AccessTracer):
      return try Prestate(transaction, tracer, before: before, machine: machine, options).json
    case (.selectors, let tracer as SelectorTracer):
      let counts = tracer.counts.map { ("\($0.key.selector.hex)-\($0.key.size)", JSON.number("\($0.value)")) }
      return .object(JSONObject(counts.sorted { $0.0 < $1.0 }))
    default: return [:]
    }
  }
}
