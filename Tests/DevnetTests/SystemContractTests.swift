import EVM
import Primitives
import StrictJSON
import Testing

@testable import Devnet

@Suite("The contracts that blocks call")
struct SystemContractTests {
  private func target(_ eip: Int) throws -> Address {
    let rules = RuleSet(.osaka)
    return try #require((rules.openingCalls + rules.closingCalls).first { $0.eip == eip }).target
  }

  @Test("those at a block's end are not changed so that no block could end", arguments: [7002, 7251])
  func closing(eip: Int) async throws {
    let devnet = try await Devnet.start()
    let target = ControlTests.text(try target(eip))
    let code = try #require(await ask(devnet, "eth_getCode", target)["result"])
    for wrong in ["0x", "0xfe", "0x5f5ffd", "0x5b5f56"] as [JSON] {
      let error = await ask(devnet, "anvil_setCode", target, wrong)["error"]
      #expect(error?["code"]?.int == -32602)
      #expect(error?["message"]?.string?.contains("EIP-\(eip)") == true)
    }
    #expect(await ask(devnet, "eth_getCode", target)["result"] == code)
    // Code that ends well is anybody's right, and its output then is the request.
    #expect(await ask(devnet, "anvil_setCode", target, "0x60205ff3")["result"] == .null)
    let hash = try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
    #expect(await devnet.receipt(hash)?.isSuccess == true)
    let type: UInt8 = eip == 7002 ? 1 : 2
    let requests = BlockRequests.hash([[type] + Bytes(repeating: 0, count: 32)])
    #expect(await devnet.block()?.header.requestsHash == requests)
  }

  @Test("those at a block's beginning may fail: the block goes on without them", arguments: [4788, 2935])
  func opening(eip: Int) async throws {
    let devnet = try await Devnet.start()
    for code in [[0xfe], [], [0x5f, 0x5f, 0xfd], [0x5b, 0x5f, 0x56]] as [Bytes] {
      try await devnet.setCode(code, of: target(eip))
      let hash = try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
      #expect(await devnet.receipt(hash)?.isSuccess == true)
    }
  }

  @Test("a genesis without them makes no blocks, says why, and does once they have their code")
  func missing() async throws {
    var options = Devnet.Options()
    options.genesis = Genesis(chainID: 5, forks: ForkSchedule(.prague))
    options.genesis?.header.gasLimit = 30_000_000
    let devnet = try await Devnet.start(options)
    let send: JSON = ["from": ControlTests.text(devnet.accounts[0].address), "to": ControlTests.text(.zero)]
    for request in [await ask(devnet, "evm_mine"), await ask(devnet, "eth_sendTransaction", send)] {
      #expect(request["error"]?["code"]?.int == -32000)
      let text = request["error"]?["message"]?.string ?? ""
      #expect(text.contains("EIP-7002") && text.contains("anvil_setCode"), "\(text)")
      #expect(text.split(separator: "\n").count <= 4)
    }
    var complete = Genesis(chainID: 5, forks: ForkSchedule(.prague))
    complete.addSystemContracts(of: .prague)
    for eip in [7002, 7251] {
      try await devnet.setCode(#require(complete.accounts[target(eip)]).code, of: target(eip))
    }
    #expect(await ask(devnet, "eth_sendTransaction", send)["result"]?.string?.count == 66)
    #expect(await devnet.blockNumber == 1)
  }
}
