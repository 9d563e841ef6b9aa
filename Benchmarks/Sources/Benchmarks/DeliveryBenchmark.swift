import Devnet
import DevnetServer
import Foundation
import LectureKit
import Primitives

/// The time to a consumer of an index: from a block in the index, and from that on the chain, to the post that tells it.
struct DeliveryBenchmark: Benchmark {
  static let name = "delivery"
  private static let blocks = 100
  /// The seconds that are asked for.
  private static let goal = 0.250

  /// The findings of the client: seconds to each post.
  private struct Findings: Decodable {
    let fromIndex: [Double]
    let fromChain: [Double]
  }

  func rows(on ground: Ground) async throws -> [Row] {
    let home = FileManager.default.temporaryDirectory.appending(path: "bench-delivery-\(getpid())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let devnet = try await Devnet.start()
    let contract = try await devnet.deploy(LectureMarket.bytecode)
    let node = try await DevnetServer.start(devnet, port: 0)
    let call = LectureMarket.Calldata.createLecture(lectureCost: 5, title: "A lecture about soil")
    let output = try Spawning(
      arguments: [
        ground.programs.python, "\(ground.programs.scripts)/delivery.py", ground.programs.lectures,
        home.appending(path: "index.sqlite").path, node.url, contract.checksummed,
        devnet.accounts[0].address.checksummed, call.hex, "\(Self.blocks)",
      ],
      environment: [
        "HOME": home.path, "PATH": "/usr/bin:/bin", "LECTURES_ENDPOINT": node.url,
        "LECTURES_CONTRACT": contract.checksummed,
      ]
    ).output()
    await node.stop()
    let found = try JSONDecoder().decode(Findings.self, from: Data(output.utf8))
    return [
      row(
        "from a block in the index to the consumer's post", found.fromIndex,
        "the change that takes it, on the disk, and the post"),
      row(
        "from a block on the chain to the consumer's post", found.fromChain, "the node that is asked ten times a second"
      ),
    ]
  }

  private func row(_ name: String, _ times: [Double], _ limit: String) -> Row {
    let late = times.sorted()[times.count * 99 / 100]
    return Row(
      "\(name), p99", peer: "what is asked for", .time, Duel(ours: [late], peer: [Self.goal]), bound: 1, limit: limit,
      remarks: ["p50 \(Row.Unit.time.text(times.median)), of \(times.count) blocks at times that nobody knows before"])
  }
}
