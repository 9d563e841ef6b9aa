import Devnet
import Foundation
import Primitives
import StrictJSON

/// The lecture contract of this package on a devnet.
struct Market {
  let devnet: Devnet
  let address: Address

  static func creationCode() throws -> Bytes {
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let artifact = try JSON(parsing: Bytes(Data(contentsOf: root.appendingPathComponent("ABI/LectureMarket.json"))))
    return try Bytes(hex: artifact["bytecode"]?.string ?? "")
  }

  /// The contract with one lecture of the second account, which costs so many ether.
  static func open(_ devnet: Devnet, cost: UInt256) async throws -> Market {
    let market = Market(devnet: devnet, address: try await devnet.deploy(creationCode()))
    try await devnet.send(market.call("createLecture(uint256)", cost, from: devnet.accounts[1].address))
    return market
  }

  func call(_ signature: String, _ argument: UInt256, value: UInt256 = 0, from: Address) -> DevnetCall {
    let selector = Keccak256.hash(Array(signature.utf8)).bytes.prefix(4)
    return DevnetCall(from: from, to: address, value: value, data: selector + argument.bigEndianBytes)
  }

  func purchase(value: UInt256, from index: Int = 2) -> DevnetCall {
    call("purchaseLecture(uint256)", 0, value: value, from: devnet.accounts[index].address)
  }
}

/// So many ether, in wei.
func ether(_ count: UInt256) -> UInt256 { count * 1_000_000_000_000_000_000 }
