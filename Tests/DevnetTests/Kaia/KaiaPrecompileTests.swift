import Devnet
import EVM
import Keys
import Primitives
import Testing

@Suite("Kaia's precompiles")
struct KaiaPrecompileTests {
  func start(_ fork: Fork? = nil) async throws -> Devnet {
    var options = Devnet.Options()
    if let fork { options.fork = fork }
    options.kaia = KaiaChainParameters()
    return try await Devnet.start(options)
  }

  func precompile(_ number: UInt64) -> Address { Address(truncating: UInt256(number)) }

  @Test("0x3fe gives the 20 bytes of who pays, 0x3fd nothing")
  func payer() async throws {
    let devnet = try await start()
    let from = devnet.accounts[3].address
    #expect(try await devnet.call(DevnetCall(from: from, to: precompile(0x3fe))) == from.bytes)
    #expect(try await devnet.call(DevnetCall(from: from, to: precompile(0x3fd), data: [1, 2, 3])).isEmpty)
  }

  @Test("they cost 300, 100 and 20 a byte, and 5,000 a signature")
  func gas() async throws {
    let devnet = try await start()
    // 65 zero bytes are 260 gas of the transaction; the floor of 21,650 is below all of it.
    func used(_ number: UInt64, _ count: Int) async throws -> UInt64 {
      var request = DevnetCall(to: precompile(number), data: Bytes(repeating: 0, count: count), gas: 100_000)
      request.gasPrice = 25_000_000_000
      return try #require(await devnet.receipt(devnet.send(request))).gasUsed
    }
    #expect(try await used(0x3fe, 0) == 21_300)
    #expect(try await used(0x3fd, 65) == 21_000 + 260 + 100 + 20 * 65)
    #expect(try await used(0x3ff, 65) == 21_000 + 260 + 5000)
    #expect(try await used(0x3ff, 130) == 21_000 + 520 + 10_000)
  }

  @Test("EXTCODEHASH costs 400 at any access before Prague, then as EIP-2929 has it (KIP-239)")
  func codeHashGas() async throws {
    // What the first and the second EXTCODEHASH of an account use, between two GAS; PUSH20, POP and GAS are 7 of it.
    func costs(_ fork: Fork) async throws -> [UInt256] {
      let once = [0x5a, 0x73] + Address(truncating: 0x1234).bytes + [0x3f, 0x50, 0x5a, 0x90, 0x03]
      let code = once + once + [0x60, 0x20, 0x52, 0x60, 0, 0x52, 0x60, 0x40, 0x60, 0, 0xf3]
      let told = try await start(fork).call(DevnetCall(data: code))
      return try [told.prefix(32), told.suffix(32)].map { try UInt256(bigEndian: $0) - 7 }
    }
    #expect(try await costs(.cancun) == [400, 400])
    #expect(try await costs(.prague) == [2600, 100])
    #expect(try await costs(.osaka) == [2600, 100])
  }

  @Test("0x3ff says whether an account's key signed")
  func signatures() async throws {
    let devnet = try await start()
    let hash = Keccak256.hash([7])
    let signer = devnet.accounts[0]
    let signature = try signer.key.sign(hash)
    let raw = signature.r.bigEndianBytes + signature.s.bigEndianBytes + [signature.yParity]
    func valid(_ input: Bytes) async throws -> Bytes {
      try await devnet.call(DevnetCall(to: precompile(0x3ff), data: input))
    }
    #expect(try await valid(signer.address.bytes + hash.bytes + raw) == [1])
    #expect(try await valid(devnet.accounts[1].address.bytes + hash.bytes + raw) == [0])
    #expect(try await valid(signer.address.bytes + hash.bytes + raw + raw) == [0])
    #expect(try await valid(signer.address.bytes + hash.bytes) == [0])
    #expect(try await valid(signer.address.bytes + hash.bytes + raw.dropLast()) == [0])
    #expect(try await valid([]) == [0])
  }
}
