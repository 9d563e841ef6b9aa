import Devnet
import Foundation
import LectureKit
import Primitives
import StrictJSON
import Transactions

/// The devnet against what it should do: purchases a second, the start, the memory of many accounts.
struct DevnetBenchmark: Benchmark {
  static let name = "devnet"

  func rows(on ground: Ground) async throws -> [Row] {
    [try await purchases(), try await purchasesByHTTP(), try await start(), try await memory()]
  }

  // MARK: Purchases

  private func purchases() async throws -> Row {
    let lectures = 300
    let duel = try await Duel.run(rounds: 5) {
      let market = try await DevnetMarket(lectures: lectures)
      let time = try await seconds(each: market.purchases) {
        for lecture in 0..<lectures {
          for student in market.students {
            try await market.devnet.send(rawTransaction: market.purchase(lecture, by: student))
          }
        }
      }
      try await market.checkSold()
      return time
    } peer: {
      1 / 3_000
    }
    return Row(
      "purchaseLecture, a block each", peer: "what is asked for", .rate, duel, bound: 1,
      limit: "the state's and the block's tries, recovering the signer, the contract itself",
      remarks: ["signed, sent as bytes, verified, executed and mined one by one, all within the time"])
  }

  // MARK: Start and memory

  private func start() async throws -> Row {
    let program = Spawning(arguments: [CommandLine.arguments[0], CrashJob.firstAnswer.rawValue], environment: [:])
    let duel = try await Duel.run(rounds: 21, ours: program.run) { 0.05 }
    return Row(
      "devnet, start to first answer", peer: "what is asked for", .time, duel, bound: 1,
      limit: "starting the process, the keys of ten accounts from their mnemonic",
      remarks: ["a process of its own that starts a devnet, asks it for its newest block and ends"])
  }

  private func memory() async throws -> Row {
    let program = Spawning(arguments: [CommandLine.arguments[0], CrashJob.memory.rawValue], environment: [:])
    let bytes = Double(try program.output().filter(\.isNumber)) ?? .nan
    let duel = try await Duel.run(rounds: 1) {
      bytes
    } peer: {
      200_000_000
    }
    return Row(
      "devnet, 100,000 accounts", peer: "what is allowed", .memory, duel, bound: 1,
      limit: "the tables of accounts and the nodes of the state's trie",
      remarks: ["all that a process with such a devnet has in memory, the program included"])
  }
}

/// What this program does in a process of its own, to be measured from outside.
enum CrashJob: String {
  case firstAnswer = "--job-first-answer"
  case memory = "--job-memory"
  case relay = "--job-relay"

  func run() async throws {
    switch self {
    case .firstAnswer:
      let devnet = try await Devnet.start()
      let answer = await devnet.answer([
        "jsonrpc": "2.0", "id": 1, "method": "eth_getBlockByNumber", "params": ["latest", true],
      ])
      try require(answer?["result"]?["number"]?.string == "0x0", "the devnet's first answer is \(answer ?? .null)")
    case .memory:
      let devnet = try await Devnet.start(Self.manyAccounts(100_000))
      try await devnet.mine()
      print(try Self.residentBytes())
      try require(await devnet.blockNumber == 1, "the devnet mined nothing")
    case .relay: try await RelayJob.run(Array(CommandLine.arguments.dropFirst(2)))
    }
  }

  private static func manyAccounts(_ count: UInt64) -> Devnet.Options {
    var options = Devnet.Options()
    var genesis = Genesis(chainID: options.chainID, forks: ForkSchedule(options.fork))
    for index in 1...count {
      let address = Address(truncating: Keccak256.hash(RLP.encode(.uint(index))))
      genesis.accounts[address] = Genesis.Account(balance: UInt256(index), nonce: index)
    }
    genesis.addSystemContracts(of: options.fork)
    options.genesis = genesis
    return options
  }

  /// What the process has in memory.
  private static func residentBytes() throws -> Int {
    let statm = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    guard statm.count > 1, let pages = Int(statm[1]) else { throw BenchmarkFailure("no /proc/self/statm") }
    return pages * Int(getpagesize())
  }
}
