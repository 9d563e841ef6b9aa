import Devnet
import EVM
import Primitives
import Testing

@Suite("The size of blocks")
struct BlockSizeTests {
  /// A devnet whose blocks have gas enough for more bytes than EIP-7934 allows.
  private func devnet(_ fork: Fork) async throws -> Devnet {
    var options = Devnet.Options()
    options.fork = fork
    options.mining = .manual
    options.blockGasLimit = 200_000_000
    options.timestamp = 1_000_000
    options.clock = { 1_000_000 }
    let devnet = try await Devnet.start(options)
    for index in 0..<6 {
      try await devnet.send(
        DevnetCall(
          from: devnet.accounts[index].address, to: devnet.accounts[9].address,
          data: Bytes(repeating: 0, count: 1_600_000), gas: 16_100_000))
    }
    try await devnet.mine()
    return devnet
  }

  @Test("what doesn't fit into 8 MiB waits for the next block since Osaka (EIP-7934)")
  func mining() async throws {
    let osaka = try await devnet(.osaka)
    #expect(await osaka.block()?.transactions.count == 5)
    #expect(try #require(await osaka.block()).encoded.count <= 8_388_608)
    try await osaka.mine()
    #expect(await osaka.block()?.transactions.count == 1)
    let prague = try await devnet(.prague)
    #expect(await prague.block()?.transactions.count == 6)
  }

  @Test("a larger block of others is refused, and was valid before")
  func importing() async throws {
    let large = try #require(await devnet(.prague).block())
    for (fork, isValid) in [(Fork.prague, true), (.osaka, false)] {
      var options = Devnet.Options()
      options.fork = fork
      options.blockGasLimit = 200_000_000
      options.timestamp = 1_000_000
      let other = try await Devnet.start(options)
      do {
        try await other.add(large)
        #expect(isValid)
      } catch {
        #expect(!isValid && "\(error)".contains("8388608 are allowed"), "\(error)")
      }
      #expect(await other.blockNumber == (isValid ? 1 : 0))
    }
  }
}
