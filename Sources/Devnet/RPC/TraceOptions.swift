import EVM
import Primitives
import StrictJSON

/// The options of a trace, as geth's `debug_` methods take them.
struct TraceOptions {
  enum Kind {
    /// Every instruction.
    case structLogs(StructLogTracer.Options, limit: Int)
    /// `callTracer`.
    case calls(onlyTop: Bool, withLogs: Bool)
    /// `flatCallTracer`.
    case flatCalls(FlatOptions)
    /// `prestateTracer`.
    case prestate(PrestateOptions)
    /// `4byteTracer`.
    case selectors
    /// `noopTracer`.
    case nothing
    /// `muxTracer`: several by their names.
    indirect case several([(name: String, kind: Kind)])
  }

  struct FlatOptions {
    var includesPrecompiles = false
    /// Whether failures have Parity's texts.
    var isParity = false
  }

  /// Where a transaction is that a trace is of.
  struct Place {
    var block: Hash32?
    var number: UInt64
    var transaction: Hash32?
    var index: Int
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
    guard let tracer = argument.field("tracer") else {
      var options: StructLogTracer.Options = []
      if try !argument.flag("disableStack") { options.insert(.stack) }
      if try !argument.flag("disableStorage") { options.insert(.storage) }
      if try argument.flag("enableMemory") { options.insert(.memory) }
      if try argument.flag("enableReturnData") { options.insert(.returnData) }
      let limit = try argument.field("limit")?.looseUInt64() ?? 0
      kind = .structLogs(options, limit: limit == 0 ? .max : Int(clamping: limit))
      return
    }
    kind = try Kind(tracer.json.string ?? "", argument.field("tracerConfig"), tracer)
  }

  static let tooLong = DevnetError(
    .limitExceeded,
    """
    the trace is longer than \(mostBytes >> 20) MiB
    leave out stack, storage or memory, set a limit, or take the callTracer
    """)
}

extension TraceOptions.Kind {
  /// A tracer by its name, with its settings.
  fileprivate init(_ name: String, _ config: Argument?, _ place: Argument) throws(DevnetError) {
    switch name {
    case "callTracer":
      self = .calls(onlyTop: try config?.flag("onlyTopCall") ?? false, withLogs: try config?.flag("withLog") ?? false)
    case "flatCallTracer":
      self = .flatCalls(
        TraceOptions.FlatOptions(
          includesPrecompiles: try config?.flag("includePrecompiles") ?? false,
          isParity: try config?.flag("convertParityErrors") ?? false))
    case "prestateTracer":
      self = .prestate(
        TraceOptions.PrestateOptions(
          isDifference: try config?.flag("diffMode") ?? false, leavesOutCode: try config?.flag("disableCode") ?? false,
          leavesOutStorage: try config?.flag("disableStorage") ?? false,
          includesEmpty: try config?.flag("includeEmpty") ?? false))
    case "4byteTracer": self = .selectors
    case "noopTracer": self = .nothing
    case "muxTracer":
      guard let config, let members = config.json.object else {
        throw place.invalid("muxTracer takes an object of tracers with their settings as tracerConfig")
      }
      guard members.count <= 8 else { throw config.invalid("\(members.count) tracers are too many: 8 are allowed") }
      var kinds: [(name: String, kind: Self)] = []
      for (name, _) in members {
        // A `muxTracer` within another would nest without end.
        guard name != "muxTracer" else { throw config.invalid("muxTracer takes no muxTracer") }
        kinds.append((name, try Self(name, config.field(name), config)))
      }
      self = .several(kinds)
    default:
      throw place.invalid(
        "known tracers are callTracer, flatCallTracer, prestateTracer, muxTracer, 4byteTracer and noopTracer")
    }
  }
}

extension Argument {
  fileprivate func flag(_ name: String) throws(DevnetError) -> Bool { try field(name)?.bool() ?? false }
}
