import Devnet
import DevnetServer
import Foundation
import LectureKit
import Primitives

/// A platform over a devnet with lectures and an index of them, and the servers that it is measured beside.
struct WebStage {
  private static let lectures = 100

  let platform: ServerProcess
  private let chain: DevnetServer
  private let home: URL
  private let index: String
  private let python: String
  private let scripts: String

  init(_ ground: Ground) async throws {
    (python, scripts) = (ground.programs.python, ground.programs.scripts)
    home = FileManager.default.temporaryDirectory.appending(path: "bench-web-\(getpid())")
    try FileManager.default.createDirectory(
      at: home.appending(path: "assets"), withIntermediateDirectories: true)
    let devnet = try await Devnet.start()
    let contract = try await devnet.deploy(LectureMarket.bytecode)
    for number in 0..<Self.lectures {
      let call = LectureMarket.Calldata.createLecture(
        lectureCost: UInt256(UInt64(number % 20 + 1)), title: "A lecture about soil, part \(number)")
      try await devnet.send(DevnetCall(to: contract, data: call))
    }
    chain = try await DevnetServer.start(devnet, port: 0)
    index = home.appending(path: "index.sqlite").path
    let environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "LECTURES_ENDPOINT": chain.url,
      "LECTURES_CONTRACT": contract.checksummed,
    ]
    let program = ground.programs.lectures
    _ = try Spawning(
      arguments: [program, "index", "run", "--once", "--database", index], environment: environment
    ).run()
    platform = try ServerProcess(
      ["/usr/bin/env", "-i"] + environment.map { "\($0)=\($1)" } + [
        python, "\(scripts)/pages.py", "run", program, "web", "--platform", "--public-url",
        "http://bench.localhost:{port}", "--port",
        "{port}", "--database", home.appending(path: "web.sqlite").path, "--index", index,
      ])
  }

  /// Flask and Jinja over the same index.
  func flask() throws -> ServerProcess { try ServerProcess([python, "\(scripts)/pages.py", "flask", index]) }

  /// nginx with a file of the platform.
  func nginx(with path: String) throws -> ServerProcess {
    try Data(text(of: path, from: platform).utf8).write(to: home.appending(path: String(path.dropFirst())))
    return try ServerProcess([python, "\(scripts)/pages.py", "nginx", home.path])
  }

  /// The findings of a client with so many streams of the platform's events, as JSON.
  func streams(_ count: Int) throws -> String { try findings("streams.py", [chain.url], count) }

  /// The findings of a client that signs in so many accounts, as JSON.
  func sessions(_ count: Int) throws -> String { try findings("sessions.py", [], count) }

  private func findings(_ script: String, _ arguments: [String], _ count: Int) throws -> String {
    guard let process = platform.processes.first else { throw BenchmarkFailure("the platform has no process") }
    return try Spawning(
      arguments: [python, "\(scripts)/\(script)", "\(platform.port)", Self.host(of: platform)] + arguments
        + ["\(process)", "\(count)"],
      environment: ["PATH": "/usr/bin:/bin"]
    ).output()
  }

  /// Ends it.
  func end() async throws {
    try platform.stop()
    await chain.stop()
    try FileManager.default.removeItem(at: home)
  }

  // MARK: What it serves

  /// The host by which a server is asked.
  static func host(of server: ServerProcess) -> String { "bench.localhost:\(server.port)" }

  /// The body of an answer.
  func text(of path: String, from server: ServerProcess) throws -> String {
    try curl(["--fail", "http://\(Self.host(of: server))\(path)"])
  }

  /// The path of the style sheet of a page.
  func style(in page: String) throws -> String {
    let texts = page.split(separator: "\"").map(String.init)
    guard let path = texts.first(where: { $0.hasPrefix("/assets/site.") && $0.hasSuffix(".css") }) else {
      throw BenchmarkFailure("the page has no style sheet")
    }
    return path
  }

  /// The name of a page as it is now, for who asks whether there is another.
  func tag(of path: String) throws -> String {
    let head = try curl(["--head", "http://\(Self.host(of: platform))\(path)"])
    for line in head.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix("etag: ") {
      return String(line.dropFirst(6))
    }
    throw BenchmarkFailure("\(path) has no name")
  }

  private func curl(_ arguments: [String]) throws -> String {
    try Spawning(arguments: ["/usr/bin/curl", "--silent"] + arguments, environment: [:]).output()
  }
}
