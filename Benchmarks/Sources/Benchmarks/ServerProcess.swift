import Foundation

/// A server in processes of its own, which tells its port and its processes in a line of JSON, and ends with its input.
struct ServerProcess {
  private struct Place: Decodable {
    let port: UInt16
    let processes: [Int32]
  }

  /// The port on which it listens.
  let port: UInt16
  /// The processes that it is made of.
  let processes: [Int32]
  private let process: Process
  private let input: Pipe

  init(_ arguments: [String]) throws {
    (process, input) = (Process(), Pipe())
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let part = output.fileHandleForReading.availableData
      try require(!part.isEmpty, "\(arguments.joined(separator: " ")) ended before it listened")
      line += part
    }
    let place = try JSONDecoder().decode(Place.self, from: line)
    (port, processes) = (place.port, place.processes)
  }

  /// Ends it and waits for that.
  func stop() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The seconds of the processor that it used so far.
  func processorSeconds() throws -> Double {
    try processes.reduce(0) { try $0 + Self.processorSeconds(of: "\($1)") }
  }

  /// The seconds of the processor that this process used so far.
  static func ownProcessorSeconds() throws -> Double { try processorSeconds(of: "self") }

  private static func processorSeconds(of process: String) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // The name in brackets may have spaces.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      throw BenchmarkFailure("/proc/\(process)/stat is another than expected")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The bytes that it has in memory.
  func residentBytes() throws -> Double {
    try processes.reduce(0.0) { sum, process in
      let fields = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ")
      guard fields.count > 1, let pages = Double(fields[1]) else {
        throw BenchmarkFailure("/proc/\(process)/statm is another than expected")
      }
      return sum + pages * Double(getpagesize())
    }
  }
}
