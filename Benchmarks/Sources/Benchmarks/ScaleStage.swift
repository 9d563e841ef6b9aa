import Devnet
import DevnetServer
import Foundation
import Keys
import Keystores
import Peers
import Primitives
import StrictJSON
import Transactions

/// Fee payers as several processes over one server of PostgreSQL, a devnet with Kaia's rules, and orders for them.
final class ScaleStage {
  static let gas: UInt64 = 21_000
  static let gasPrice = UInt256(50_000_000_000)

  let database: PostgresServer
  private let home: URL
  private let devnet: Devnet
  private let node: DevnetServer
  private let programs: Ground.Programs
  /// The milliseconds of each round trip to the database's port by a detour.
  private let detour: UInt16
  private var signed: UInt64 = 0

  init(_ programs: Ground.Programs) async throws {
    self.programs = programs
    home = FileManager.default.temporaryDirectory.appending(path: "bench-scale-\(getpid())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    var options = Devnet.Options()
    (options.kaia, options.baseFee) = (KaiaChainParameters(), 25_000_000_000)
    devnet = try await Devnet.start(options)
    node = try await DevnetServer.start(devnet, port: 0)
    database = try PostgresServer(programs)
    detour = peer_slow_way(database.port, 10_000)
    try require(detour != 0, "there is no port for the way to the database")
    let password = home.appending(path: "password").path
    try Data("correct horse\n".utf8).write(to: URL(fileURLWithPath: password))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: password)
    let keystores = try KeystoreManager(directory: home.appending(path: "keystores").path)
    _ = try await keystores.importKey(
      devnet.accounts[0].key, name: "payer", password: SecretBytes(utf8: "correct horse"), kdf: .light)
    try Data(
      """
      {"chainId": 31337, "contracts": [], "transfers": {"maxValue": "1 klay"}, "maxGasPrice": "750 ston", "maxGas": 50000,
       "perDay": "5000 klay", "perSenderPerDay": "5000 klay", "perMinute": {"address": 10000000, "key": 10000000},
       "anonymous": true}
      """.utf8
    ).write(to: home.appending(path: "rules.json"))
  }

  /// Starts fee payers over the database, directly or by the detour.
  func start(_ count: Int, slowly: Bool) async throws -> [ServerProcess] {
    let place = database.address(by: slowly ? detour : database.port)
    let environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "LECTURES_ENDPOINT": node.url,
      "LECTURES_KEYSTORE_DIR": home.appending(path: "keystores").path,
      "LECTURES_PASSWORD_FILE": home.appending(path: "password").path,
    ]
    let services = try (0..<count).map { _ in
      try ServerProcess(
        ["/usr/bin/env", "-i"] + environment.map { "\($0)=\($1)" } + [
          programs.python, "\(programs.scripts)/pages.py", "run", programs.lectures, "fee-payer", "serve", "--from",
          "payer", "--rules", home.appending(path: "rules.json").path, "--database", place, "--count-others",
          "--port", "{port}",
        ])
    }
    for service in services { try await HTTPLoad.untilTaken("/readyz", of: service.port) }
    return services
  }

  /// Orders of so many senders, one of each, in as many parts as there are services.
  func orders(_ count: Int, parts: Int) throws -> [HTTPLoad] {
    var loads = [HTTPLoad](repeating: HTTPLoad(), count: parts)
    for number in 0..<count {
      signed += 1
      let key = try PrivateKey(bytes: UInt256((1 << 40) + signed).bigEndianBytes)
      var half = PartlySignedTransaction(
        KaiaTransaction(
          chainID: 31337, nonce: 0, gasPrice: Self.gasPrice, gasLimit: Self.gas + 10_000, from: key.address,
          operation: .valueTransfer(to: devnet.accounts[1].address, value: 0), feePayment: .delegated))
      try half.sign(by: key)
      let body: JSON = ["userSignedTx": ["raw": .string(half.encoded(.senderPart).hex)]]
      loads[number % parts].post("/api/signAsFeePayer", body.serializedBytes())
    }
    return loads
  }

  /// The commits of the database so far.
  func commits() throws -> Double {
    let told = try database.value(
      "SELECT pg_stat_clear_snapshot()", "SELECT sum(xact_commit) FROM pg_stat_database")
    guard let count = Double(told) else { throw BenchmarkFailure("the database does not tell its commits") }
    return count
  }

  func end() async throws {
    try database.stop()
    await node.stop()
    try FileManager.default.removeItem(at: home)
  }
}
