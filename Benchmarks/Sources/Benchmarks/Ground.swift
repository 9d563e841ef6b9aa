import ContractClient
import LectureKit
import NodeRPC
import Peers
import Primitives
import Sending

/// What the benchmarks run on: the stub node, the peers in Python and the programs.
struct Ground: Sendable {
  /// Paths of the programs that are measured.
  struct Programs: Sendable {
    /// The release build of `lectures`.
    var lectures: String
    /// A C program that links the same libraries and does nothing.
    var bare: String
    /// The interpreter with web3.py and eth-abi.
    var python: String
    /// The folder of the Python peers.
    var scripts: String
  }

  let programs: Programs
  /// The stub node's URL.
  let url: String
  /// The lecture contract that the stub node knows.
  let contract: Address
  let python: PythonPeers

  init(programs: Programs) throws {
    self.programs = programs
    contract = try Address(Bytes(repeating: 0x17, count: 20))
    let port = stub_node_start(contract.lowercaseHex, LectureMarket.deployedBytecode.hex)
    try require(port != 0, "the stub node found no port")
    url = "http://127.0.0.1:\(port)"
    python = try PythonPeers(interpreter: programs.python, script: "\(programs.scripts)/peers.py")
  }

  /// A client of the stub's contract, as the command line makes it.
  func lectureClient() async throws -> LectureClient {
    let chainID: UInt256 = 1337
    let endpoint = try Endpoint(url)
    let node = try NodeClient(endpoints: [endpoint])
    let session = Session(endpoints: [endpoint], chainID: chainID, contract: contract)
    return try await LectureClient.connect(
      session, over: ContractConnection(sender: TransactionSender(node: node, chainID: chainID)))
  }

  /// The average of a lecture as the stub node has it.
  static func average(of lecture: Int) -> Int { (78 + lecture) % 101 }
}
