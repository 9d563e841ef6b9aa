import Foundation

/// A platform's pages against nginx with the same file, and against Flask with Jinja over the same index.
struct WebBenchmark: Benchmark {
  static let name = "web"

  private static let (connections, requests, rounds) = (16, 4_000, 7)
  private static let list = "/lectures"

  func rows(on ground: Ground) async throws -> [Row] {
    let stage = try await WebStage(ground)
    let (ours, flask) = (stage.platform, try stage.flask())
    let page = try stage.text(of: Self.list, from: ours)
    try require(page.contains("part 23"), "the platform does not show its lectures")
    try require(
      try stage.text(of: Self.list, from: flask).contains("part 23"), "Flask does not show the lectures of the index")
    let style = try stage.style(in: page)
    let nginx = try stage.nginx(with: style)
    let rows = [
      try await beside("a style sheet", style, ours, nginx, peer: "nginx, the same file and as many threads", 0.4),
      try await beside(
        "the list of lectures, from the index", Self.list, ours, flask, peer: "Flask and Jinja, two processes", 8),
      try await beside("the list of lectures, from the index", 8_000) { try await load(Self.list, on: ours).each },
      try await beside("the list of lectures, to who has it (304)", 15_000) { try await unchanged(stage) },
    ]
    let late = try await late(ours, style, nginx)
    for server in [flask, nginx] { try server.stop() }
    let streams = try WebStreams(stage: stage).rows()
    try await stage.end()
    return rows + [late] + streams
  }

  // MARK: Rates

  /// Requests one after another on each connection.
  ///
  /// - Returns: The seconds for one of them, and those to each answer.
  private func load(
    _ path: String, on server: ServerProcess, tag: String? = nil, interval: Double = 0
  ) async throws -> (each: Double, answers: [Double]) {
    var load = HTTPLoad(host: WebStage.host(of: server))
    for _ in 0..<Self.requests { load.get(path, headers: tag.map { "If-None-Match: \($0)\r\n" } ?? "") }
    let start = ContinuousClock.now
    let answers = try await load.send(
      to: server.port, connections: Self.connections, interval: interval, expecting: tag == nil ? 200 : 304)
    return ((ContinuousClock.now - start) / .seconds(load.count), answers)
  }

  private func beside(
    _ name: String, _ path: String, _ ours: ServerProcess, _ peer: ServerProcess, peer words: String, _ bound: Double
  ) async throws -> Row {
    let duel = try await Duel.run(rounds: Self.rounds) {
      try await load(path, on: ours).each
    } peer: {
      try await load(path, on: peer).each
    }
    return Row(
      name, peer: words, .rate, duel, bound: bound, limit: "HTTP; the client is a thread on the same processors")
  }

  private func beside(_ name: String, _ goal: Double, _ ours: () async throws -> Double) async throws -> Row {
    let duel = try await Duel.run(rounds: Self.rounds) {
      try await ours()
    } peer: {
      1 / goal
    }
    return Row(
      name, peer: "what is asked for", .rate, duel, bound: 1,
      limit: "HTTP; the client is a thread on the same processors"
    )
  }

  /// The seconds for an answer without a body. The page tells the age of the index: with each second it is another one.
  private func unchanged(_ stage: WebStage) async throws -> Double {
    for _ in 0..<50 {
      let tag = try stage.tag(of: Self.list)
      if let each = try? await load(Self.list, on: stage.platform, tag: tag).each { return each }
    }
    throw BenchmarkFailure("the platform does not say that a page is the same")
  }

  // MARK: Waiting

  /// The longest waiting but for a hundredth, at seven tenths of the rate.
  private func late(_ ours: ServerProcess, _ style: String, _ nginx: ServerProcess) async throws -> Row {
    var rates: [Double] = []
    for _ in 0..<3 { rates.append(1 / (try await load(Self.list, on: ours).each)) }
    let interval = 1 / (0.7 * rates.median)
    func slowest(_ path: String, _ server: ServerProcess) async throws -> Double {
      let answers = try await load(path, on: server, interval: interval).answers
      return answers.sorted()[answers.count * 99 / 100]
    }
    let duel = try await Duel.run(rounds: Self.rounds) {
      try await slowest(Self.list, ours)
    } peer: {
      0.015
    }
    var static99: [Double] = []
    for _ in 0..<3 { static99.append(try await slowest(style, nginx)) }
    return Row(
      "the list of lectures at 70 % of its rate, p99", peer: "what is asked for", .time, duel, bound: 1,
      limit: "the turns of client and server on the same processors",
      remarks: [
        "\(Int(0.7 * rates.median)) requests a second; nginx with a file at this rate: p99 \(Row.Unit.time.text(static99.median))"
      ])
  }
}
