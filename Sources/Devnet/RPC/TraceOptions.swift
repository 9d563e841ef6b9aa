import EVM
import Primitives
import StrictJSON

/// What a trace shall tell, as geth's `debug_` methods take it.
struct TraceOptions {
  enum Kind {
    /// Every instruction.
    case structLogs(StructLogTracer.Options, limit: Int)
    /// `callTracer`.
    case calls(onlyTop: Bool, withLogs: Bool)
    /// `prestateTracer`.
    case prestate(PrestateOptions)
    /// `4byteTracer`.
    case selectors
    /// `noopTracer`.
    case nothing
  }

  struct PrestateOptions {
    var isDifference = false
    var leavesOutCode = false
    var leavesOutStorage = false
    var includesEmpty = false
  }

  /// About the most bytes of a trace, as text.
  static let mostBytes = 64 << 20

  var kind = Kind.structLogs([.stack, .storage], limit: .max)

  /// Reads the last parameter of `debug_traceTransaction`.
  init(_ argument: Argument?) throws(DevnetError) {
    guard let argument else { return }
    guard argument.json.object != nil else { throw argument.invalid("it is not an object") }
    let config = argument.field("tracerConfig")
    func flag(_ place: Argument?, _ name: String) throws(DevnetError) -> Bool {
      try place?.field(name)?.bool() ?? false
    }
    guard let tracer = argument.field("tracer") else {
      var options: StructLogTracer.Options = []
      if try !flag(argument, "disableStack") { options.insert(.stack) }
      if try !flag(argument, "disableStorage") { options.insert(.storage) }
      if try flag(argument, "enableMemory") { options.insert(.memory) }
      if try flag(argument, "enableReturnData") { options.insert(.returnData) }
      let limit = try argument.field("limit")?.looseUInt64() ?? 0
      kind = .structLogs(options, limit: limit == 0 ? .max : Int(clamping: limit))
      return
    }
    switch tracer.json.string {
    case "callTracer":
      kind = .calls(onlyTop: try flag(config, "onlyTopCall"), withLogs: try flag(config, "withLog"))
    case "prestateTracer":
      kind = .prestate(
        PrestateOptions(
          isDifference: try flag(config, "diffMode"), leavesOutCode: try flag(config, "disableCode"),
          leavesOutStorage: try flag(config, "disableStorage"), includesEmpty: try flag(config, "includeEmpty")))
    case "4byteTracer": kind = .selectors
    case "noopTracer": kind = .nothing
    default:
      throw tracer.invalid("known tracers are callTracer, prestateTracer, 4byteTracer and noopTracer")
    }
  }

  /// Carries a transaction out on a machine and tells what was seen of it.
  ///
  /// - Throws: what `execute` throws, and `limitExceeded` for a trace that would be too long.
  func trace(
    _ transaction: EVMTransaction, on machine: Machine, _ execute: () throws -> ExecutionResult
  ) throws -> JSON {
    switch kind {
    case .structLogs(let options, let limit):
      var tracer = StructLogTracer(options, limit: limit, byteLimit: Self.mostBytes)
      let result = try machine.observed(by: &tracer, execute)
      guard !tracer.isTooLarge else { throw Self.tooLong }
      return tracer.json(result, machine.rules)
    case .calls(let onlyTop, let withLogs):
      var tracer = CallTreeTracer(byteLimit: Self.mostBytes)
      let result = try machine.observed(by: &tracer, execute)
      guard !tracer.isTooLarge || onlyTop else { throw Self.tooLong }
      return tracer.json(transaction, result, onlyTop: onlyTop, withLogs: withLogs)
    case .prestate(let options):
      let before = machine.state.changes
      var tracer = AccessTracer()
      _ = try machine.observed(by: &tracer, execute)
      return try Prestate(transaction, tracer, before: before, machine: machine, options).json
    case .selectors:
      var tracer = SelectorTracer(precompiles: machine.rules.precompiles.keys)
      _ = try machine.observed(by: &tracer, execute)
      let counts = tracer.counts.map { ("\($0.key.selector.hex)-\($0.key.size)", JSON.number("\($0.value)")) }
      return .object(JSONObject(counts.sorted { $0.0 < $1.0 }))
    case .nothing:
      _ = try execute()
      return [:]
    }
  }

  static let tooLong = DevnetError(
    .limitExceeded,
    """
    the trace is longer than \(mostBytes >> 20) MiB
    leave out stack, storage or memory, set a limit, or take the callTracer
    """)
}
