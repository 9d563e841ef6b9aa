import ChainSupport
import ContractABI
import Devnet
import Foundation
import NodeDoubles
import NodeRPC
import Primitives
import Testing

@testable import Tokens

@Suite("A registry of tokens on the chain")
struct RegistryTests {
  private static let (one, two) = (Address(truncating: 0xa1), Address(truncating: 0xa2))

  private static func deploy(_ chain: TokenChain) async throws -> (Address, ContractABI) {
    let file = URL(fileURLWithPath: TestTools.root + "/Sources/Exchange/ABI/TokenRegistry.json")
    let artifact = try ContractArtifact(parsing: Bytes(Data(contentsOf: file)))
    return (try await chain.devnet.deploy(try #require(artifact.bytecode)), artifact.abi)
  }

  @Test("Its tokens are claims of the registry, in its order, at one block", arguments: [nil, 0] as [UInt64?])
  func reads(multicall: UInt64?) async throws {
    let chain = try await TokenChain(multicall: multicall)
    let (registry, abi) = try await Self.deploy(chain)
    let add = try abi.function("addToken")
    for (token, name, symbol, decimals) in [(Self.one, "First\u{202e}", "ONE", 6), (Self.two, "Second", "TWO", 18)] {
      let calldata = try add.encodeCall([
        .address(token), .string(name), .string(symbol), .uint(UInt256(decimals)), .bytes([]), .bytes([]),
      ])
      let hash = try await chain.devnet.send(
        DevnetCall(from: chain.owners[0], to: registry, data: calldata, gas: 2_000_000))
      #expect(try #require(await chain.devnet.receipt(hash)).isSuccess)
    }
    let reading = try await TokenRegistry(address: registry).read(over: chain.reader)
    #expect(
      reading.claims == [
        TokenClaim(address: Self.one, symbol: "ONE", name: "First", decimals: 6, source: .registry),
        TokenClaim(address: Self.two, symbol: "TWO", name: "Second", decimals: 18, source: .registry),
      ])
    let block = try #require(await chain.devnet.block()).number
    #expect(reading.block == .number(block) && reading.unreadable.isEmpty)
    let before = try await TokenRegistry(address: registry).read(over: chain.reader, at: .number(block - 1))
    #expect(before.claims.map(\.symbol) == ["ONE"])
  }

  @Test("What lists no tokens is no registry; a row for another token, or none, is left out")
  func hostile() async throws {
    let chain = try await TokenChain()
    let (list, token): (UInt32, UInt32) = (0xee8c_24b8, 0xe486_0339)
    func read(_ answers: [(UInt32, Bytes)]) async throws -> TokenRegistry.Reading {
      let code = AnsweringCode.make(answers.map { (selector: $0.0, data: $0.1) })
      return try await TokenRegistry(address: try await chain.contract(code)).read(over: chain.reader)
    }
    let addresses = AnsweringCode.words([32, 3, 0xa1, 0xa2, 0xa1])
    let lists: [[(UInt32, Bytes)]] = [
      [], [(list, [])], [(list, AnsweringCode.words([32, .max]))], [(list, AnsweringCode.words([32, 2, 0xa1]))],
      [(list, AnsweringCode.words([32, 1_025] + (1...1_025).map { UInt256($0) }))],
    ]
    for answers in lists { await #expect(throws: TokenError(.notARegistry, "")) { try await read(answers) } }
    let row = try ABICoder.encode(
      [.address(Self.one), .string("One"), .string("ONE"), .uint(255), .bytes([1]), .bytes([])],
      as: [.address, .string, .string, .uint(8), .bytes, .bytes])
    let mixed = try await read([(list, addresses), (token, row)])
    #expect(mixed.claims.map(\.address) == [Self.one] && mixed.unreadable == [Self.two])
    let broken = try await read([(list, addresses), (token, Bytes(row.dropLast(64)))])
    #expect(broken.claims.isEmpty && broken.unreadable == [Self.one, Self.two])
    let empty = try await read([(list, AnsweringCode.words([32, 0]))])
    #expect(empty.claims.isEmpty && empty.unreadable.isEmpty)
  }
}
