/// What the command line says.
struct Options: Sendable {
  static let usage = """
    Usage: Benchmarks --lectures FILE --bare FILE --python FILE --scripts FOLDER [--json] [--only NAME]…
    Scripts/bench.sh builds the programs and says where they are.
    """

  var json = false
  var only: Set<String> = []
  var programs = Ground.Programs(lectures: "", bare: "", python: "", scripts: "")

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ flag: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchmarkFailure("\(flag) needs a value.\n\(Self.usage)") }
      return value
    }
    while let flag = rest.popFirst() {
      switch flag {
      case "--json": json = true
      case "--only": only.insert(try value(flag))
      case "--lectures": programs.lectures = try value(flag)
      case "--bare": programs.bare = try value(flag)
      case "--python": programs.python = try value(flag)
      case "--scripts": programs.scripts = try value(flag)
      default: throw BenchmarkFailure("What is \(flag)?\n\(Self.usage)")
      }
    }
    let names = allBenchmarks.map { $0.name }
    for name in only where !names.contains(name) {
      throw BenchmarkFailure("There is no benchmark \(name); there are \(names.joined(separator: ", ")).")
    }
    for path in [programs.lectures, programs.bare, programs.python, programs.scripts] where path.isEmpty {
      throw BenchmarkFailure(Self.usage)
    }
  }
}
